import type { Entity } from './entity.js';
import type { Field } from './field.js';

/** FNV-1a hash over UTF-16 units, 32 bits, as 7 letters and digits; distinguishes shortened names. */
function hash(text: string): string {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(36).padStart(7, '0');
}

/** Builds a readable name within PostgreSQL's 63 bytes; entity and field names are ASCII. */
function named(
  kind: 'pk' | 'ri' | 'uq' | 'fk' | 'ix' | 'no',
  entityName: string,
  fieldNames: readonly string[],
): string {
  const full = `${entityName}.${fieldNames.join('.')}`;
  return `${full.slice(0, 50)}_${kind}_${hash(full)}`;
}

/** Primary key on `Id`. */
export const primaryKeyName = (entityName: string): string => named('pk', entityName, []);

/** Unique constraint on `RecordInformationId`. */
export const envelopeKeyName = (entityName: string): string => named('ri', entityName, []);

const namesOf = (fields: readonly Field[]): readonly string[] => fields.map(({ name }) => name);

/** True for the key of an automatic number, whose index has the order of the numbers. */
const isNumbered = (fields: readonly Field[]): boolean => fields.some(({ type }) => type === 'AutoNumber');

/** Index behind a unique rule. */
export const uniqueName = (entityName: string, fields: readonly Field[]): string =>
  named('uq', entityName, [...namesOf(fields), ...(isNumbered(fields) ? ['natural'] : [])]);

/** Name of the index that an older version made for the same key in another order; `undefined` if it made the same one. */
export const supersededName = (entityName: string, fields: readonly Field[]): string | undefined =>
  isNumbered(fields) ? named('uq', entityName, namesOf(fields)) : undefined;

/** Foreign key of a lookup. */
export const foreignKeyName = (entityName: string, fieldName: string): string => named('fk', entityName, [fieldName]);

/** Plain index on columns. */
export const indexName = (entityName: string, ...fieldNames: readonly string[]): string =>
  named('ix', entityName, fieldNames);

/** Declared index: another definition of it has another name, so that it is made anew before the old one goes. */
export const declaredIndexName = (entityName: string, columns: readonly string[], definition: string): string =>
  `${`${entityName}.${columns.join('.')}`.slice(0, 50)}_ix_${hash(`${entityName} ${definition}`)}`;

/** Sequence of an automatic number, one per text before the counter. */
export const sequenceName = (field: Field, prefix: string): string =>
  named('no', field.entityName, [field.name, prefix]);

/** Trigger (and its function) for writes by routines; its lower-case initial distinguishes it from routines. */
export const triggerName = (login: 'object' | 'full', kind: 'stamp' | 'log', entityName: string): string =>
  `${login}_${kind}_${entityName.slice(0, 40)}_${hash(entityName)}`;

/** Maps a violated constraint to the field names of its unique key; `undefined` for other constraints. */
export function violatedFields(entity: Entity, constraint: string): readonly string[] | undefined {
  if (constraint === primaryKeyName(entity.name)) return ['Id'];
  if (constraint === envelopeKeyName(entity.name)) return ['RecordInformationId'];
  return entity.uniqueKeys.find((key) => uniqueName(entity.name, key) === constraint)?.map(({ name }) => name);
}
