import { rowsKey } from '#core/rights/access.js';
import { fieldProfile } from '#core/rights/field-rights.js';
import { sequenceName } from '#core/catalogue/constraint-names.js';
import { type Principal, type RequestContext, returnsIdOnly } from '#core/context/context.js';
import type { Entity } from '#core/catalogue/entity.js';
import { aggregatedChildren, type AggregatedChildren } from '#records/core/rollups/aggregated-children.js';
import { rollupRelation } from '#records/core/rollups/rollup-level.js';
import { Args } from '#core/statements/args.js';
import { numberParts } from '#core/fields/auto-number.js';
import { localDay } from '#core/values/clock.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { Draft, DraftGroup, DraftRow } from '#records/core/drafts/draft.js';
import type { Check } from '#core/checks/check.js';
import { insertChecks } from './insert-checks.js';
import { type InsertGroup, type InsertPlan, type OwnerModes, type UsedNumber } from './insert-plan.js';
import { matchColumn, type UsedLookup } from '#core/checks/used-lookup.js';

/** Adds a row as JSON for `json_to_recordset` to `parts`; absent members are null there. */
function encodeRow(parts: string[], row: DraftRow, ordinal: number, principal: Principal): void {
  const { fields } = row.entity;
  parts.push(`{"n":${ordinal},"Id":"`, row.id, '","RecordInformationId":"', row.recordInformationId);
  if (row.statusId) parts.push('","StatusId":"', row.statusId);
  if (row.ownerId) parts.push('","OwnerId":"', row.ownerId);
  if (row.ownerId === principal.userId && principal.primaryTeamId) {
    parts.push('","OwnerTeamId":"', principal.primaryTeamId);
  }
  parts.push('"');
  for (const [name, value] of row.values) {
    if (value === null) continue;
    parts.push(',"', name, '":', valueTypeOf(fields.get(name.toLowerCase())!).encode(value));
  }
  for (const [name, { field, value }] of row.matches) {
    const lookup = fields.get(name.toLowerCase())!;
    if (value !== null) parts.push(',"', matchColumn(lookup, field), '":', valueTypeOf(field).encode(value));
  }
  parts.push('}');
}

/**
 * Rows as JSON, a single one without brackets. Many short texts are joined once: steps between would all be garbage.
 */
function encodeRows(rows: readonly DraftRow[], first: number, callerOf: (i: number) => Principal): string {
  const parts: string[] = [];
  rows.forEach((row, i) => {
    if (i > 0) parts.push(',');
    encodeRow(parts, row, first + i, callerOf(i));
  });
  const text = parts.join('');
  return rows.length === 1 ? text : `[${text}]`;
}

function usedLookups(
  ctx: RequestContext,
  { entity, rows }: DraftGroup,
  draft: Draft,
  args: Args,
): readonly UsedLookup[] {
  const lookups: UsedLookup[] = [];
  for (const field of entity.fields.values()) {
    if (field.type !== 'Lookup' || field.isSystem) continue;
    const drafted = draft.groups.find((group) => group.entity.name === field.target)?.rows ?? [];
    const draftedIds = new Set(drafted.map(({ id }) => id));
    const given = rows.map(({ values }) => values.get(field.name)).filter((id) => typeof id === 'string');
    const ids = [...new Set(given)].filter((id) => !draftedIds.has(id));
    const matchedBy = new Set(rows.flatMap((row) => row.matches.get(field.name)?.field ?? []));
    if ((ids.length === 0 || field.unchecked) && matchedBy.size === 0) continue;
    const target = ctx.catalogue.entity(field.target!);
    const mayBeDrafted = draftedIds.size > 0;
    lookups.push({ field, target, ids: args.add(ids, 'uuid[]'), matchedBy: [...matchedBy], mayBeDrafted });
  }
  return lookups;
}

function usedNumbers(ctx: RequestContext, { entity }: DraftGroup, args: Args): readonly UsedNumber[] {
  const { schema, settings } = ctx.catalogue.environment;
  const fields = [...entity.fields.values()].filter(({ type }) => type === 'AutoNumber');
  return fields.map((field) => {
    const { prefix, suffix, width } = numberParts(field.pattern!, localDay(ctx.at, settings.timeZone)!);
    const sequence = args.add(`"${schema}"."${sequenceName(field, prefix)}"`, 'regclass');
    return { field, sequence, prefix: args.add(prefix, 'text'), suffix: args.add(suffix, 'text'), width };
  });
}

/** Rollups over children that this same insert stores; those of a new record have no others. */
function usedRollups(
  ctx: RequestContext,
  entity: Entity,
  { groups }: Draft,
  args: Args,
): readonly AggregatedChildren[] {
  const drafted = new Set(groups.map((group) => group.entity.name));
  const fields = [...entity.fields.values()].filter(
    (field) => field.rollup && drafted.has(rollupRelation(entity, field).childEntity),
  );
  return aggregatedChildren(ctx, entity, fields, args);
}

function ownerModes(ctx: RequestContext, rows: readonly DraftRow[]): OwnerModes {
  const matchedBy = new Set(rows.flatMap(({ matches }) => matches.get('OwnerId')?.field ?? []));
  const isGiven = rows.some(({ ownerId }) => ownerId !== null && ownerId !== ctx.principal.userId);
  return {
    given: isGiven || matchedBy.size > 0,
    derived: rows.some(({ ownerId, matches }) => ownerId === null && !matches.has('OwnerId')),
    matchedBy: [...matchedBy],
  };
}

/** A record's owner must be known before its own rows are: a group comes after the one its owners are derived from. */
function inOwnerOrder(groups: readonly DraftGroup[]): readonly DraftGroup[] {
  const ordered = new Set<DraftGroup>();
  const place = (group: DraftGroup): void => {
    if (ordered.has(group)) return;
    const source = groups.find(({ entity }) => entity.name === group.entity.ownerFrom?.target);
    const waits = source && source !== group && group.rows.some(({ ownerId }) => ownerId === null);
    if (waits) place(source);
    ordered.add(group);
  };
  groups.forEach(place);
  return [...ordered];
}

/** Key of a group's part of the text; which of its targets are drafted follows from the other groups. */
function groupKey(ctx: RequestContext, group: InsertGroup): string {
  const { entity, single, owners, lookups } = group;
  const scopes = `${rowsKey(ctx, entity, 'create')}/${rowsKey(ctx, entity, 'read')}${fieldProfile(ctx, entity)}`;
  const targets = lookups.map(({ field, target, matchedBy }) => {
    const matches = matchedBy.map(({ name }) => name).join('+');
    return `${field.name}:${rowsKey(ctx, target, 'read')}${fieldProfile(ctx, target)}:${matches}`;
  });
  const named = owners.matchedBy.map(({ name }) => `~${name}`).join('');
  const modes = `${owners.given ? 'g' : ''}${owners.derived ? 'd' : ''}${named}`;
  return `${entity.name}(${single ? '1' : 'n'},${scopes},${modes},${targets.join(',')})`;
}

/** Options of a plan that do not come from the draft. */
export interface InsertOptions {
  readonly mode: InsertPlan['mode'];
  /** Callers who each own and have created one of the rows of the only group; absent: the caller has created all. */
  readonly owners?: readonly Principal[];
  /** Leave out declarative hooks: definition files are loaded without them. */
  readonly skipHooks?: boolean;
}

/** Decides what an insert's statement looks like; pure but for the args it fills. */
export function planInsert(ctx: RequestContext, draft: Draft, options: InsertOptions): InsertPlan {
  const { mode, skipHooks = false, owners } = options;
  const args = new Args(ctx);
  const ordered = inOwnerOrder(draft.groups);
  const rows: DraftRow[] = [];
  const rootId = args.add(draft.groups[0].rows[0].id, 'uuid');
  const isStored = mode === 'store' || mode === 'part';
  const groups = ordered.map((group): InsertGroup => {
    const encoded = encodeRows(group.rows, rows.length, (i) => owners?.[i] ?? ctx.principal);
    for (const row of group.rows) rows.push(row);
    return {
      entity: group.entity,
      rows: args.add(encoded, 'json'),
      single: group.rows.length === 1,
      byOwners: owners !== undefined,
      owners: owners ? { given: false, derived: false, matchedBy: [] } : ownerModes(ctx, group.rows),
      lookups: usedLookups(ctx, group, draft, args),
      numbers: isStored ? usedNumbers(ctx, group, args) : [],
      rollups: usedRollups(ctx, group.entity, draft, args),
    };
  });
  const checks: readonly Check[] = groups.flatMap((group, i) => insertChecks(ctx, group, i, { args, mode, skipHooks }));
  const root = draft.groups[0].entity;
  const variant = `${mode}${skipHooks ? ':load' : ''}${returnsIdOnly(ctx) ? ':id' : ''}`;
  const key = `insert:${variant}:${root.name}:${groups.map((group) => groupKey(ctx, group)).join()}`;
  return { key, root, args, groups, checks, rows, rootId, mode };
}
