import type { Comparison, Criterion, Existence } from './criterion.js';
import { OPPOSITES } from '#core/fields/operators.js';

/**
 * Negates a criterion. Where SQL's NOT would match other rows than the opposite operators, as for ExistsIn and under
 * `NullSafeNegation`, the NOT is moved to the filters and becomes their opposite operators.
 */
export function negated(criterion: Criterion): Criterion {
  if (!needsOpposites(criterion)) return { kind: 'not', of: criterion };
  switch (criterion.kind) {
    case 'all':
    case 'any':
      return { kind: criterion.kind === 'all' ? 'any' : 'all', of: criterion.of.map(negated) };
    case 'compare':
      return oppositeComparison(criterion);
    case 'exists':
      return oppositeExistence(criterion);
    case 'not':
      return criterion.of;
    case 'constant':
      return { kind: 'not', of: criterion };
  }
}

function needsOpposites(criterion: Criterion): boolean {
  switch (criterion.kind) {
    case 'all':
    case 'any':
      return criterion.of.some(needsOpposites);
    case 'compare':
      return criterion.nullSafe === true;
    case 'not':
      return needsOpposites(criterion.of);
    case 'exists':
      return true;
    case 'constant':
      return false;
  }
}

const oppositeComparison = (comparison: Comparison): Comparison => ({
  ...comparison,
  operator: OPPOSITES.get(comparison.operator) as Comparison['operator'],
  orNull: !comparison.orNull,
});

const oppositeExistence = (existence: Existence): Existence => ({
  ...existence,
  negated: !existence.negated,
  orNull: existence.nullSafe === true && !existence.negated,
});
