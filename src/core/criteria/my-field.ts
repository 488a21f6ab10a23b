import { isOwn } from '#core/catalogue/extended-entities.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Field, FieldType } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { OperatorName } from '#core/fields/operators.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { nearMiss } from '#core/nearest.js';
import { isTextOperator, patternOf } from './text-pattern.js';

/** Types whose values a principal holds; values of the others may be long. */
const HELD: ReadonlySet<FieldType> = new Set<FieldType>([
  ...(['Text', 'Int', 'Decimal', 'Bool'] as const),
  ...(['Date', 'DateTime', 'Uuid', 'Enum', 'Lookup'] as const),
]);

/** Own fields of users with which where-clauses compare. */
export const myFields = (catalogue: Catalogue): readonly Field[] =>
  [...(catalogue.find('User')?.fields.values() ?? [])].filter((field) => isOwn('User', field) && HELD.has(field.type));

const MY = /^my\.(.*)$/i;

/**
 * The caller's value of the own field that a global names, null for none, or what a field can be compared with; undefined
 * for any other global.
 */
export function myOperand(
  { catalogue, principal }: RequestContext,
  compared: Field,
  operator: OperatorName,
  global: string,
): { readonly value: unknown; readonly type: string } | { readonly expected: string } | undefined {
  const name = MY.exec(global)?.[1];
  if (name === undefined) return undefined;
  const known = myFields(catalogue);
  const field = known.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!field) return { expected: namesOf(known, name) };
  const { family, operandType } = valueTypeOf(field);
  if (!areAlike(field, compared)) return { expected: `fields of its kind, and My.${field.name} is ${field.type}` };
  const value = valueOf(field, principal.own?.get(field.name));
  const isPattern = family === 'text' && typeof value === 'string' && isTextOperator(operator);
  return { value: isPattern ? patternOf(operator, value) : value, type: operandType(field) };
}

function areAlike(a: Field, b: Field): boolean {
  const { family } = valueTypeOf(a);
  return family === valueTypeOf(b).family && (family !== 'time' || a.type === b.type);
}

/** Another node may have given the field another type meanwhile: a value that does not fit counts as none. */
function valueOf(field: Field, stored: string | undefined): unknown {
  if (stored === undefined) return null;
  const parsed = valueTypeOf(field).parse(field.type === 'Bool' ? stored === 'true' : stored, field);
  return parsed.ok ? parsed.value : null;
}

/** Most names that a message lists. */
const MAX_NAMES = 10;

function namesOf(known: readonly Field[], name: string): string {
  const names = known.map((field) => field.name);
  const near = nearMiss(name, names);
  const shown = near === undefined ? names.slice(0, MAX_NAMES) : [near];
  if (shown.length === 0) return 'own fields of User as My.<FieldName>, and User has none';
  return `own fields of User, such as ${shown.map((each) => `My.${each}`).join(', ')}`;
}
