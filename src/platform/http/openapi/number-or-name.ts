import type { SchemaObject } from '@nestjs/swagger';

/** Schema of an enumerated value, which callers send by its number or by its name. */
export const numberOrName = (
  numbers: Pick<SchemaObject, 'enum' | 'minimum' | 'maximum'>,
  names: readonly string[],
): Pick<SchemaObject, 'oneOf'> => ({
  oneOf: [
    { type: 'integer', ...numbers },
    { type: 'string', enum: [...names] },
  ],
});
