import type { Criterion } from './criterion.js';
import { FieldPath } from './field-path.js';

/** Name of the row's own field in a path: the field itself, or the first lookup of a dotted name. */
export const ownField = ({ steps, field }: FieldPath): string => (steps[0] ?? field).name;

/** Names of the row's own fields that a criterion reads. */
export function ownFields(criterion: Criterion): readonly string[] {
  switch (criterion.kind) {
    case 'all':
    case 'any':
      return criterion.of.flatMap(ownFields);
    case 'not':
      return ownFields(criterion.of);
    case 'constant':
      return [];
    case 'compare': {
      const compared = criterion.operands.filter((operand) => operand instanceof FieldPath);
      return [criterion.path, ...compared].map(ownField);
    }
    case 'exists':
      return [ownField(criterion.path)];
  }
}

/** Tells whether a criterion reads nothing but the row itself: no looked-up records and no other rows. */
export function readsOwnRow(criterion: Criterion): boolean {
  switch (criterion.kind) {
    case 'all':
    case 'any':
      return criterion.of.every(readsOwnRow);
    case 'not':
      return readsOwnRow(criterion.of);
    case 'constant':
      return true;
    case 'compare':
      return [criterion.path, ...criterion.operands].every(
        (part) => !(part instanceof FieldPath) || part.steps.length === 0,
      );
    case 'exists':
      return false;
  }
}
