import fc from 'fast-check';
import { MAX_LOGIC_LENGTH, mentions, parseFilterLogic, type Logic } from '#core/requests/filter-logic.js';

/** The tree as text with every pair of parentheses: shows what binds tighter. */
const shape = (logic: Logic): string => {
  if (logic.kind === 'filter') return String(logic.sequence);
  if (logic.kind === 'not') return `not(${shape(logic.of)})`;
  return `${logic.kind}(${logic.of.map(shape).join(' ')})`;
};

const parse = (text: string): Logic => {
  const logic = parseFilterLogic(text);
  if ('problem' in logic) throw new Error(logic.problem);
  return logic;
};

// Requirement: R40, T4
it.each([
  ['1', '1'],
  [' ( 1 ) ', '1'],
  ['1 AND 2', 'all(1 2)'],
  ['1 and 2 AnD 3', 'all(1 2 3)'],
  ['1 OR 2 AND 3', 'any(1 all(2 3))'],
  ['1 AND 2 OR 3 AND 4', 'any(all(1 2) all(3 4))'],
  ['(1 OR 2) AND 3', 'all(any(1 2) 3)'],
  ['NOT 1 AND 2', 'all(not(1) 2)'],
  ['not (1 or 2)', 'not(any(1 2))'],
  ['NOT NOT 1', 'not(not(1))'],
  ['1AND(12)OR 2', 'any(all(1 12) 2)'],
  ['10 OR 20', 'any(10 20)'],
  ['1\tAND\n2', 'all(1 2)'],
])('reads %j as %s', (text, expected) => {
  expect(shape(parse(text))).toBe(expected);
});

// Requirement: R40, T4
it.each([
  ['', "a number, NOT or '(' was expected, not the end", 1],
  ['1 2', "AND or OR was expected, not '2'", 3],
  ['()', "a number, NOT or '(' was expected, not ')'", 2],
  ['(1 AND 2', "AND, OR or ')' was expected, not the end", 9],
  ['1 AND', "a number, NOT or '(' was expected, not the end", 6],
  ['1)', "AND or OR was expected, not ')'", 2],
  ['AND 1', "a number, NOT or '(' was expected, not 'AND'", 1],
  ['1 XOR 2', "'XOR' is not allowed", 3],
  ['1 && 2', "'&' is not allowed", 3],
  ['1 AND -1', "'-' is not allowed", 7],
  ["1'; DROP TABLE x", "''' is not allowed", 2],
  ['1 AND 😀', "'😀' is not allowed", 7],
  ['１', "'１' is not allowed", 1],
  [`${'('.repeat(33)}1${')'.repeat(33)}`, 'more than 32 levels are nested', 34],
  [`${'NOT '.repeat(33)}1`, 'more than 32 levels are nested', 133],
  [`1${' '.repeat(MAX_LOGIC_LENGTH)}`, 'it has more than 10000 characters', MAX_LOGIC_LENGTH + 1],
])('refuses %j with the position', (text, problem, position) => {
  expect(parseFilterLogic(text)).toEqual({ problem, position });
});

// Requirement: R40
it('reads 32 levels and the longest text', () => {
  expect(shape(parse(`${'('.repeat(32)}1${')'.repeat(32)}`))).toBe('1');
  expect(mentions(parse(`1${' OR 1'.repeat(1999)}`))).toHaveLength(2000);
});

it('lists the numbers with their positions', () => {
  expect(mentions(parse('1 AND (12 OR NOT 1)')).map(({ sequence, position }) => [sequence, position])).toEqual([
    [1, 1],
    [12, 8],
    [1, 18],
  ]);
});

const { tree } = fc.letrec<{ tree: Logic; leaf: Logic; list: Logic; not: Logic }>((tie) => ({
  tree: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('list'), tie('not')),
  leaf: fc.record({
    kind: fc.constant('filter' as const),
    sequence: fc.integer({ min: 1, max: 5 }),
    position: fc.constant(0),
  }),
  list: fc.record({
    kind: fc.constantFrom('all' as const, 'any' as const),
    of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
  }),
  not: fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
}));

/** Prints parentheses only where they change the meaning, so that precedence is tested. */
const print = (logic: Logic, within = 0): string => {
  if (logic.kind === 'filter') return String(logic.sequence);
  if (logic.kind === 'not') return `NOT ${print(logic.of, 2)}`;
  if (logic.of.length === 1) return print(logic.of[0], within);
  const binding = logic.kind === 'all' ? 1 : 0;
  const text = logic.of.map((part) => print(part, binding)).join(logic.kind === 'all' ? ' and ' : ' Or ');
  return binding < within ? `(${text})` : text;
};

const holds = (logic: Logic, facts: number): boolean => {
  if (logic.kind === 'filter') return ((facts >> logic.sequence) & 1) === 1;
  if (logic.kind === 'not') return !holds(logic.of, facts);
  return logic.kind === 'all'
    ? logic.of.every((part) => holds(part, facts))
    : logic.of.some((part) => holds(part, facts));
};

// Requirement: R40, T4
it('parses every printed tree back to an equivalent one', () => {
  fc.assert(
    fc.property(tree, (logic) => {
      const read = parse(print(logic));
      for (let facts = 0; facts < 64; facts += 2) expect(holds(read, facts)).toBe(holds(logic, facts));
    }),
  );
});

it('answers any input with a tree or a problem', () => {
  const noise = fc.string({
    unit: fc.constantFrom('1', '2', ' ', '(', ')', 'AND', 'or', 'NOT ', '\\', '\0'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(noise, (text) => {
      const logic = parseFilterLogic(text);
      if ('problem' in logic) expect(logic.position).toBeGreaterThan(0);
      else expect(mentions(logic).length).toBeGreaterThan(0);
    }),
  );
});
