import { changeSql } from '../../core/changes/change.sql.js';
import { operationSql } from '../../core/changes/operation.sql.js';
import { versionSql } from '../../core/changes/version.sql.js';
import type { Entity, Relation } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { relationSql, targetSql } from '../../core/criteria/relation.js';
import { CALL } from '../../core/sql/args.js';
import { ident, list, raw, sql, type Slot, type Sql } from '../../core/sql/sql.js';
import { recordJson } from '../../core/values/record-json.js';
import { changedRows, columnsOf, listedIds, listedResult } from './changed-rows.sql.js';
import type { MatchPlan } from './match-plan.js';
import { FAULTS_COLUMN, matchedCte, matchFaultSelects } from './match.sql.js';
import { touched } from './stamps.sql.js';

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
  const target = targetSql(ctx, entity);
  const marked = sql`UPDATE ${target} t SET "IsDeleted" = true, "DeletedOn" = ${CALL.at}, "DeletedBy" = ${CALL.userId}, ${touched(raw('t'))} WHERE t."Id" = ANY(${ids}) AND NOT t."IsDeleted"`;
  const removed = sql`DELETE FROM ${target} t WHERE t."Id" = ANY(${ids})`;
  const gone = raw(`g${i}`);
  const image = recordJson(entity, gone);
  return [
    sql`${gone} AS (${hard ? removed : marked} RETURNING ${columnsOf(entity, 't')})`,
    sql`${raw(`h${i}`)} AS (SELECT ${gone}."Id", ${gone}."RecordInformationId", ${gone}."OwnerId", ${gone}."OwnerTeamId", ${gone}."RowVersion", ${image} AS row FROM ${gone} ORDER BY ${gone}."Id")`,
  ];
}

function clearCtes(ctx: RequestContext, { entity, relation, parentIds }: ClearedRows, i: number): readonly Sql[] {
  const rows = relationSql({ ctx, rights: 'system' }, entity, 'stored');
  const field = entity.fields.get(relation.childField.toLowerCase())!;
  const [matched, updated, changed] = [raw(`cm${i}`), raw(`cu${i}`), raw(`cd${i}`)];
  return [
    sql`${matched} AS MATERIALIZED (SELECT ${columnsOf(entity, 't')} FROM ${rows} t WHERE t.${ident(field.name)} = ANY(${parentIds}) ORDER BY t."Id" FOR NO KEY UPDATE OF t)`,
    sql`${updated} AS (UPDATE ${targetSql(ctx, entity)} t SET ${ident(field.name)} = NULL, ${touched(raw('t'))} FROM ${matched} WHERE t."Id" = ${matched}."Id" RETURNING ${columnsOf(entity, 't')})`,
    sql`${changed} AS (${changedRows([field], matched, updated)})`,
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
  const ctes = [
    ...deleted.flatMap((group, i) => deleteCtes(ctx, group, i)),
    ...cleared.flatMap((group, i) => clearCtes(ctx, group, i)),
    ...changes,
    ...versionSql(
      ctx,
      [...deleted, ...cleared].map((group) => group.entity),
      raw('true'),
    ),
    operationSql(ctx, { entity, operation: 'Delete' }, listedIds(raw('h0')), raw('true')),
  ];
  const result = listedResult(sql`SELECT h0."Id", h0."RowVersion" AS version FROM h0`);
  return sql`WITH ${list(ctes)} SELECT ${result} AS result, (SELECT count(*)::int FROM h0) AS matched`;
}
