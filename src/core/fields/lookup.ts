import { uuid } from './uuid.js';
import type { ValueType } from './value-type.js';

/** Lookup: the `Id` of a record of the target entity. `Match` and nested records are resolved before parsing. */
export const lookup: ValueType = {
  ...uuid,
  schema: ({ target }) => ({ type: 'string', format: 'uuid', description: `Id of a record of ${target}.` }),
};
