import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import { type LimitedRows, NO_ACCESS } from '#core/catalogue/scope.js';
import { DefinedRowClause } from '#core/checks/row-clause.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { ChangedAccess, MovedOwners } from '#access/core/previews/compare-access.js';
import {
  type BoundRows,
  gainedRecords,
  sampledRecords,
  scopeChange,
  type SampledRecord,
} from '#access/core/previews/gained-records.sql.js';
import type { Gains } from '#access/core/previews/preview.js';
import { Directory } from '#platform/catalogue/directory.js';
import { Database } from '#platform/database/database.js';
import { withoutRights } from '#access/users/asked-users.service.js';

/** Milliseconds after which no further records are counted. */
export const COUNT_MS = 10_000;

const NOTHING: Gains = { gained: [], lost: [] };

/** The user of a count, with the rows of before and after. */
interface BoundAccess {
  readonly subject: RequestContext;
  readonly from: BoundRows;
  readonly to: BoundRows;
}

/** Counting of one preview. */
export interface Count {
  readonly ctx: RequestContext;
  readonly moved: MovedOwners;
  /** Time by `performance.now()` after which nothing is counted. */
  readonly endsAt: number;
  /** Records of accesses that are the same for all users. */
  readonly known: Map<string, Gains>;
  isOver: boolean;
}

/**
 * Counts the records that users gain and lose, in the stored data, one statement after the other: a preview takes one
 * connection of the caller's share at a time.
 */
@Injectable()
export class CountRecords {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
  ) {}

  begin(ctx: RequestContext, moved: MovedOwners): Count {
    return { ctx, moved, endsAt: performance.now() + COUNT_MS, known: new Map(), isOver: false };
  }

  /** @returns undefined for records that are not counted: those of views, and all after the time limit */
  async count(count: Count, access: ChangedAccess): Promise<Gains | undefined> {
    const { entity, operation, from, to } = access;
    if (operation === 'create') return NOTHING;
    if (entity.view) return undefined;
    const key = isForAll(access) ? `${entity.name} ${from} ${to}` : undefined;
    const known = key === undefined ? undefined : count.known.get(key);
    if (known) return known;
    count.isOver ||= performance.now() > count.endsAt;
    if (count.isOver) return undefined;
    const gains = await this.#read(count, access).catch((error: unknown) => endAtTimeout(count, error));
    if (key !== undefined && gains) count.known.set(key, gains);
    return gains;
  }

  /** Reads records by their ids, as people know them. */
  async sample({ ctx }: Count, entity: Entity, ids: readonly string[]): Promise<readonly SampledRecord[]> {
    return ids.length === 0 ? [] : this.database.runStatement(sampledRecords, ctx, { ids }, entity);
  }

  /** The user of a count, with the clauses of before and after. */
  async #bound(ctx: RequestContext, { user, entity, rows, reach, holder }: ChangedAccess): Promise<BoundAccess> {
    const hasClauses = [rows.before, rows.after].some(({ grants }) => grants.length > 0);
    const known = hasClauses ? await this.directory.member(ctx.catalogue, user.id) : undefined;
    const base = known && known !== 'inactive' ? known : withoutRights(user.id);
    const [before, after] = (['before', 'after'] as const).map((side) => {
      const { roleIds = [], teamIds = [], primaryTeamId = null } = holder[side] ?? {};
      return { ...base, roleIds, teamIds, primaryTeamId, reachTeamIds: reach[side], isAdministrator: false };
    });
    const from = boundRows({ ...ctx, principal: before }, entity, rows.before, 'before');
    const to = boundRows({ ...ctx, principal: after }, entity, rows.after, 'after');
    const limited = { open: 'None', grants: [...from.grants, ...to.grants] } as const;
    const access = new Map([[entity.name, { ...NO_ACCESS, rows: { read: limited } }]]);
    return { from, to, subject: { ...ctx, principal: { ...after, access } } };
  }

  async #read({ ctx, moved }: Count, access: ChangedAccess): Promise<Gains> {
    const { entity, operation, reach, holder } = access;
    const { teamIds = [], roleIds = [] } = holder.before ?? {};
    const { subject, from, to } = await this.#bound(ctx, access);
    const values = { before: reach.before, moved: [...moved.keys()], teams: [...moved.values()], teamIds, roleIds };
    // Records of logs keep the team that they have.
    const hasMoved = moved.size > 0 && entity.kind !== 'log';
    const change = scopeChange({ from, to, operation, hasMoved });
    const statement = this.database.statements.of(ctx, gainedRecords, [entity, change]);
    // The call is the Administrator's, and takes their share of connections; its values are the user's.
    const args = gainedRecords.bind(subject, values);
    const [row] = await this.database.execute<{ gained: string | null; lost: string | null }>(ctx, statement, args);
    return { gained: idsIn(row.gained), lost: idsIn(row.lost) };
  }
}

/** True where neither owners nor teams nor clauses decide. */
const isForAll = ({ rows: { before, after } }: ChangedAccess): boolean =>
  [before, after].every(({ open, grants }) => (open === 'All' || open === 'None') && grants.length === 0);

/** Resolves the clauses of rows for a user. Those of before and after may be the same clause, which changes. */
function boundRows(ctx: RequestContext, entity: Entity, { open, grants }: LimitedRows, side: string): BoundRows {
  return {
    open,
    grants: grants.map(({ scope, clause: { roleId, json } }, i) => {
      const clause = new DefinedRowClause(`${side}${i}`, roleId, entity, json);
      const met = clause.of(ctx);
      return { scope, met, clause: { id: clause.id, roleId, json, of: () => met } };
    }),
  };
}

const idsIn = (json: string | null): readonly string[] => (json === null ? [] : (JSON.parse(json) as string[]));

function endAtTimeout(count: Count, error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'QueryTimeout') throw error;
  count.isOver = true;
}
