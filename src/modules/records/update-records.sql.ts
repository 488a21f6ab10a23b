import { operationSql } from '../../core/changes/operation.sql.js';
import { changeSql } from '../../core/changes/change.sql.js';
import { storedFields } from '../../core/catalogue/entity.js';
import type { Field } from '../../core/catalogue/field.js';
import type { RequestContext } from '../../core/context.js';
import { relationSql } from '../../core/criteria/relation.js';
import { CALL } from '../../core/sql/args.js';
import { anyOf, ident, list, raw, sql, type Sql } from '../../core/sql/sql.js';
import { changedJson } from '../../core/values/record-json.js';
import { valueTypeOf } from '../../core/values/value-types.js';
import { guardSelects } from './guard.sql.js';
import { matchColumn, rowsReadable } from './insert-plan.js';
import { MATCH_FAULTS } from './match-plan.js';
import { FAULTS_COLUMN, matchedCte, matchFaultSelects } from './match.sql.js';
import type { SetField, UpdatePlan } from './update-plan.js';

/** Rows listed in `Result` (contract §4). */
const MAX_LISTED = 1_000;

/** The target's Id where its unique field has the value; readable targets only. */
function matchedId(ctx: RequestContext, { field, value }: SetField, by: Field): Sql {
  const target = ctx.catalogue.entity(field.target!);
  const { comparable } = valueTypeOf(by);
  const relation = relationSql({ ctx, rights: 'caller' }, target, rowsReadable(target));
  return sql`(SELECT t."Id" FROM ${relation} t WHERE ${comparable(sql`t.${ident(by.name)}`, by)} = ${comparable(sql`${value}`, by)})`;
}

/** A column of the row as it will be. A new owner brings his team; a new target of OwnerFrom brings its owner. */
function newValue(ctx: RequestContext, field: Field, { sets, match }: UpdatePlan): Sql {
  const set = sets.find((each) => each.field.name === field.name);
  if (set) return set.matchedBy ? matchedId(ctx, set, set.matchedBy) : sql`${set.value}`;
  const kept = sql`m.${ident(field.name)}`;
  if (field.name !== 'OwnerId' && field.name !== 'OwnerTeamId') return kept;
  const owner = sets.find((each) => each.field.name === 'OwnerId');
  if (owner) {
    const users = relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity('User'));
    return sql`(SELECT u."PrimaryTeamId" FROM ${users} u WHERE u."Id" = ${owner.value})`;
  }
  const source = sets.find((each) => each.field === match.entity.ownerFrom);
  if (!source) return kept;
  const targets = relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(source.field.target!));
  return sql`COALESCE((SELECT s.${ident(field.name)} FROM ${targets} s WHERE s."Id" = ${newValue(ctx, source.field, { sets, match } as UpdatePlan)}), ${kept})`;
}

/** CTE `x`: the matched rows as they will be. */
function imageCte(ctx: RequestContext, plan: UpdatePlan): Sql {
  const columns = storedFields(plan.match.entity).map(
    (field) => sql`${newValue(ctx, field, plan)} AS ${ident(field.name)}`,
  );
  const matched = plan.sets.flatMap(({ field, value, matchedBy }) =>
    matchedBy ? [sql`${value} AS ${ident(matchColumn(field, matchedBy))}`] : [],
  );
  return sql`x AS MATERIALIZED (SELECT ${list([...columns, ...matched])} FROM m)`;
}

/** CTEs `l…`: the targets of assigned lookups, locked so that none is deleted before this write commits. */
function lockCtes(ctx: RequestContext, { lookups }: UpdatePlan): readonly Sql[] {
  return lookups.map(({ field, target, ids, matchedBy }, i) => {
    const relation = relationSql({ ctx, rights: 'caller' }, target, rowsReadable(target));
    const wanted = matchedBy.length === 0 ? sql`= ANY(${ids})` : sql`IN (SELECT x.${ident(field.name)} FROM x)`;
    return sql`${raw(`l${i}`)} AS MATERIALIZED (SELECT t."Id" FROM ${relation} t WHERE t."Id" ${wanted} ORDER BY t."Id" FOR KEY SHARE OF t)`;
  });
}

function faultCte(ctx: RequestContext, { match, guards, lookups }: UpdatePlan): Sql {
  const found = guardSelects(
    ctx,
    guards,
    {
      drafted: new Map(),
      key: raw('x."Id"'),
      entityOf: () => match.entity,
      lookupOf: (_, lookup) => lookups[lookup],
      rowsOf: () => raw('x'),
      lockOf: (_, lookup) => raw(`l${lookup}`),
    },
    MATCH_FAULTS.length,
  );
  return sql`fault AS MATERIALIZED (${list([...matchFaultSelects(ctx, match), ...found], ' UNION ALL ')})`;
}

/** Fields whose value this update can change: the assigned ones and what follows from them. */
function changeable({ match, sets }: UpdatePlan): readonly Field[] {
  const assigned = new Set(sets.map(({ field }) => field.name));
  const movesOwner = assigned.has('OwnerId') || (match.entity.ownerFrom && assigned.has(match.entity.ownerFrom.name));
  return storedFields(match.entity).filter(
    ({ name }) => assigned.has(name) || (movesOwner && (name === 'OwnerId' || name === 'OwnerTeamId')),
  );
}

/** CTEs `u` (rows that really change; the others keep their version, T65) and `d` (their change rows). */
function storeCtes(ctx: RequestContext, plan: UpdatePlan): readonly Sql[] {
  const { entity } = plan.match;
  const fields = changeable(plan);
  const table = ident(ctx.catalogue.environment.schema, entity.name);
  const differs = anyOf(fields.map(({ name }) => sql`m.${ident(name)} IS DISTINCT FROM x.${ident(name)}`));
  const assignments = fields.map(({ name }) => sql`${ident(name)} = x.${ident(name)}`);
  const stamps = sql`"RowVersion" = m."RowVersion" + 1, "UpdatedBy" = ${CALL.userId}, "UpdatedOn" = ${CALL.at}`;
  const before = changedJson(fields, { shown: raw('m'), other: raw('u') });
  const after = changedJson(fields, { shown: raw('u'), other: raw('m') });
  return [
    sql`u AS (UPDATE ${table} t SET ${list([...assignments, stamps])} FROM m JOIN x ON x."Id" = m."Id" WHERE t."Id" = m."Id" AND ${differs} AND NOT EXISTS (SELECT 1 FROM fault) RETURNING ${list(storedFields(entity).map(({ name }) => sql`t.${ident(name)}`))})`,
    sql`d AS (SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before, m."OwnerTeamId" AS team_before, ${before} AS old_values, ${after} AS new_values FROM u JOIN m ON m."Id" = u."Id" ORDER BY u."Id")`,
  ];
}

/** `[{"Id","RowVersion"}, …]` of the matched rows, those included that did not change. */
const RESULT = sql`(SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']' FROM (SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version FROM m LEFT JOIN u ON u."Id" = m."Id" ORDER BY m."Id" LIMIT ${raw(String(MAX_LISTED))}) r)`;

/**
 * One statement that locks the matched rows, looks at what they would become, and when nothing is wrong changes them
 * with their change rows and the operation's outcome. Answers one row: `faults`, `result`, `matched` and `changed` (Ids
 * whose owner changed, for the records that follow it).
 */
export function compileUpdate(ctx: RequestContext, plan: UpdatePlan): Sql {
  const { match, mode } = plan;
  const looks = [matchedCte(ctx, match), imageCte(ctx, plan), ...lockCtes(ctx, plan), faultCte(ctx, plan)];
  if (mode === 'explain')
    return sql`WITH ${list(looks)} SELECT ${FAULTS_COLUMN}, NULL::text AS result, 0 AS matched, NULL::text AS moved`;
  const written = { entity: match.entity, operation: 'Update' } as const;
  const ids = raw('ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000)');
  const outcome = mode === 'store' ? [operationSql(ctx, written, ids, sql`NOT EXISTS (SELECT 1 FROM fault)`)] : [];
  const ctes = [
    ...looks,
    ...storeCtes(ctx, plan),
    changeSql(ctx, 'Update', [{ entity: match.entity, rows: raw('d') }]),
    ...outcome,
  ];
  const moved = sql`(SELECT json_agg(d."Id")::text FROM d WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before)`;
  return sql`WITH ${list(ctes)} SELECT ${FAULTS_COLUMN}, ${RESULT} AS result, (SELECT count(*)::int FROM m) AS matched, ${moved} AS moved`;
}
