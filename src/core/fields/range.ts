import type { Field } from '#core/catalogue/field.js';
import type { BrokenRule } from './value-type.js';

/**
 * Lists the Min and Max rules that a value breaks; both bounds are inclusive.
 * @param compare returns a negative number, zero or a positive number, as for `Array.sort`.
 */
export function brokenRange(value: string, field: Field, compare: (a: string, b: string) => number): BrokenRule[] {
  const { name, min, max } = field;
  const broken: BrokenRule[] = [];
  if (min !== undefined && compare(value, min) < 0) {
    broken.push({ rule: 'Min', message: `${name} must be at least ${min}.` });
  }
  if (max !== undefined && compare(value, max) > 0) {
    broken.push({ rule: 'Max', message: `${name} must be at most ${max}.` });
  }
  return broken;
}
