import { JsonNumber, type JsonValue } from '#core/json/json.js';
import type { Family } from './value-type.js';

/** Filter operators and their numbers (docs/interface/queries.md#operators). */
export const OPERATORS = {
  GreaterThan: 1,
  LessThan: 2,
  EqualTo: 3,
  IN: 4,
  NOTIN: 5,
  IsNULL: 6,
  IsNotNULL: 7,
  NotEqualTo: 8,
  GreaterThanOrEqualTo: 9,
  LessThanOrEqualTo: 10,
  Contains: 11,
  NotContains: 12,
  StartsWith: 13,
  NotStartsWith: 14,
  EndsWith: 15,
  NotEndsWith: 16,
  Between: 17,
  NotBetween: 18,
  SplitContains: 19,
  NotSplitContains: 20,
  ExistsIn: 21,
  NotExistsIn: 22,
} as const;

/** A filter operator by its name in the interface. */
export type OperatorName = keyof typeof OPERATORS;

const NAMES = Object.keys(OPERATORS) as readonly OperatorName[];
const BY_INPUT = new Map(NAMES.flatMap((name) => [[name.toLowerCase(), name] as const, [`${OPERATORS[name]}`, name]]));

/** Lists operators for a message: `GreaterThan 1, LessThan 2, …`. */
export const operatorList = (names: Iterable<OperatorName> = NAMES): string =>
  [...names].map((name) => `${name} ${OPERATORS[name]}`).join(', ');

/** Parses an operator: its number, as JSON number or text, or its name in any letter case. */
export function parseOperator(json: JsonValue | undefined): OperatorName | undefined {
  if (json instanceof JsonNumber) return BY_INPUT.get(json.text);
  return typeof json === 'string' ? BY_INPUT.get(json.trim().toLowerCase()) : undefined;
}

const NULL_TESTS = ['IsNULL', 'IsNotNULL'] as const;
const EQUALITY = ['EqualTo', 'NotEqualTo', ...NULL_TESTS] as const;
const CHOICE = [...EQUALITY, 'IN', 'NOTIN'] as const;
const MEMBERSHIP = [...CHOICE, 'ExistsIn', 'NotExistsIn'] as const;
const ORDER = [
  ...MEMBERSHIP,
  'GreaterThan',
  'LessThan',
  'GreaterThanOrEqualTo',
  'LessThanOrEqualTo',
  'Between',
  'NotBetween',
] as const;
const PARTS = ['Contains', 'NotContains', 'SplitContains', 'NotSplitContains'] as const;

const inTableOrder = (names: readonly OperatorName[]): ReadonlySet<OperatorName> =>
  new Set(NAMES.filter((name) => names.includes(name)));

/**
 * Operators by kind of value (docs/interface/queries.md#operators); any other operator is refused with 400.
 *
 * | family | fields | operators |
 * |---|---|---|
 * | text | Text, LongText, AutoNumber | all |
 * | number, time, enum | Int, Decimal; Date, DateTime; Enum in declared order | equality, order, lists, Between, null, ExistsIn |
 * | id | Uuid, Lookup | equality, lists, null, ExistsIn |
 * | bool | Bool | equality, lists, null |
 * | set | MultiEnum | equality as sets, null; Contains = has all the given values, SplitContains = has any of them |
 * | json | Json | equality of the documents, null |
 */
export const OPERATORS_OF: Readonly<Record<Family, ReadonlySet<OperatorName>>> = {
  text: new Set(NAMES),
  number: inTableOrder(ORDER),
  time: inTableOrder(ORDER),
  enum: inTableOrder(ORDER),
  id: inTableOrder(MEMBERSHIP),
  bool: inTableOrder(CHOICE),
  set: inTableOrder([...EQUALITY, ...PARTS]),
  json: inTableOrder(EQUALITY),
};

const NEGATIONS = [
  ['EqualTo', 'NotEqualTo'],
  ['IN', 'NOTIN'],
  ['Contains', 'NotContains'],
  ['StartsWith', 'NotStartsWith'],
  ['EndsWith', 'NotEndsWith'],
  ['Between', 'NotBetween'],
  ['SplitContains', 'NotSplitContains'],
  ['ExistsIn', 'NotExistsIn'],
] as const;

/** Operators that have a negation, and their negations, each by the other. */
export const OPPOSITES: ReadonlyMap<OperatorName, OperatorName> = new Map(
  NEGATIONS.flatMap(([positive, negative]): readonly (readonly [OperatorName, OperatorName])[] => [
    [positive, negative],
    [negative, positive],
  ]),
);

/** Operators that, as in SQL, omit rows whose field is null unless `NullSafeNegation` is set. */
export const NEGATIVE: ReadonlySet<OperatorName> = new Set(NEGATIONS.map(([, negative]) => negative));

/** Number of operands in a filter's `Value`; `rows` stands for rows of another entity. */
export type Arity = 'none' | 'one' | 'two' | 'many' | 'rows';

const ARITIES: Readonly<Partial<Record<OperatorName, Arity>>> = {
  IsNULL: 'none',
  IsNotNULL: 'none',
  Between: 'two',
  NotBetween: 'two',
  IN: 'many',
  NOTIN: 'many',
  SplitContains: 'many',
  NotSplitContains: 'many',
  ExistsIn: 'rows',
  NotExistsIn: 'rows',
};

/** Number of operands that an operator takes. */
export const arityOf = (operator: OperatorName): Arity => ARITIES[operator] ?? 'one';
