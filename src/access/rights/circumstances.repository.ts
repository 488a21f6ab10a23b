import { Injectable } from '@nestjs/common';
import { NO_ACCESS } from '#core/catalogue/scope.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { render } from '#core/sql/sql.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import type { DefinitionChange } from '#definitions/index.js';
import {
  compileNamingDocuments,
  compileOccupied,
  compilePublishedViews,
  compileQueryNames,
} from '#access/core/rights/members.sql.js';
import type { AskedNames, EffectiveRights } from '#access/core/rights/rights.js';

interface ViewRow {
  readonly id: string;
  readonly query: string;
  readonly owner: string;
  readonly team: string | null;
}

/** Reads what the restrictions of definitions depend on. */
@Injectable()
export class CircumstancesRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Collects the names and ids by which committed definitions refer to roles, teams and users. */
  async asked(ctx: RequestContext): Promise<AskedNames> {
    const text = render(compileNamingDocuments(ctx)).text;
    const rows = await this.platform.repeatable<{ json: string }>(text, []);
    const named = rows.flatMap(({ json }) => textsIn(readJson(json)));
    const approvers = approversIn(ctx.catalogue);
    const has = (member: string): boolean => named.some(([key, value]) => key === member && value.includes('{{'));
    return {
      names: new Set(named.map(([, value]) => value.toLowerCase())),
      anyRole: has('ToRole'),
      anyTeam: has('ToTeam') || approvers.some(({ asksTeam }) => asksTeam),
      teamRoles: new Set(approvers.flatMap(({ teamRole }) => teamRole?.toLowerCase() ?? [])),
    };
  }

  /** Finds the entities that have records. @param names of stored entities */
  async occupied(ctx: RequestContext, names: readonly string[], query: Query): Promise<ReadonlySet<string>> {
    if (names.length === 0) return new Set();
    const rows = await query<{ name: string }>(render(compileOccupied(ctx, names)).text);
    return new Set(rows.map(({ name }) => name));
  }

  /** Finds changed saved queries that workflows name. */
  async namedQueries(
    ctx: RequestContext,
    changes: readonly DefinitionChange[],
    asked: AskedNames,
    query: Query,
  ): Promise<ReadonlySet<string>> {
    const changed = changes.filter(({ entityName }) => entityName === 'SavedQuery');
    if (changed.length === 0) return new Set();
    const ids = [...new Set(changed.map(({ id }) => id))];
    const rows = await query<{ id: string; name: string }>(render(compileQueryNames(ctx)).text, [ids]);
    const former = changed.map(({ id, old }) => ({ id, name: old.text('Name') ?? '' }));
    return new Set([...rows, ...former].filter(({ name }) => asked.names.has(name.toLowerCase())).map(({ id }) => id));
  }

  /** Finds written views that others see, of saved queries that the granter neither created with them nor may update. */
  async published(
    ctx: RequestContext,
    changes: readonly DefinitionChange[],
    granter: EffectiveRights,
    query: Query,
  ): Promise<ReadonlySet<string>> {
    const ids = changes.filter(({ entityName }) => entityName === 'SavedView').map(({ id }) => id);
    if (ids.length === 0) return new Set();
    const rows = await query<ViewRow>(render(compilePublishedViews(ctx)).text, [ids]);
    const created = new Set(changes.filter(({ operation }) => operation === 'Create').map(({ id }) => id));
    const mayUpdate = ({ owner, team }: ViewRow): boolean => {
      const access = granter.access.get('SavedQuery') ?? NO_ACCESS;
      const scope = access.rows?.update?.open ?? access.update;
      if (scope === 'All' || scope === 'None') return scope === 'All';
      return owner === ctx.principal.userId || (scope === 'Team' && team !== null && granter.reach.has(team));
    };
    return new Set(rows.filter((row) => !created.has(row.query) && !mayUpdate(row)).map(({ id }) => id));
  }
}

type NamedText = readonly [member: string, text: string];

/** Collects all texts of a document at any depth, with the members that hold them. */
function textsIn(json: JsonValue, member = ''): readonly NamedText[] {
  if (typeof json === 'string') return [[member, json]];
  if (isArray(json)) return json.flatMap((each) => textsIn(each, member));
  return isObject(json) ? Object.entries(json).flatMap(([name, value]) => textsIn(value ?? null, name)) : [];
}

interface AskedApprovers {
  /** The role whose holders in the team of the owner decide. */
  readonly teamRole?: string;
  /** A field of the record names the team that decides. */
  readonly asksTeam: boolean;
}

/** Reads the approvers of the steps of all processes. */
function approversIn({ entities }: Catalogue): readonly AskedApprovers[] {
  return [...entities.values()].flatMap(({ approvalProcesses, fields }) =>
    approvalProcesses
      .flatMap(({ steps }) => steps.flatMap(({ approvers, escalateTo }) => [approvers, escalateTo ?? []].flat()))
      .map(({ role, withinOwnerTeam, field }) => ({
        ...(withinOwnerTeam && role !== undefined && { teamRole: role }),
        asksTeam: field !== undefined && fields.get(field.toLowerCase())?.target === 'Team',
      })),
  );
}

/** Tells whether a process asks the manager of the owner. */
export const asksManagers = ({ entities }: Catalogue): boolean =>
  [...entities.values()].some(({ approvalProcesses }) =>
    approvalProcesses.some(({ steps }) =>
      steps.some(({ approvers, escalateTo }) => approvers.ownerManager || escalateTo?.ownerManager === true),
    ),
  );
