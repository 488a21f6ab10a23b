import type { Entity } from '#core/catalogue/entity.js';
import { isAssigned, type Field } from '#core/catalogue/field.js';
import type { Assignment } from '#core/requests/assignments.js';
import type { DraftRow } from './draft.js';

/** Tells whether an own field got no value, valid or not, from the caller or the parent record. */
export const isLeftOut = ({ paths, values }: DraftRow, field: Field): boolean =>
  isAssigned(field) && !paths.has(field.name) && !values.has(field.name);

/** Assigns `Sequence` by array position to parts of a definition (fields, rules, statuses) that have none. */
export function placeInOrder(
  { kind, fields }: Entity,
  given: readonly Assignment[],
  index: number,
): readonly Assignment[] {
  const isOrdered = kind === 'definition' && fields.has('sequence');
  if (!isOrdered || given.some(({ name }) => name.toLowerCase() === 'sequence')) return [];
  return [{ name: 'Sequence', value: String(index + 1), path: '' }];
}
