import { foreignKeyName } from '#core/catalogue/constraint-names.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions } from '#core/context/context.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

type Lookup = Pick<Field, 'entityName' | 'name'>;

/** Answers `n`: how many foreign keys of lookups cannot wait, since an older version made them. */
export function compileImmediateKeys({ catalogue }: Definitions, lookups: readonly Lookup[]): Sql {
  const { schema } = catalogue.environment;
  const names = list(lookups.map(({ entityName, name }) => literal(foreignKeyName(entityName, name))));
  return sql`
    SELECT count(*)::int AS n
    FROM pg_constraint k
    JOIN pg_namespace s ON s.oid = k.connamespace
    WHERE s.nspname = ${literal(schema)} AND k.conname IN (${names}) AND NOT k.condeferrable`;
}

/** Makes the foreign keys of lookups wait for the end of the write, or checks them. */
export function compileSetKeys(
  { catalogue }: Definitions,
  lookups: readonly Lookup[],
  when: 'DEFERRED' | 'IMMEDIATE',
): Sql {
  const { schema } = catalogue.environment;
  const keys = lookups.map(({ entityName, name }) => ident(schema, foreignKeyName(entityName, name)));
  return sql`SET CONSTRAINTS ${list(keys)} ${raw(when)}`;
}
