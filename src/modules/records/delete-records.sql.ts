import { changeSql } from '../../core/changes/change.sql.js';
import { operationSql } from '../../core/changes/operation.sql.js';
import { storedFields, type Entity, type Relation } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { relationSql } from '../../core/criteria/relation.js';
import { CALL } from '../../core/sql/args.js';
import { ident, list, raw, sql, type Slot, type Sql } from '../../core/sql/sql.js';
import { changedJson, recordJson } from '../../core/values/record-json.js';
import type { MatchPlan } from './match-plan.js';
import { FAULTS_COLUMN, matchedCte, matchFaultSelects } from './match.sql.js';

const columnsOf = (entity: Entity, alias: string): Sql =>
  list(storedFields(entity).map(({ name }) => sql`${raw(alias)}.${ident(name)}`));

/**
 * Locks the matched records so that nothing can come to point to them any more. Answers `faults` and `ids` as JSON text.
 */
export function compileLockMatched(ctx: RequestContext, match: MatchPlan): Sql {
  const fault = sql`fault AS MATERIALIZED (${list(matchFaultSelects(ctx, match), ' UNION ALL ')})`;
  return sql`WITH ${list([matchedCte(ctx, match), fault])} SELECT ${FAULTS_COLUMN}, (SELECT json_agg(m."Id")::text FROM m) AS ids`;
}

/** Children of the parents, locked in the order of their Ids; those marked as deleted too when `all`. */
export function compileLockChildren(
  ctx: RequestContext,
  { childEntity, childField }: Relation,
  parentIds: Slot,
  all: boolean,
): Sql {
  const children = relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(childEntity), all ? 'stored' : 'live');
  return sql`SELECT c."Id" AS id FROM ${children} c WHERE c.${ident(childField)} = ANY(${parentIds}) ORDER BY c."Id" FOR UPDATE OF c`;
}

/** Counts children that are not deleted with their parents: `live` ones, and `deleted` ones that are only marked. */
export function compileCountChildren(
  ctx: RequestContext,
  { childEntity, childField }: Relation,
  parentIds: Slot,
  goingIds: Slot,
): Sql {
  const children = relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(childEntity), 'stored');
  return sql`SELECT count(*) FILTER (WHERE NOT c."IsDeleted")::int AS live, count(*) FILTER (WHERE c."IsDeleted")::int AS deleted FROM ${children} c WHERE c.${ident(childField)} = ANY(${parentIds}) AND c."Id" <> ALL(${goingIds})`;
}

/** One entity's part of the last statement: which rows go, and how. */
export interface DeletedRows {
  readonly entity: Entity;
  readonly hard: boolean;
  readonly ids: Slot;
}

/** Children whose lookup to a deleted parent becomes null. */
export interface ClearedRows {
  readonly entity: Entity;
  readonly relation: Relation;
  readonly parentIds: Slot;
}

function deleteCtes(ctx: RequestContext, { entity, hard, ids }: DeletedRows, i: number): readonly Sql[] {
  const table = ident(ctx.catalogue.environment.schema, entity.name);
  const marked = sql`UPDATE ${table} t SET "IsDeleted" = true, "DeletedOn" = ${CALL.at}, "DeletedBy" = ${CALL.userId}, "RowVersion" = t."RowVersion" + 1, "UpdatedBy" = ${CALL.userId}, "UpdatedOn" = ${CALL.at} WHERE t."Id" = ANY(${ids}) AND NOT t."IsDeleted"`;
  const removed = sql`DELETE FROM ${table} t WHERE t."Id" = ANY(${ids})`;
  const gone = raw(`g${i}`);
  const image = recordJson(entity, gone);
  return [
    sql`${gone} AS (${hard ? removed : marked} RETURNING ${columnsOf(entity, 't')})`,
    sql`${raw(`h${i}`)} AS (SELECT ${gone}."Id", ${gone}."RecordInformationId", ${gone}."OwnerId", ${gone}."OwnerTeamId", ${gone}."RowVersion", ${image} AS row FROM ${gone} ORDER BY ${gone}."Id")`,
  ];
}

function clearCtes(ctx: RequestContext, { entity, relation, parentIds }: ClearedRows, i: number): readonly Sql[] {
  const table = ident(ctx.catalogue.environment.schema, entity.name);
  const field = entity.fields.get(relation.childField.toLowerCase())!;
  const [matched, updated, changed] = [raw(`cm${i}`), raw(`cu${i}`), raw(`cd${i}`)];
  const before = changedJson([field], { shown: matched, other: updated });
  const after = changedJson([field], { shown: updated, other: matched });
  return [
    sql`${matched} AS MATERIALIZED (SELECT ${columnsOf(entity, 't')} FROM ${table} t WHERE t.${ident(field.name)} = ANY(${parentIds}) ORDER BY t."Id" FOR NO KEY UPDATE OF t)`,
    sql`${updated} AS (UPDATE ${table} t SET ${ident(field.name)} = NULL, "RowVersion" = t."RowVersion" + 1, "UpdatedBy" = ${CALL.userId}, "UpdatedOn" = ${CALL.at} FROM ${matched} WHERE t."Id" = ${matched}."Id" RETURNING ${columnsOf(entity, 't')})`,
    sql`${changed} AS (SELECT ${updated}."Id", ${updated}."RecordInformationId", ${updated}."RowVersion", ${updated}."OwnerId", ${updated}."OwnerTeamId", ${matched}."OwnerId" AS owner_before, ${matched}."OwnerTeamId" AS team_before, ${before} AS old_values, ${after} AS new_values FROM ${updated} JOIN ${matched} ON ${matched}."Id" = ${updated}."Id" ORDER BY ${updated}."Id")`,
  ];
}

/**
 * The last statement of a delete: everything goes at once, so that foreign keys, which are checked at its end, hold
 * whatever the order; with change rows and the operation's outcome. Answers `result` as `[{"Id","RowVersion"}, …]`.
 */
export function compileDelete(
  ctx: RequestContext,
  deleted: readonly DeletedRows[],
  cleared: readonly ClearedRows[],
): Sql {
  const { entity } = deleted[0];
  const changes = [
    changeSql(
      ctx,
      'Delete',
      deleted.map((group, i) => ({ entity: group.entity, rows: raw(`h${i}`) })),
    ),
  ];
  if (cleared.length > 0) {
    const rows = cleared.map((group, i) => ({ entity: group.entity, rows: raw(`cd${i}`) }));
    changes.push(changeSql(ctx, 'Update', rows, 'change_cleared'));
  }
  const ids = raw('ARRAY(SELECT h0."Id" FROM h0 LIMIT 1000)');
  const ctes = [
    ...deleted.flatMap((group, i) => deleteCtes(ctx, group, i)),
    ...cleared.flatMap((group, i) => clearCtes(ctx, group, i)),
    ...changes,
    operationSql(ctx, { entity, operation: 'Delete' }, ids, raw('true')),
  ];
  const listed = sql`(SELECT h0."Id", h0."RowVersion" AS version FROM h0 ORDER BY h0."Id" LIMIT 1000)`;
  return sql`WITH ${list(ctes)} SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']' AS result, (SELECT count(*)::int FROM h0) AS matched FROM ${listed} r`;
}
