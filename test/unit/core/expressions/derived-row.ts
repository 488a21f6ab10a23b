import type { Field } from '#core/catalogue/field.js';
import { sampleField } from '../values/sample-field.js';

/** A Computed field of that name. */
export const computed = (name: string, expression: string, resultType: string, more: Partial<Field> = {}): Field =>
  sampleField((resultType === 'Nonsense' ? 'Text' : resultType) as Field['type'], {
    name,
    computed: { expression, resultType },
    ...more,
  });

/** A row with a field of every type, and computed ones. */
export const row = (...more: readonly Field[]): ReadonlyMap<string, Field> => {
  const fields = [
    ...(['Text', 'Int', 'Decimal', 'Bool', 'Date', 'DateTime', 'Uuid', 'Json', 'Enum', 'Lookup'] as const),
    'AutoNumber' as const,
  ].map((type) => sampleField(type));
  const all = [...fields, sampleField('DateTime', { name: 'CreatedOn', isSystem: true }), ...more];
  return new Map(all.map((field) => [field.name.toLowerCase(), field]));
};
