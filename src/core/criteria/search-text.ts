import type { Entity } from '#core/catalogue/entity.js';
import type { Field, FieldType } from '#core/catalogue/field.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';

const SEARCHED_TYPES: ReadonlySet<FieldType> = new Set(['Text', 'LongText', 'AutoNumber']);

/**
 * Fields that GlobalSearch reads: own fields of type Text, LongText and AutoNumber (docs/interface/queries.md#search).
 */
export const searchedFields = ({ fields }: Entity): readonly Field[] =>
  [...fields.values()].filter(({ type, isSystem }) => !isSystem && SEARCHED_TYPES.has(type));

/**
 * Divides searched fields into the groups whose texts are searched as one: a protected field is one by itself, since not
 * every caller searches it. None is empty.
 */
export function searchedTogether(fields: readonly Field[]): readonly (readonly Field[])[] {
  const open = fields.filter(({ protection }) => protection === undefined);
  const alone = fields.filter(({ protection }) => protection !== undefined).map((field) => [field]);
  return open.length > 0 ? [open, ...alone] : alone;
}

/** Characters of a text that are searched: PostgreSQL needs a multiple of them as memory for each row. */
const MAX_SEARCHED_LENGTH = 50_000;

/** Tells whether values of the field may be longer than what is searched of them. */
export const isCutForSearch = ({ type, maxLength = Infinity }: Field): boolean =>
  type !== 'AutoNumber' && maxLength > MAX_SEARCHED_LENGTH;

/** Unlike left(), substr() decompresses no more of a value than it needs. */
function searchedText(field: Field, alias: Sql): Sql {
  const text = sql`COALESCE(${alias}${ident(field.name)}, '')`;
  return isCutForSearch(field) ? sql`substr(${text}, 1, ${raw(String(MAX_SEARCHED_LENGTH))})` : text;
}

/**
 * Concatenates the texts of fields in lower case. Query and index must use the same expression. The separator is a
 * control character that does not occur in typed text.
 * @param alias of the row followed by a dot; empty in an index.
 */
export function searchTextSql(fields: readonly Field[], alias: Sql): Sql {
  const texts = fields.map((field) => searchedText(field, alias));
  return sql`lower((${list(texts, " || E'\\x1f' || ")}) COLLATE "und-x-icu")`;
}
