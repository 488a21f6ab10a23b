import { foreignKeyName } from '../catalogue/constraint-names.js';
import type { Field } from '../catalogue/field.js';
import type { RequestContext } from '../context.js';
import { ident, list, raw, sql, type Sql } from '../sql/sql.js';

/** Makes the foreign keys of lookups wait for the end of the write, or judges them. */
export function compileSetKeys(
  { catalogue }: RequestContext,
  lookups: readonly Pick<Field, 'entityName' | 'name'>[],
  when: 'DEFERRED' | 'IMMEDIATE',
): Sql {
  const { schema } = catalogue.environment;
  const keys = lookups.map(({ entityName, name }) => ident(schema, foreignKeyName(entityName, name)));
  return sql`SET CONSTRAINTS ${list(keys)} ${raw(when)}`;
}
