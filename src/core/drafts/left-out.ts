import type { Entity } from '../catalogue/entity.js';
import { isAssigned, type Field } from '../catalogue/field.js';
import type { Assignment } from '../requests/assignments.js';
import type { DraftRow } from './draft.js';

/** An own field that neither the caller nor the record above gave a value, right or wrong. */
export const isLeftOut = ({ paths, values }: DraftRow, field: Field): boolean =>
  isAssigned(field) && !paths.has(field.name) && !values.has(field.name);

/** Parts of a definition (fields, rules, statuses) stand in the order of their array unless they say otherwise. */
export function placeInOrder(
  { kind, fields }: Entity,
  given: readonly Assignment[],
  index: number,
): readonly Assignment[] {
  const isOrdered = kind === 'definition' && fields.has('sequence');
  if (!isOrdered || given.some(({ name }) => name.toLowerCase() === 'sequence')) return [];
  return [{ name: 'Sequence', value: String(index + 1), path: '' }];
}
