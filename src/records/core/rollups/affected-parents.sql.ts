import type { Definitions } from '#core/context/context.js';
import { parentsOfChanged } from '#core/relations/own-changes.sql.js';
import { relationSql } from '#core/relations/relation.js';
import { anyOf, list, literal, sql, type Sql } from '#core/sql/sql.js';
import { fieldsInRollup } from './rollup-level.js';
import type { RollupParent } from './rollup-parents.js';

/**
 * Locks the parents whose rollups may depend on this transaction's changes: parents of changed children, before and
 * after. They are found by the transaction's own change rows and locked in the order of their Ids. Only the next
 * statement sees changes that were committed while this one waited. Answers their Ids.
 *
 * Aliases: `p` parents, `c` children, `k` change rows.
 */
export function compileLockParents(ctx: Definitions, affected: readonly RollupParent[]): Sql {
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

function affectedSql(ctx: Definitions, { relation, fields }: RollupParent): Sql {
  const child = ctx.catalogue.entity(relation.childEntity);
  const names = [
    relation.childField,
    ...fields.flatMap((field) => fieldsInRollup(child, field)).map(({ name }) => name),
  ];
  const touches = anyOf([
    sql`k.operation <> 'Update'`,
    ...[...new Set(names)].map((name) => sql`(k.old -> ${literal(name)}) IS NOT NULL`),
  ]);
  return parentsOfChanged(ctx, relation, touches);
}
