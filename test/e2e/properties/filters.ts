import * as fc from 'fast-check';
import { FIELDS, type Kind, type RandomField } from './random-entities.js';
import type { Clause, Filter, Logic, Operand, Path } from './filter-model.js';
import { globalFor } from './globals.js';
import type { Plain } from './value-model.js';
import { TEXTS, valueOf, type KnownIds } from './values.js';

const MAX_STEPS = 3;
const MAX_NESTING = 3;

const EQUALITY = ['EqualTo', 'NotEqualTo'];
const NULL_TESTS = ['IsNULL', 'IsNotNULL'];
const LISTS = ['IN', 'NOTIN'];
const ROWS = ['ExistsIn', 'NotExistsIn'];
const ORDER = ['GreaterThan', 'LessThan', 'GreaterThanOrEqualTo', 'LessThanOrEqualTo'];
const RANGES = ['Between', 'NotBetween'];
const PARTS = ['Contains', 'NotContains', 'SplitContains', 'NotSplitContains'];
const ENDS = ['StartsWith', 'NotStartsWith', 'EndsWith', 'NotEndsWith'];
const ANY_ORDERED = [...EQUALITY, ...NULL_TESTS, ...LISTS, ...ROWS, ...ORDER, ...RANGES];

/** The operators that have a meaning for a kind. */
const OPERATORS: Readonly<Record<Kind, readonly string[]>> = {
  text: [...ANY_ORDERED, ...PARTS, ...ENDS],
  ciText: [...ANY_ORDERED, ...PARTS, ...ENDS],
  int: ANY_ORDERED,
  decimal: ANY_ORDERED,
  bool: [...EQUALITY, ...NULL_TESTS, ...LISTS],
  date: ANY_ORDERED,
  datetime: ANY_ORDERED,
  id: [...EQUALITY, ...NULL_TESTS, ...LISTS, ...ROWS],
  enum: ANY_ORDERED,
  set: [...EQUALITY, ...NULL_TESTS, ...PARTS],
  json: [...EQUALITY, ...NULL_TESTS],
};

const FAMILIES: Readonly<Partial<Record<Kind, string>>> = {
  ciText: 'text',
  decimal: 'int',
  datetime: 'date',
};
/** Kinds whose values can be compared with each other; an enum only with the same enum. */
const family = ({ kind, name }: RandomField): string => (kind === 'enum' ? name : (FAMILIES[kind] ?? kind));

/** Every field that can be reached from an entity, shorter ways first. */
function pathsFrom(entity: string, steps = MAX_STEPS): readonly Path[] {
  const own = FIELDS[entity].map((field) => ({ entity, names: [field.name], field }));
  const further = FIELDS[entity].flatMap(({ name, target }) =>
    target === undefined || steps === 0
      ? []
      : pathsFrom(target, steps - 1).map(({ names, field }) => ({ entity, names: [name, ...names], field })),
  );
  return [...own, ...further];
}

const PATHS: Readonly<Record<string, readonly Path[]>> = {
  Sample: pathsFrom('Sample'),
  Bin: pathsFrom('Bin'),
  Coin: pathsFrom('Coin', 1),
};

/** The entity's own fields half of the time: dotted ones are many. */
export const pathOf = (entity: string, accepts: (field: RandomField) => boolean = () => true): fc.Arbitrary<Path> => {
  const paths = PATHS[entity].filter(({ field }) => accepts(field));
  const own = paths.filter(({ names }) => names.length === 1);
  return own.length === 0 ? fc.constantFrom(...paths) : fc.oneof(fc.constantFrom(...own), fc.constantFrom(...paths));
};

const literal = (values: fc.Arbitrary<readonly Plain[]>): fc.Arbitrary<Operand> =>
  values.map((list) => ({ from: 'literal', values: list }));

/** A piece of a text that may well occur in others, in another letter case. */
const part = fc
  .tuple(fc.constantFrom(...TEXTS.filter((text) => text !== '')), fc.nat(8), fc.integer({ min: 1, max: 6 }))
  .chain(([text, start, length]) => {
    const piece =
      Array.from(text)
        .slice(start, start + length)
        .join('') || text;
    return fc.constantFrom(piece, piece.toUpperCase(), piece.toLowerCase());
  });

function literalFor(field: RandomField, operator: string, ids: KnownIds): fc.Arbitrary<Operand> {
  const value = valueOf(field, ids);
  if (field.kind === 'set') {
    const isAny = operator.endsWith('SplitContains');
    const set = value.filter((names) => !isAny || (names as readonly string[]).length > 0);
    return literal(set.map((names) => names as readonly string[]));
  }
  if (operator.endsWith('SplitContains')) return literal(fc.array(part, { maxLength: 3 }));
  if (PARTS.includes(operator) || ENDS.includes(operator)) return literal(fc.tuple(part));
  if (LISTS.includes(operator)) return literal(fc.array(fc.option(value, { freq: 9 }), { maxLength: 4 }));
  if (RANGES.includes(operator)) return literal(fc.tuple(value, value));
  const one: fc.Arbitrary<Plain> = EQUALITY.includes(operator) ? fc.option(value, { freq: 9 }) : value;
  return literal(fc.tuple(one));
}

function fieldsFor({ field, entity }: Path, operator: string): fc.Arbitrary<Operand> | undefined {
  if (LISTS.includes(operator) || operator.endsWith('SplitContains')) return undefined;
  // Automatic numbers have an order of their own, which the model has for plain digits alone.
  const isNumber = ({ definition }: typeof field): boolean => definition.FieldType === 'AutoNumber';
  const other = pathOf(
    entity,
    (candidate) => family(candidate) === family(field) && isNumber(candidate) === isNumber(field),
  );
  const paths = RANGES.includes(operator) ? fc.tuple(other, other) : fc.tuple(other);
  return paths.map((list) => ({ from: 'fields', paths: list }));
}

function rowsFor({ field }: Path, ids: KnownIds, nesting: number): fc.Arbitrary<Operand> {
  const targets = ['Sample', 'Bin'].filter((entity) =>
    PATHS[entity].some((path) => family(path.field) === family(field)),
  );
  return fc.constantFrom(...targets).chain((entity) =>
    fc.record({
      from: fc.constant('rows' as const),
      path: pathOf(entity, (candidate) => family(candidate) === family(field)),
      where: fc.option(clauseOf(entity, ids, nesting + 1), { nil: undefined }),
    }),
  );
}

function operandFor(path: Path, operator: string, ids: KnownIds, nesting: number): fc.Arbitrary<Operand> {
  if (NULL_TESTS.includes(operator)) return literal(fc.constant([]));
  if (ROWS.includes(operator)) return rowsFor(path, ids, nesting);
  const literals = { arbitrary: literalFor(path.field, operator, ids), weight: 6 };
  const fields = fieldsFor(path, operator);
  const global = RANGES.includes(operator) ? undefined : globalFor(path.field, operator);
  return fc.oneof(literals, ...[fields, global].filter((arbitrary) => arbitrary !== undefined));
}

const filterOf = (entity: string, ids: KnownIds, nesting: number): fc.Arbitrary<Filter> =>
  pathOf(entity).chain((path) => {
    const allowed = OPERATORS[path.field.kind].filter((operator) => nesting < MAX_NESTING || !ROWS.includes(operator));
    return fc
      .constantFrom(...allowed)
      .chain((operator) => operandFor(path, operator, ids, nesting).map((operand) => ({ path, operator, operand })));
  });

/** A tree over numbered filters that mentions each at least once; flat within an ExistsIn, whose tests multiply. */
function logicOf(count: number, maxDepth: number): fc.Arbitrary<Logic> {
  const all = Array.from({ length: count }, (_, index) => ({ kind: 'filter' as const, index }));
  const { tree } = fc.letrec<{ tree: Logic }>((tie) => ({
    tree: fc.oneof(
      { maxDepth, withCrossShrink: true },
      fc.constantFrom<Logic[]>(...all),
      tie('tree').map((of): Logic => ({ kind: 'not', of })),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((of): Logic => ({ kind: 'and', of })),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((of): Logic => ({ kind: 'or', of })),
    ),
  }));
  const kind = fc.constantFrom('and' as const, 'or' as const);
  return fc.tuple(tree, kind).map(([logic, join]): Logic => {
    const left = all.filter(({ index }) => !mentions(logic, index));
    return left.length === 0 ? logic : { kind: join, of: [logic, ...left] };
  });
}

const mentions = (logic: Logic, index: number): boolean => {
  if (logic.kind === 'filter') return logic.index === index;
  if (logic.kind === 'not') return mentions(logic.of, index);
  return logic.of.some((of) => mentions(of, index));
};

/** A where-clause with valid operands; `nesting` counts the ExistsIn around it. */
export function clauseOf(entity: string, ids: KnownIds, nesting = 0): fc.Arbitrary<Clause> {
  const filters = fc.array(filterOf(entity, ids, nesting), { minLength: 1, maxLength: nesting === 0 ? 5 : 2 });
  const maxDepth = nesting === 0 ? 3 : 1;
  return filters.chain((list) => logicOf(list.length, maxDepth).map((logic) => ({ filters: list, logic })));
}
