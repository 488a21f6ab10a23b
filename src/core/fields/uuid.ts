import { sql } from '#core/sql/sql.js';
import { isUuid } from '#core/values/uuid-text.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

/** Uuid: accepted in any letter case, stored in lower case. */
export const uuid: ValueType = {
  ...PLAIN,
  family: 'id',
  parse: (json) => (typeof json === 'string' && isUuid(json) ? parsed(json.toLowerCase()) : refused('a UUID')),
  columnType: () => 'uuid',
  operandType: () => 'uuid',
  toJson: (column) => sql`('"' || ${column}::text || '"')`,
  schema: () => ({ type: 'string', format: 'uuid' }),
};

/** Lookup: the `Id` of a record of the target entity. `Match` and nested records are resolved before parsing. */
export const lookup: ValueType = {
  ...uuid,
  schema: ({ target }) => ({ type: 'string', format: 'uuid', description: `Id of a record of ${target}.` }),
};
