import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { relationSql } from '#core/relations/relation.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';

/** Locks the matching records that the caller may read, in the order of their Ids. Changes nothing. */
export function compileLockForMove(
  ctx: RequestContext,
  entity: Entity,
  { criterion, exclusive }: { readonly criterion: Criterion; readonly exclusive: boolean },
): Sql {
  const reader = { ctx, rights: 'caller' } as const;
  const condition = criterionSql(criterion, new FromClause(reader, entity, 't'));
  return sql`
    SELECT t."Id"
    FROM ${relationSql(reader, entity)} t
    WHERE ${condition}
    ORDER BY t."Id"
    FOR ${raw(exclusive ? 'UPDATE' : 'NO KEY UPDATE')} OF t`;
}
