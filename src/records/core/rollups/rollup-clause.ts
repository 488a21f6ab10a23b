import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { parseOperandSource } from '#core/requests/operand-source.js';

/** The filters of a rollup's where-clause, as the definition gives them. */
export const filtersOf = (where: JsonValue | undefined): readonly JsonObject[] =>
  isObject(where ?? null) && isArray((where as JsonObject).Filters ?? null)
    ? ((where as JsonObject).Filters as readonly JsonValue[]).filter(isObject)
    : [];

/** True for a filter that compares with another field of the row. */
const isFieldFilter = ({ ValueType }: JsonObject): boolean => parseOperandSource(ValueType) === 'Field';

/** Names a filter mentions: its field's, and that of the field it is compared with. */
export const namesOfFilter = (filter: JsonObject): readonly string[] =>
  [filter.FieldName, isFieldFilter(filter) ? filter.Value : undefined].filter((name) => typeof name === 'string');

/** Names of the children's own fields that a rollup's where-clause looks at. */
export const rollupClauseFields = (where: JsonValue | undefined): readonly string[] =>
  filtersOf(where)
    .flatMap(namesOfFilter)
    .map((name) => name.split('.')[0]);
