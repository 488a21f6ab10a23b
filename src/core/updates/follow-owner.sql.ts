import { changeSql } from '../changes/change.sql.js';
import { storedFields, type Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { RequestContext } from '../context.js';
import { relationSql, targetSql } from '../criteria/relation.js';
import { ident, raw, sql, type Slot, type Sql } from '../sql/sql.js';
import { changedRows, columnsOf } from '../writes/changed-rows.sql.js';
import { MAX_MATCHED } from '../writes/match-plan.js';
import { touched } from '../writes/stamps.sql.js';

/** Records of `entity` that take their owner from where their `source` lookup leads to. */
export interface Followers {
  readonly entity: Entity;
  readonly source: Field;
  readonly target: Entity;
  /** By which field they are named: the lookup, where targets have got a new owner, or their own Id. */
  readonly by: Field;
  /** Values of that field, as `uuid[]`. */
  readonly ids: Slot;
}

/** Gives the followers their target's owner and team. Answers their Ids as JSON text, at most one more than allowed. */
export function compileFollowOwner(ctx: RequestContext, { entity, source, target, by, ids }: Followers): Sql {
  const reader = { ctx, rights: 'system' } as const;
  const fields = storedFields(entity).filter(({ name }) => name === 'OwnerId' || name === 'OwnerTeamId');
  const columns = columnsOf(entity, 't');
  const matched = sql`SELECT ${columns}, s."OwnerId" AS new_owner, s."OwnerTeamId" AS new_team FROM ${relationSql(reader, entity)} t JOIN ${relationSql(reader, target)} s ON s."Id" = t.${ident(source.name)} WHERE t.${ident(by.name)} = ANY(${ids}) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."OwnerId", s."OwnerTeamId") ORDER BY t."Id" LIMIT ${raw(String(MAX_MATCHED + 1))} FOR UPDATE OF t`;
  return sql`WITH m AS MATERIALIZED (${matched}),
    u AS (UPDATE ${targetSql(ctx, entity)} t SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, ${touched(raw('m'))} FROM m WHERE t."Id" = m."Id" RETURNING ${columns}),
    d AS (${changedRows(fields, raw('m'), raw('u'))}),
    ${changeSql(ctx, 'Update', [{ entity, rows: raw('d') }])}
    SELECT json_agg(m."Id")::text AS ids FROM m`;
}
