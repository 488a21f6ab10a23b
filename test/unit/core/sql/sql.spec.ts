import { allOf, anyOf, EMPTY, ident, list, literal, raw, render, Slot, sql } from '../../../../src/core/sql/sql.js';

const [a, b] = [new Slot(4, 'text'), new Slot(2, 'uuid[]')];

it('numbers parameters in the order of the text, one for a slot used twice', () => {
  const inner = sql`x = ${b} OR y = ${a}`;
  expect(render(sql`SELECT ${a} WHERE ${inner} AND z = ${new Slot(4, 'text')}`)).toEqual({
    text: 'SELECT $1::text WHERE x = $2::uuid[] OR y = $1::text AND z = $1::text',
    slots: [4, 2],
  });
});

it.each([
  [['Name'], '"Name"'],
  [['env_1', 'Order'], '"env_1"."Order"'],
  [['a"b'], '"a""b"'],
])('quotes the name %j', (names, text) => {
  expect(render(ident(...names)).text).toBe(text);
});

it.each([
  ["it's", "'it''s'"],
  ['back\\slash', "E'back\\\\slash'"],
  ["\\'", "E'\\\\'''"],
])('quotes the constant %s', (text, quoted) => {
  expect(render(literal(text)).text).toBe(quoted);
});

it.each([
  ['a list', list([raw('1'), a, raw('3')]), '1, $1::text, 3'],
  ['a list with its own separator', list([raw('1'), raw('2')], ' | '), '1 | 2'],
  ['an empty list', list([]), ''],
  ['all of several', allOf([raw('a'), raw('b')]), '(a AND b)'],
  ['all of one', allOf([raw('a')]), 'a'],
  ['all of none', allOf([]), 'true'],
  ['any of several', anyOf([raw('a'), raw('b')]), '(a OR b)'],
  ['any of one', anyOf([raw('a')]), 'a'],
  ['any of none', anyOf([]), 'false'],
  ['nothing', EMPTY, ''],
])('compiles %s', (_, fragment, text) => {
  expect(render(fragment).text).toBe(text);
});
