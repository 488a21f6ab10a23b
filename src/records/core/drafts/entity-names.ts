import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Field } from '#core/catalogue/field.js';
import type { Faults } from '#core/errors.js';
import type { Value } from '#core/fields/value-type.js';
import type { DraftRow } from './draft.js';

/** Returns the value; the name of an entity in the spelling of its definition. */
export function spelled({ namesEntityOf }: Field, value: Value, catalogue: Catalogue): Value {
  return namesEntityOf !== undefined && typeof value === 'string' ? (catalogue.find(value)?.name ?? value) : value;
}

/** Returns the value of a new record as `spelled` does; its parent may be an entity that the same draft creates. */
export function newSpelled(
  row: DraftRow,
  field: Field,
  value: Value,
  catalogue: Catalogue,
  drafted: ReadonlyMap<string, DraftRow>,
): Value {
  if (field.namesEntityOf === undefined || typeof value !== 'string') return value;
  const parent = drafted.get(String(row.values.get(field.namesEntityOf)));
  const name = parent?.values.get(parent.entity.displayField.name);
  const isOfParent = typeof name === 'string' && name.toLowerCase() === value.toLowerCase();
  return isOfParent ? name : spelled(field, value, catalogue);
}

/**
 * Gives a lookup that was left out the entity that another field of the row names, as its `Match`. Where both are
 * given, the definition checks compare them.
 * @param faults receives one for an unknown name
 * @returns false if no field names it
 */
export function takesNamed(row: DraftRow, lookup: Field, catalogue: Catalogue, faults: Faults): boolean {
  const naming = [...row.entity.fields.values()].find(({ namesEntityOf }) => namesEntityOf === lookup.name);
  const value = naming && row.values.get(naming.name);
  if (!naming || !(typeof value === 'string' || row.faulty.has(naming.name))) return false;
  if (typeof value === 'string' && catalogue.find(value)) {
    row.matches.set(lookup.name, { field: catalogue.entity(lookup.target!).displayField, value });
    return true;
  }
  // The one fault is that of the name: neither field is checked any further.
  row.faulty.add(lookup.name);
  if (typeof value !== 'string') return true;
  row.faulty.add(naming.name);
  const path = row.paths.get(naming.name);
  faults.add('Validation', catalogue.unknownEntity(value), {
    fieldName: naming.name,
    ...(path !== undefined && { path }),
  });
  return true;
}
