import type { Relation } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from './relation.js';
import { CALL } from '#core/statements/args.js';
import { newValue } from '#core/changes/record-shape.sql.js';
import { ident, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/**
 * Change rows that this transaction has written of an entity, as a table expression without alias. They are found by the
 * transaction alone, before any other condition: in a partition without statistics, the planner would take the index by
 * entity and record and read the whole entity.
 */
export function ownChanges(ctx: Definitions, entityName: string): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  // Routines write the database's time: a day is far more than the clocks can differ.
  return sql`
    (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new,
          k.shape, k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= ${CALL.at} - interval '1 day'
      )
      SELECT k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape, k.created
      FROM own k
      WHERE k.environment_id = ${environmentId} AND k.entity = ${literal(entityName)}
    )`;
}

/**
 * SELECTs the Ids of the parents of the records that this transaction has changed, before and after.
 * @param touches condition on the change rows `k` that count, which is checked once for each
 */
export function parentsOfChanged(ctx: Definitions, { childEntity, childField }: Relation, touches: Sql): Sql {
  const lookup = literal(childField);
  const lookupAfter = newValue(childField, raw('k'));
  const children = systemRows(ctx, childEntity, 'stored');
  return sql`
    (
      WITH k AS MATERIALIZED (
        SELECT k.record_id, k.operation, k.old, ${lookupAfter} AS parent
        FROM ${ownChanges(ctx, childEntity)} k
        WHERE ${touches}
      )
      SELECT (k.old ->> ${lookup})::uuid FROM k
      UNION
      SELECT k.parent::uuid FROM k
      UNION
      SELECT c.${ident(childField)}
      FROM ${children} c
      WHERE c."Id" IN (SELECT k.record_id FROM k WHERE k.operation = 'Update')
    )`;
}
