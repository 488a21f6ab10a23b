import { allOf, anyOf, EMPTY, ident, list, literal, plpgsql, raw, render, Slot, sql } from '#core/sql/sql.js';

const [a, b] = [new Slot(4, 'text'), new Slot(2, 'uuid[]')];

it('numbers parameters in the order of the text, one for a slot used twice', () => {
  const inner = sql`x = ${b} OR y = ${a}`;
  expect(render(sql`SELECT ${a} WHERE ${inner} AND z = ${new Slot(4, 'text')}`)).toEqual({
    text: 'SELECT $1::text WHERE x = $2::uuid[] OR y = $1::text AND z = $1::text',
    slots: [4, 2],
  });
});

describe('line breaks', () => {
  it('are one blank, and none at the ends and beside parentheses', () => {
    const rows = sql`
      SELECT ${a} AS x
        FROM t
    `;
    const text = '(SELECT $1::text AS x FROM t) UNION ALL (SELECT  1 )';
    expect(
      render(sql`(
        ${rows}
      )
      UNION ALL (SELECT  1 )`).text,
    ).toBe(text);
  });

  it('stand beside holes, also where a hole comes first or last', () => {
    expect(
      render(sql`${a}
        ${b}
        = ${a}`).text,
    ).toBe('$1::text $2::uuid[] = $1::text');
  });

  it.each([
    [sql`'a\n b' ||\n 'c''\n' || "d\n"`, `'a\n b' || 'c''\n' || "d\n"`],
    [sql`'a ${raw('b\n')}\n c' ||\n '"'\n||\n'\n'`, `'a b\n\n c' || '"' || '\n'`],
    [sql`AS $$\n BEGIN\n$$\n, $x$\n$$\n$x$\n,\n $1`, 'AS $$\n BEGIN\n$$ , $x$\n$$\n$x$ , $1'],
  ])('within quotes are a part of the value: %#', (fragment, text) => {
    expect(render(fragment).text).toBe(text);
  });

  it('of a function body stay', () => {
    expect(render(plpgsql`BEGIN\n  ${a};\nEND`).text).toBe('BEGIN\n  $1::text;\nEND');
  });

  it('are folded once for each template', () => {
    const made = [1, 2].map(
      () => sql`SELECT
      ${a}`,
    );
    expect(made[0].strings).toBe(made[1].strings);
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
