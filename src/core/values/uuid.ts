import { sql } from '../sql/sql.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Uuid: any letter case in, lower case inside. */
export const uuid: ValueType = {
  ...PLAIN,
  family: 'id',
  parse: (json) => (typeof json === 'string' && UUID.test(json) ? parsed(json.toLowerCase()) : refused('a UUID')),
  columnType: () => 'uuid',
  operandType: () => 'uuid',
  toJson: (column) => sql`('"' || ${column}::text || '"')`,
  schema: () => ({ type: 'string', format: 'uuid' }),
};
