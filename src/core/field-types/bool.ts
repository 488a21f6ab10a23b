import { sql } from '../sql/sql.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

/** Bool: `true` or `false`, as JSON or as text in any letter case. */
export const bool: ValueType = {
  ...PLAIN,
  family: 'bool',
  parse: (json) => {
    if (typeof json === 'boolean') return parsed(json);
    const text = typeof json === 'string' && json.length <= 5 ? json.toLowerCase() : '';
    return text === 'true' || text === 'false' ? parsed(text === 'true') : refused('true or false');
  },
  columnType: () => 'boolean',
  operandType: () => 'boolean',
  toJson: (column) => sql`${column}::text`,
  schema: () => ({ type: 'boolean' }),
};
