import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { type FieldRead, widestRead } from '#core/catalogue/scope.js';
import type { Principal } from '#core/context/context.js';

type Caller = Readonly<Record<'principal', Pick<Principal, 'access' | 'isAdministrator'>>>;

const rightOf = ({ principal }: Caller, { entityName, name }: Field) =>
  principal.access.get(entityName)?.fields?.get(name);

/** The caller's right to read the values of a field (docs/interface/access.md#fields). */
export function fieldReadOf(caller: Caller, field: Field): FieldRead {
  if (!field.protection || caller.principal.isAdministrator) return 'Full';
  const least = field.protection === 'Masked' ? 'Masked' : 'None';
  return widestRead(rightOf(caller, field)?.read ?? 'None', least);
}

/** Mask by which the caller sees the values of a field; undefined where they see all of them, or none. */
export const maskOf = (caller: Caller, field: Field): Field['mask'] =>
  fieldReadOf(caller, field) === 'Masked' ? field.mask : undefined;

/** Tells whether the caller may give a field a value, as far as its protection goes. */
export const mayWriteField = (caller: Caller, field: Field): boolean =>
  !field.protection || caller.principal.isAdministrator || rightOf(caller, field)?.write === true;

/** Fields that the caller sees in records, in their order: all but those without a right to read. */
export const seenFields = (caller: Caller, { fields, protectedFields }: Entity): readonly Field[] =>
  protectedFields.length === 0
    ? [...fields.values()]
    : [...fields.values()].filter((field) => fieldReadOf(caller, field) !== 'None');

/** Describes the caller's rights to the protected fields of an entity; equal for equal rights, empty where it has none. */
export const fieldProfile = (caller: Caller, { protectedFields }: Entity): string =>
  protectedFields
    .map((field) => `${field.name}=${fieldReadOf(caller, field)}${mayWriteField(caller, field) ? '+' : ''}`)
    .join();
