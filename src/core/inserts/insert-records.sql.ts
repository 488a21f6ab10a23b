import { scopeOf, scopeSql } from '../access.js';
import { filledFields, storedFields, type Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { changeSql } from '../changes/change.sql.js';
import { operationSql } from '../changes/operation.sql.js';
import { versionSql } from '../changes/version.sql.js';
import { targetSql } from '../criteria/relation.js';
import { ident, list, raw, sql, type Sql } from '../sql/sql.js';
import { draftJson, recordIdentityJson, recordJson } from '../values/record-json.js';
import { FOUND, guardSelects } from '../writes/guard.sql.js';
import { answersBareId } from './bare-id.js';
import type { InsertGroup, InsertPlan } from './insert-plan.js';
import { draftedRows, rowsOf } from './row-stages.sql.js';
import { historyEntity, historyRowsSql } from './first-status.sql.js';
import { lockTargets } from '../writes/lookup-targets.sql.js';

/** Names of a group's CTEs: what was stored of its rows, and that as JSON. */
const storedOf = (i: number): Sql => raw(`i${i}`);
const jsonOf = (i: number): Sql => raw(`j${i}`);
const lockOf = (i: number, lookup: number): Sql => raw(`l${i}_${lookup}`);

const lockCtes = (ctx: RequestContext, { lookups }: InsertGroup, i: number): readonly Sql[] =>
  lookups.map((used, lookup) => lockTargets(ctx, used, lockOf(i, lookup), rowsOf(i)));

function storeCtes(ctx: RequestContext, entity: Entity, i: number): readonly Sql[] {
  const filled = list(filledFields(entity).map(({ name }) => ident(name)));
  const columns = list(storedFields(entity).map(({ name }) => ident(name)));
  const json = recordJson(entity, raw('s'));
  return [
    sql`${storedOf(i)} AS (INSERT INTO ${targetSql(ctx, entity)} (${filled}) SELECT ${filled} FROM ${rowsOf(i)} WHERE NOT EXISTS (SELECT 1 FROM fault) RETURNING ${columns})`,
    sql`${jsonOf(i)} AS (SELECT s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ${json} AS row FROM ${storedOf(i)} s)`,
  ];
}

/** The created record as its writer may see it (contract §14.4). */
function resultSql(ctx: RequestContext, entity: Entity, i: number, plan: InsertPlan): Sql {
  const scope = scopeOf(ctx, entity, 'read');
  const j = jsonOf(i);
  const stored = sql`${j}.row`;
  const identity = recordIdentityJson(entity, j);
  const shown = scope === 'All' ? stored : sql`CASE WHEN ${scopeSql(scope, j)} THEN ${stored} ELSE ${identity} END`;
  return sql`(SELECT ${shown} FROM ${j} WHERE ${j}."Id" = ${plan.rootId})`;
}

/** The rows of every group by entity, so that rules see what this same statement stores. */
function draftedRelations(groups: readonly InsertGroup[]): ReadonlyMap<string, Sql> {
  return new Map(groups.map(({ entity }, i) => [entity.name, rowsOf(i)]));
}

function faultCte(ctx: RequestContext, { groups, guards }: InsertPlan): Sql {
  const selects = guardSelects(ctx, guards, {
    drafted: draftedRelations(groups),
    key: raw('x."n"'),
    entityOf: (group) => groups[group].entity,
    lookupOf: (group, lookup) => groups[group].lookups[lookup],
    rowsOf,
    lockOf,
  });
  const none = sql`SELECT 0 AS guard, 0 AS n WHERE false`;
  return sql`fault AS MATERIALIZED (${list(selects.length > 0 ? selects : [none], ' UNION ALL ')})`;
}

/** The CTEs that only look: rows as they would be stored, locked targets, and what is wrong as `fault`. */
export function lookCtes(ctx: RequestContext, plan: InsertPlan): readonly Sql[] {
  const { groups } = plan;
  return [...draftedRows(ctx, groups), ...groups.flatMap((group, i) => lockCtes(ctx, group, i)), faultCte(ctx, plan)];
}

/** Rows of the status history that belong to the inserted records, as one more group of rows. */
function historyCtes(ctx: RequestContext, groups: readonly InsertGroup[]): readonly Sql[] {
  const sources = groups
    .map(({ entity }, i) => ({ entity, rows: rowsOf(i) }))
    .filter(({ entity }) => entity.initialStatusId);
  if (sources.length === 0) return [];
  return [historyRowsSql(ctx, rowsOf(groups.length), sources), ...storeCtes(ctx, historyEntity(ctx), groups.length)];
}

/** The rows as they would be stored, each with its ordinal, as JSON text `[[n, row], …]`; their numbers are not drawn. */
function compileImages(ctx: RequestContext, plan: InsertPlan): Sql {
  const selects = plan.groups.map(({ entity }, i) => {
    const rows = rowsOf(i);
    return sql`SELECT ${rows}."n", ${draftJson(entity, rows)} AS row FROM ${rows}`;
  });
  const image = sql`'[' || r."n" || ',' || r.row || ']'`;
  return sql`WITH ${list(draftedRows(ctx, plan.groups))} SELECT NULL::text AS faults, '[' || string_agg(${image}, ',') || ']' AS record FROM (${list(selects, ' UNION ALL ')}) r`;
}

/**
 * One statement that looks (targets locked, rules judged) and, when nothing is wrong, stores the records, their change
 * rows and the operation's outcome. Answers one row: `faults` as JSON `[[guard, row], …]` or null, and `record`.
 */
export function compileInsert(ctx: RequestContext, plan: InsertPlan): Sql {
  const { groups, mode } = plan;
  if (mode === 'image') return compileImages(ctx, plan);
  const looks = lookCtes(ctx, plan);
  if (mode === 'explain') return sql`WITH ${list(looks)} SELECT ${FOUND}, NULL::text AS record`;
  const history = historyCtes(ctx, groups);
  const stored = groups.map(({ entity }) => entity).concat(history.length > 0 ? [historyEntity(ctx)] : []);
  const sources = stored.map((entity, i) => ({ entity, rows: jsonOf(i) }));
  const root = groups.findIndex(({ entity }) => entity === plan.root);
  const written = { entity: plan.root, operation: 'Insert' } as const;
  const isFaultless = sql`NOT EXISTS (SELECT 1 FROM fault)`;
  const record = resultSql(ctx, plan.root, root, plan);
  const result = answersBareId(ctx) ? sql`to_json(${plan.rootId})` : record;
  const outcome = {
    ids: sql`ARRAY[${plan.rootId}]`,
    when: isFaultless,
    answer: { result, recordAffected: raw('1') },
  };
  const ctes = [
    ...looks,
    ...groups.flatMap(({ entity }, i) => storeCtes(ctx, entity, i)),
    ...history,
    changeSql(ctx, 'Create', sources),
    ...versionSql(ctx, stored, isFaultless),
    ...(mode === 'store' ? [operationSql(ctx, written, outcome)] : []),
  ];
  return sql`WITH ${list(ctes)} SELECT ${FOUND}, ${record} AS record`;
}
