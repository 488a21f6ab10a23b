import type { Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import { ident, list, sql, type Sql } from '../sql/sql.js';

/** The fields GlobalSearch looks at: own ones of type Text and AutoNumber (contract §14.5). */
export const searchedFields = ({ fields }: Entity): readonly Field[] =>
  [...fields.values()].filter(({ type, isSystem }) => !isSystem && (type === 'Text' || type === 'AutoNumber'));

/**
 * The texts of some fields as one, without regard to letter case: the expression of the query and of the index that
 * serves it, which must be the same. The separator is in no text that people write.
 * @param alias of the row, with a dot behind it; none in an index.
 */
export function searchTextSql(fields: readonly Field[], alias: Sql): Sql {
  const texts = fields.map(({ name }) => sql`COALESCE(${alias}${ident(name)}, '')`);
  return sql`lower((${list(texts, " || E'\\x1f' || ")}) COLLATE "und-x-icu")`;
}
