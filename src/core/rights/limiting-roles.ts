import type { Entity } from '#core/catalogue/entity.js';
import type { Operation } from '#core/catalogue/scope.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import { EMPTY, raw, type Sql, sql } from '#core/sql/sql.js';
import { limitedRows, rowsSql, scopeOf, scopeSql } from './access.js';

export const roleName = ({ catalogue }: Pick<RequestContext, 'catalogue'>, id: string): string =>
  catalogue.organisation.roles.get(id)?.name ?? id;

/** Names the roles whose clauses limit an operation of the caller; undefined where none does. */
export const limitingRoles = (ctx: RequestContext, entity: Entity, operation: Operation): string | undefined =>
  limitedRows(ctx, entity, operation)
    ?.grants.map(({ clause }) => roleName(ctx, clause.roleId))
    .join(', ');

/** Parameters of a refusal that clauses of roles decide, where the scope alone would allow. The clauses are not shown. */
export const conditionParams = (Name: string): NonNullable<Fault['params']> => ({ Kind: 'Condition', Name });

/** Renders a condition on a row with the given alias: the scope of the operation covers it, and clauses do not. */
export function unmetSql(ctx: RequestContext, entity: Entity, operation: Operation, alias: Sql): Sql {
  if (!limitedRows(ctx, entity, operation)) return raw('false');
  const scope = scopeSql(scopeOf(ctx, entity, operation), alias);
  return sql`(${scope}) IS TRUE AND (${rowsSql(ctx, entity, operation, alias)}) IS NOT TRUE`;
}

/** Renders `unmetSql` as the column `isUnmet` behind others; no column where no clause limits the operation. */
export const unmetColumn = (ctx: RequestContext, entity: Entity, operation: Operation, alias: Sql): Sql =>
  limitedRows(ctx, entity, operation) ? sql`, ${unmetSql(ctx, entity, operation, alias)} AS "isUnmet"` : EMPTY;
