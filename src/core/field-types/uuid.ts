import { sql } from '../sql/sql.js';
import { parsed, PLAIN, refused, type ValueType } from './value-type.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, in any letter case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** A UUID in lower case; `undefined` when the text is none. */
export const readUuid = (text: string): string | undefined => (UUID.test(text) ? text.toLowerCase() : undefined);

/** Uuid: any letter case in, lower case inside. */
export const uuid: ValueType = {
  ...PLAIN,
  family: 'id',
  parse: (json) => (typeof json === 'string' && isUuid(json) ? parsed(json.toLowerCase()) : refused('a UUID')),
  columnType: () => 'uuid',
  operandType: () => 'uuid',
  toJson: (column) => sql`('"' || ${column}::text || '"')`,
  schema: () => ({ type: 'string', format: 'uuid' }),
};
