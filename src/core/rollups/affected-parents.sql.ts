import type { RequestContext } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { CALL } from '../sql/args.js';
import { anyOf, ident, list, literal, sql, type Sql } from '../sql/sql.js';
import { fieldsInRollup } from './rollup-level.js';
import type { RollupParent } from './rollup-parents.js';

/**
 * Locks the parents whose rollups may depend on this transaction's changes: parents of changed children, before and
 * after. They are found by the transaction's own change rows and locked in the order of their Ids. Only the next
 * statement sees changes that were committed while this one waited. Answers their Ids.
 *
 * Aliases: `p` parents, `c` children, `k` change rows.
 */
export function compileLockParents(ctx: RequestContext, affected: readonly RollupParent[]): Sql {
  const { parent } = affected[0];
  const ids = list(
    affected.map((each) => affectedSql(ctx, each)),
    ' UNION ',
  );
  const rows = relationSql({ ctx, rights: 'system' }, parent);
  return sql`
    SELECT p."Id" AS id
    FROM ${rows} p
    WHERE p."Id" IN (${ids})
    ORDER BY p."Id"
    FOR NO KEY UPDATE OF p`;
}

function affectedSql(ctx: RequestContext, { relation, fields }: RollupParent): Sql {
  const child = ctx.catalogue.entity(relation.childEntity);
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  // Routines write the database's time: a day is far more than the clocks can differ.
  const own = sql`
    k.xid = pg_current_xact_id()
    AND k.environment_id = ${environmentId}
    AND k.entity = ${literal(child.name)}
    AND k.occurred_at >= ${CALL.at} - interval '1 day'`;
  const names = [
    relation.childField,
    ...fields.flatMap((field) => fieldsInRollup(child, field)).map(({ name }) => name),
  ];
  const touches = anyOf([
    sql`k.operation <> 'Update'`,
    ...[...new Set(names)].map((name) => sql`(k.old -> ${literal(name)}) IS NOT NULL`),
  ]);
  const changes = sql`platform.change k WHERE ${own} AND ${touches}`;
  const lookup = literal(relation.childField);
  const children = relationSql({ ctx, rights: 'system' }, child, 'stored');
  return sql`
    SELECT (k.old ->> ${lookup})::uuid FROM ${changes}
    UNION
    SELECT (k.new ->> ${lookup})::uuid FROM ${changes}
    UNION
    SELECT c.${ident(relation.childField)}
    FROM ${children} c
    WHERE c."Id" IN (SELECT k.record_id FROM ${changes} AND k.operation = 'Update')`;
}
