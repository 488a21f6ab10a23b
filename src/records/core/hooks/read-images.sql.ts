import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { relationSql } from '#core/relations/relation.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';
import { recordJson } from '#core/fields/record-json.js';

/** Live records that match, independent of the caller's rights, as one JSON text `row` each, ordered by Id. */
export function compileReadImages(ctx: Definitions, entity: Entity, criterion: Criterion, limit: number | 'ALL'): Sql {
  const reader = { ctx, rights: 'system' } as const;
  const from = new FromClause(reader, entity, 't');
  const condition = criterionSql(criterion, from);
  return sql`
    SELECT ${recordJson(entity, raw('t'))} AS row
    FROM ${relationSql(reader, entity)} t${from.joins()}
    WHERE ${condition}
    ORDER BY t."Id"
    LIMIT ${raw(String(limit))}`;
}
