import { coversAll, limitedRows, rowsSql } from '#core/rights/access.js';
import { limitedFields, seenRecordJson } from '#core/relations/protected-columns.sql.js';
import { filledFields, type Entity } from '#core/catalogue/entity.js';
import { type RequestContext, returnsIdOnly } from '#core/context/context.js';
import { changeSql } from '#core/changes/change.sql.js';
import { createdJson } from '#core/changes/record-shape.sql.js';
import { operationSql } from '#core/changes/operation.sql.js';
import { versionSql } from '#core/changes/version.sql.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { ident, list, raw, type Slot, sql, type Sql } from '#core/sql/sql.js';
import { draftJson, recordIdentityJson, recordJson } from '#core/fields/record-json.js';
import { FOUND, checkSelects } from '#core/checks/check.sql.js';
import type { InsertGroup, InsertPlan, SharedCalls } from './insert-plan.js';
import { draftedRows, rowsOf } from './row-stages.sql.js';
import { historyEntity, historyRowsSql } from './first-status.sql.js';
import { lockTargets } from '#core/checks/lookup-targets.sql.js';

/** Name of a group's CTE of what was stored of its rows: its identity, owner and, as `row`, all of it as JSON. */
const storedOf = (i: number): Sql => raw(`i${i}`);
const FAULTLESS = sql`NOT EXISTS (SELECT 1 FROM fault)`;

const lockOf = (i: number, lookup: number): Sql => raw(`l${i}_${lookup}`);

const lockCtes = (ctx: RequestContext, { lookups }: InsertGroup, i: number): readonly Sql[] =>
  lookups.map((used, lookup) => lockTargets(ctx, used, lockOf(i, lookup), rowsOf(i)));

const IDENTITY = sql`s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion"`;

/**
 * Columns of a stored row `s` for its writer: `seen`, where they see another record than `row`, which the change log keeps,
 * and `readable`, where clauses decide with other values of the row than those of `IDENTITY`.
 */
const seenColumns = (ctx: RequestContext, entity: Entity): readonly Sql[] => [
  ...(limitedFields(ctx, entity).length > 0 ? [sql`${seenRecordJson(ctx, entity, raw('s'))} AS seen`] : []),
  ...(limitedRows(ctx, entity, 'read') ? [sql`(${rowsSql(ctx, entity, 'read', raw('s'))}) AS readable`] : []),
];

const isShaped = ({ shape }: Entity): boolean => shape !== undefined;

/** Columns of a group's stored rows `s` for the change log and the answer: a whole record as JSON only where it is read. */
function storedColumns(
  ctx: RequestContext,
  { groups, root, rootId, shared }: InsertPlan,
  entity: Entity,
  i: number,
): readonly Sql[] {
  const call = shared && i === groups.length ? [raw('s."CorrelationId"')] : [];
  const seen = entity === root ? seenColumns(ctx, entity) : [];
  const row = recordJson(entity, raw('s'));
  if (!isShaped(entity)) return [IDENTITY, sql`${row} AS row`, ...seen, ...call];
  const created = sql`${createdJson(entity, raw('s'))} AS created`;
  if (entity !== root) return [IDENTITY, created, ...call];
  const isEachRead = shared !== undefined || groups[i].single;
  return [
    IDENTITY,
    sql`${isEachRead ? row : sql`CASE WHEN s."Id" = ${rootId} THEN ${row} END`} AS row`,
    ...seen,
    created,
  ];
}

function storeCte(ctx: RequestContext, plan: InsertPlan, entity: Entity, i: number): Sql {
  const filled = list(filledFields(entity).map(({ name }) => ident(name)));
  return sql`
    ${storedOf(i)} AS (
      INSERT INTO ${targetSql(ctx, entity)} AS s (${filled})
      SELECT ${filled}
      FROM ${rowsOf(i)}
      WHERE NOT EXISTS (SELECT 1 FROM fault)
      RETURNING ${list(storedColumns(ctx, plan, entity, i))}
    )`;
}

/** A created record of `stored` as its writer may see it (docs/interface/records.md#results-of-writes). */
function shownSql(ctx: RequestContext, entity: Entity, stored: Sql, shared?: SharedCalls): Sql {
  // Several users share a statement only where each may read what they own.
  if (shared?.userIds) return sql`${stored}.row`;
  const record = sql`${stored}.${raw(limitedFields(ctx, entity).length > 0 ? 'seen' : 'row')}`;
  if (coversAll(ctx, entity, 'read')) return record;
  const readable = limitedRows(ctx, entity, 'read') ? sql`${stored}.readable` : rowsSql(ctx, entity, 'read', stored);
  return sql`CASE WHEN ${readable} THEN ${record} ELSE ${recordIdentityJson(entity, stored)} END`;
}

/** Answers `record`, which an earlier statement has stored. */
export function compileStored(ctx: RequestContext, entity: Entity, id: Slot): Sql {
  const stored = raw('j');
  const columns = [IDENTITY, sql`${recordJson(entity, raw('s'))} AS row`, ...seenColumns(ctx, entity)];
  const rows = sql`SELECT ${list(columns)} FROM ${relationSql({ ctx, rights: 'system' }, entity)} s`;
  return sql`
    SELECT ${shownSql(ctx, entity, stored)} AS record
    FROM (${rows}) ${stored}
    WHERE ${stored}."Id" = ${id}`;
}

const rootOf = ({ root, groups }: InsertPlan): Sql => storedOf(groups.findIndex(({ entity }) => entity === root));

/** The created root record with this Id. */
function recordSql(ctx: RequestContext, plan: InsertPlan, id: Sql): Sql {
  const stored = rootOf(plan);
  return sql`(SELECT ${shownSql(ctx, plan.root, stored, plan.shared)} FROM ${stored} WHERE ${stored}."Id" = ${id})`;
}

/** Answer of the statement: one row, or one for each call of a shared insert. */
function answerSql(ctx: RequestContext, plan: InsertPlan): Sql {
  if (!plan.shared) return sql`${FOUND}, ${recordSql(ctx, plan, sql`${plan.rootId}`)} AS record`;
  const stored = rootOf(plan);
  const record = shownSql(ctx, plan.root, stored, plan.shared);
  return sql`
    ${FOUND}, ${stored}."Id" AS id, ${record} AS record
    FROM (SELECT) one
    LEFT JOIN ${stored} ON true`;
}

/** The outcome of each call of the insert. */
function outcomeSql(ctx: RequestContext, plan: InsertPlan): Sql {
  const { shared } = plan;
  const rootId = shared ? raw('s.root') : sql`${plan.rootId}`;
  const result = returnsIdOnly(ctx) ? sql`to_json(${rootId})` : recordSql(ctx, plan, rootId);
  const calls = shared && {
    id: raw('s.call'),
    ...(shared.userIds && { userId: raw('s.caller') }),
    from: shared.userIds
      ? sql`unnest(${shared.correlationIds}, ${shared.rootIds}, ${shared.userIds}) AS s(call, root, caller)`
      : sql`unnest(${shared.correlationIds}, ${shared.rootIds}) AS s(call, root)`,
  };
  return operationSql(
    ctx,
    { entity: plan.root, operation: 'Insert' },
    {
      ids: sql`ARRAY[${rootId}]`,
      when: FAULTLESS,
      extent: { entities: plan.groups.map(({ entity }) => entity), isInsert: plan.groups.length === 1 },
      answer: { result, recordAffected: raw('1') },
      ...(calls && { calls }),
    },
  );
}

/** Rows of every group by entity, so that rules read what this statement stores. */
function draftedRelations(groups: readonly InsertGroup[]): ReadonlyMap<string, Sql> {
  return new Map(groups.map(({ entity }, i) => [entity.name, rowsOf(i)]));
}

function faultCte(ctx: RequestContext, { groups, checks }: InsertPlan): Sql {
  const selects = checkSelects(ctx, checks, {
    drafted: draftedRelations(groups),
    key: raw('x."n"'),
    entityOf: (group) => groups[group].entity,
    lookupOf: (group, lookup) => groups[group].lookups[lookup],
    rowsOf,
    lockOf,
  });
  const none = sql`SELECT 0 AS failed, 0 AS n WHERE false`;
  return sql`fault AS MATERIALIZED (${list(selects.length > 0 ? selects : [none], ' UNION ALL ')})`;
}

/** CTEs that store nothing: rows as they would be stored, locked targets, and failed checks as `fault`. */
export function lookCtes(ctx: RequestContext, plan: InsertPlan): readonly Sql[] {
  const { groups } = plan;
  return [...draftedRows(ctx, groups), ...groups.flatMap((group, i) => lockCtes(ctx, group, i)), faultCte(ctx, plan)];
}

/** Users of the history of records that their owners have created. */
const HISTORY_OF_OWNERS = {
  CreatedBy: raw('x."OwnerId"'),
  UpdatedBy: raw('x."OwnerId"'),
  UserId: raw('x."OwnerId"'),
};

/** Rows of the status history of the inserted records, as one more group. */
function historyCtes(ctx: RequestContext, plan: InsertPlan): readonly Sql[] {
  const { groups, shared } = plan;
  const more = shared && {
    more: { CorrelationId: callOf(shared, raw('x')), ...(shared.userIds && HISTORY_OF_OWNERS) },
  };
  const sources = groups
    .map(({ entity }, i) => ({ entity, rows: rowsOf(i), ...more }))
    .filter(({ entity }) => entity.initialStatusId);
  if (sources.length === 0) return [];
  const i = groups.length;
  return [historyRowsSql(ctx, rowsOf(i), sources), storeCte(ctx, plan, historyEntity(ctx), i)];
}

/** Answers the rows as they would be stored as JSON text `[[n, row], …]`; automatic numbers are not drawn. */
function compileImages(ctx: RequestContext, plan: InsertPlan): Sql {
  const selects = plan.groups.map(({ entity }, i) => {
    const rows = rowsOf(i);
    return sql`SELECT ${rows}."n", ${draftJson(entity, rows)} AS row FROM ${rows}`;
  });
  const image = sql`'[' || r."n" || ',' || r.row || ']'`;
  return sql`
    WITH ${list(draftedRows(ctx, plan.groups))}
    SELECT NULL::text AS faults, '[' || string_agg(${image}, ',') || ']' AS record
    FROM (${list(selects, ' UNION ALL ')}) r`;
}

/** The correlation id of the call that a root record belongs to. */
const callOf = ({ correlationIds, rootIds }: SharedCalls, record: Sql): Sql =>
  sql`(${correlationIds})[array_position(${rootIds}, ${record}."Id")]`;

/** The correlation id of the call that a row `c` of the history names. */
const CALL_OF_HISTORY = raw('c."CorrelationId"');

/**
 * Locks targets, runs the checks and, where none fails, stores the records, their change rows and the operation's
 * outcome in one statement. Answers one row: `faults` as JSON text `[[check, row], …]` or null, and `record`. A shared
 * insert answers a row per call with the record's `id`, or one row with the faults of all.
 *
 * CTEs and aliases of all inserts; `<group>` numbers the entities of the insert in the order of storing:
 * - `o<group>`: locked targets that rows take their owner from
 * - `x<group>`: rows as they will be stored; `x<group>s<stage>`: the same before rollups of later stages are added
 * - `l<group>_<lookup>`: locked targets of one lookup
 * - `fault`: failed checks, as `failed` (number of the check) and `n` (ordinal of the row)
 * - `i<group>`: stored rows, with the whole record as `row`
 * - `change`, `version`, `operation`: change log, versions of cached definitions, outcome
 * - `s`, `r`: rows of the request as JSON, before and after numbers are drawn; `"owner"`, `"source"`: the user or
 *   target that gives the owner; `"<field>~<unique field>"`: the target of a matched lookup; `a<n>`: aggregates of
 *   children
 * - `x`, `t`, `d`, `u`: in checks, the checked row, a stored or locked target, a drafted row, a user
 */
export function compileInsert(ctx: RequestContext, plan: InsertPlan): Sql {
  const { groups, mode, shared } = plan;
  if (mode === 'image') return compileImages(ctx, plan);
  const looks = lookCtes(ctx, plan);
  if (mode === 'explain') return sql`WITH ${list(looks)} SELECT ${FOUND}, NULL::text AS record`;
  const history = historyCtes(ctx, plan);
  const stored = groups.map(({ entity }) => entity).concat(history.length > 0 ? [historyEntity(ctx)] : []);
  const correlationOf = (i: number): Sql | undefined =>
    shared && (i < groups.length ? callOf(shared, raw('c')) : CALL_OF_HISTORY);
  const sources = stored.map((entity, i) => ({
    entity,
    rows: storedOf(i),
    correlationId: correlationOf(i),
    isShaped: isShaped(entity),
    ...(shared?.userIds && { userId: raw('c."OwnerId"') }),
  }));
  const ctes = [
    ...looks,
    ...groups.map(({ entity }, i) => storeCte(ctx, plan, entity, i)),
    ...history,
    changeSql(ctx, 'Create', sources),
    ...versionSql(ctx, stored, FAULTLESS),
    ...(mode === 'store' ? [outcomeSql(ctx, plan)] : []),
  ];
  return sql`WITH ${list(ctes)} SELECT ${answerSql(ctx, plan)}`;
}
