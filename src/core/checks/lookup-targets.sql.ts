import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { ident, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { UsedLookup } from './used-lookup.js';

/** Targets that the caller may refer to: readable rows; every member may refer to users, teams and statuses. */
export const targetsOf = (ctx: RequestContext, target: Entity): Sql =>
  relationSql({ ctx, rights: 'caller' }, target, target.publicFields.size > 0 ? 'live' : 'readable');

/** True for the target `alias` whose unique field has the value. */
export function isMatch(alias: Sql, by: Field, value: Sql): Sql {
  const { comparable } = valueTypeOf(by);
  return sql`${comparable(sql`${alias}.${ident(by.name)}`, by)} = ${comparable(value, by)}`;
}

/** CTE `name`: targets of rows `x` of the CTE `rows`, locked so that none is deleted before this write commits. */
export function lockTargets(
  ctx: RequestContext,
  { field, target, ids, matchedBy }: UsedLookup,
  name: Sql,
  rows: Sql,
): Sql {
  const lookup = ident(field.name);
  const used =
    matchedBy.length === 0
      ? sql`= ANY(${ids})`
      : sql`IN (SELECT x.${lookup} FROM ${rows} x WHERE x.${lookup} IS NOT NULL)`;
  return sql`
    ${name} AS MATERIALIZED (
      SELECT t."Id" FROM ${targetsOf(ctx, target)} t WHERE t."Id" ${used} ORDER BY t."Id" FOR KEY SHARE OF t
    )`;
}
