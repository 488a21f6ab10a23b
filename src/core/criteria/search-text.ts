import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import { ident, list, sql, type Sql } from '../sql/sql.js';

/** Fields that GlobalSearch reads: own fields of type Text and AutoNumber (docs/interface.md#search). */
export const searchedFields = ({ fields }: Entity): readonly Field[] =>
  [...fields.values()].filter(({ type, isSystem }) => !isSystem && (type === 'Text' || type === 'AutoNumber'));

/**
 * Concatenates the texts of fields in lower case. Query and index must use the same expression. The separator is a
 * control character that does not occur in typed text.
 * @param alias of the row followed by a dot; empty in an index.
 */
export function searchTextSql(fields: readonly Field[], alias: Sql): Sql {
  const texts = fields.map(({ name }) => sql`COALESCE(${alias}${ident(name)}, '')`);
  return sql`lower((${list(texts, " || E'\\x1f' || ")}) COLLATE "und-x-icu")`;
}
