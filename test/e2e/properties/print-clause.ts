import type { Clause, Filter, Logic, Operand } from './filter-model.js';
import type { Kind } from './random-entities.js';
import { textOf, type Plain } from './value-model.js';

/** Operators by number (docs/interface/queries.md#operators). */
const NUMBERS: Readonly<Record<string, number>> = {
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
};

/** Chooses one of the `options` where the interface accepts several spellings. */
export type Choose = <T>(...options: readonly T[]) => T;

/** The same choices for the same seed; 0 always takes the first option, the plain way. */
export function chooser(seed: number): Choose {
  let state = seed;
  return (...options) => {
    if (seed === 0) return options[0];
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return options[(state >>> 8) % options.length];
  };
}

const LIST = new Set(['IN', 'NOTIN', 'SplitContains', 'NotSplitContains']);
const FREE_OF_SEPARATORS = /^[^,;\s]+$/;

/** Numbers and booleans travel as JSON or as text; ids in any letter case. */
function printValue(kind: Kind, value: Plain, choose: Choose): unknown {
  if (value === null) return null;
  if (kind === 'int' || kind === 'decimal') return choose(textOf(value), RAW + textOf(value) + RAW);
  if (kind === 'bool') return choose(value, textOf(value), textOf(value).toUpperCase());
  if (kind === 'id') return choose(value, textOf(value).toUpperCase());
  if (kind === 'datetime') return choose(value, textOf(value).replace('Z', ''), textOf(value).replace('Z', '+00:00'));
  return value;
}

/** Around the digits of a number that is to stand in the body as it is. */
const RAW = '\uE000';

/** JSON text of a body; keeps all digits of numbers. */
export const bodyText = (body: unknown): string =>
  JSON.stringify(body).replaceAll(new RegExp(`"${RAW}([^"]*)${RAW}"`, 'g'), '$1');

const textsOf = (values: readonly Plain[]): readonly string[] => values.map(textOf);

function printLiteral({ path, operator }: Filter, values: readonly Plain[], choose: Choose): unknown {
  const { kind } = path.field;
  if (kind === 'set')
    return values.length === 1 && values[0] === null ? null : choose<unknown>(values, textsOf(values).join());
  const printed = values.map((value) => printValue(kind, value, choose));
  const isList = LIST.has(operator) || operator.endsWith('Between');
  if (!isList) return printed[0];
  const isPlain = values.every((value) => value !== null && FREE_OF_SEPARATORS.test(textOf(value)));
  return isPlain && values.length > 0 && kind !== 'enum' ? choose<unknown>(printed, textsOf(values).join()) : printed;
}

const printName = (names: readonly string[], choose: Choose): string =>
  names.map((name) => choose(name, name, name.toLowerCase(), name.toUpperCase())).join('.');

function printOperand(filter: Filter, operand: Operand, choose: Choose): object {
  switch (operand.from) {
    case 'literal':
      return {
        Value: printLiteral(filter, operand.values, choose),
        ...choose({}, { ValueType: 1 }, { ValueType: 'Literal' }),
      };
    case 'fields': {
      const names = operand.paths.map(({ names: path }) => printName(path, choose));
      return { Value: names.length === 1 ? names[0] : names, ValueType: choose<unknown>(3, '3', 'Field') };
    }
    case 'global':
      return { Value: choose(operand.name, operand.name.toLowerCase()), ValueType: choose<unknown>(4, 'Global') };
    case 'rows': {
      const { path, where } = operand;
      const WhereClause = where && printClause(where, choose);
      return {
        Value: {
          EntityName: choose(path.entity, path.entity.toLowerCase()),
          FieldName: printName(path.names, choose),
          WhereClause,
        },
      };
    }
  }
}

const printFilter = (filter: Filter, choose: Choose): object => ({
  FieldName: printName(filter.path.names, choose),
  Operator: choose<unknown>(NUMBERS[filter.operator], NUMBERS[filter.operator], filter.operator),
  ...(filter.operator.startsWith('Is')
    ? choose({}, { Value: 'ignored' })
    : printOperand(filter, filter.operand, choose)),
});

/** AND binds tighter than OR, NOT tighter than both; everything else is the caller's taste. */
const RANK = { or: 1, and: 2, not: 3, filter: 4 } as const;

function printLogic(logic: Logic, numbers: readonly number[], choose: Choose, around = 0): string {
  const space = (): string => choose(' ', '  ', '\t', '\n ');
  const word = (text: string): string => choose(text, text.toLowerCase(), text[0] + text.slice(1).toLowerCase());
  const text = {
    filter: () => String(numbers[(logic as { index: number }).index]),
    not: () => `${word('NOT')} ${printLogic((logic as { of: Logic }).of, numbers, choose, RANK.not)}`,
    and: () => joined('AND'),
    or: () => joined('OR'),
  }[logic.kind]();
  function joined(operator: string): string {
    const parts = (logic as { of: readonly Logic[] }).of.map((of) => printLogic(of, numbers, choose, RANK[logic.kind]));
    return parts.join(`${space()}${word(operator)}${space()}`);
  }
  const isNeeded = RANK[logic.kind] < around;
  return isNeeded || choose(false, false, true) ? `(${choose('', ' ')}${text}${choose('', ' ')})` : text;
}

const isConjunction = (logic: Logic, count: number): boolean =>
  (count === 1 && logic.kind === 'filter') ||
  (logic.kind === 'and' && logic.of.length === count && logic.of.every((of) => of.kind === 'filter'));

/** Numbers of the filters in FilterLogic, and their Sequences, if any. */
interface Numbering {
  readonly numbers: readonly number[];
  readonly given?: readonly number[];
}

/** The clause as JSON: any valid numbering, no FilterLogic where AND of all is meant. */
export function printClause({ filters, logic }: Clause, choose: Choose): object {
  const count = filters.length;
  const positions = filters.map((_, i) => i + 1);
  const gaps = filters.map((_, i) => (count - i) * choose(10, 7));
  const { numbers, given } = choose<Numbering>(
    { numbers: positions, given: positions },
    { numbers: positions },
    { numbers: positions, given: positions.map(() => 0) },
    { numbers: gaps, given: gaps },
  );
  const Filters = filters.map((filter, i) => ({
    ...printFilter(filter, choose),
    ...(given && { Sequence: choose<unknown>(given[i], String(given[i])) }),
  }));
  const leaveOut = isConjunction(logic, count) && choose(false, true);
  return leaveOut
    ? { Filters, FilterLogic: choose<unknown>(undefined, '', null) }
    : { Filters, FilterLogic: printLogic(logic, numbers, choose) };
}
