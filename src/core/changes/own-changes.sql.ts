import type { Relation } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { CALL } from '../sql/args.js';
import { ident, literal, raw, sql, type Sql } from '../sql/sql.js';

/** FROM item and WHERE of the change rows `k` that this transaction has written of an entity. */
export function ownChanges(ctx: RequestContext, entityName: string, alias = raw('k')): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  // Routines write the database's time: a day is far more than the clocks can differ.
  return sql`
    platform.change ${alias} WHERE ${alias}.xid = pg_current_xact_id()
    AND ${alias}.environment_id = ${environmentId}
    AND ${alias}.entity = ${literal(entityName)}
    AND ${alias}.occurred_at >= ${CALL.at} - interval '1 day'`;
}

/**
 * SELECTs the Ids of the parents of the records that this transaction has changed, before and after.
 * @param touches condition on the change rows `k` that count
 */
export function parentsOfChanged(ctx: RequestContext, { childEntity, childField }: Relation, touches: Sql): Sql {
  const changes = sql`${ownChanges(ctx, childEntity)} AND ${touches}`;
  const lookup = literal(childField);
  const children = relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(childEntity), 'stored');
  return sql`
    SELECT (k.old ->> ${lookup})::uuid FROM ${changes}
    UNION
    SELECT (k.new ->> ${lookup})::uuid FROM ${changes}
    UNION
    SELECT c.${ident(childField)}
    FROM ${children} c
    WHERE c."Id" IN (SELECT k.record_id FROM ${changes} AND k.operation = 'Update')`;
}
