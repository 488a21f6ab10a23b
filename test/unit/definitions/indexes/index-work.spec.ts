import { raw } from '#core/sql/sql.js';
import { indexWork, statesOf } from '#definitions/indexes/index-work.js';

const index = (name: string, ...ids: readonly string[]) => ({
  name,
  ddl: raw(name),
  beside: raw(name),
  declared: ids.map((id) => ({ kind: 'Index' as const, id })),
});
const wanted = new Map([
  ['Order', [index('a', '1'), index('b', '1', '2')]],
  ['Customer', [index('c', '3'), index('d')]],
]);

it('finds missing, unfinished and unwanted indexes', () => {
  const work = indexWork(
    wanted,
    new Map([
      ['a', true],
      ['b', false],
      ['d', true],
      ['old', true],
    ]),
  );
  expect(work.missing.map((each) => `${each.table}.${each.index.name}`)).toEqual(['Order.b', 'Customer.c']);
  expect(work.unwanted).toEqual(['old']);
});

it('neither makes nor drops an index that comes with its table', () => {
  const { beside: _, ...unique } = index('unique_ix_0000000');
  const work = indexWork(new Map([['Order', [unique]]]), new Map([['unique_ix_0000000', true]]));
  expect(work).toEqual({ wanted: [], missing: [], unwanted: [] });
  expect(indexWork(new Map([['Order', [unique]]]), new Map()).missing).toEqual([]);
});

it('reports the worst state of the forms of an index', () => {
  const all = new Map([
    ['a', true],
    ['b', true],
    ['c', true],
  ]);
  const states = (existing: ReadonlyMap<string, boolean>, failed: readonly string[] = []) =>
    statesOf(
      indexWork(wanted, existing),
      new Map(failed.map((name) => [name, { attempts: 1, retryAfterMs: 1, error: `${name} fails` }])),
    ).map(({ id, state, error }) => [id, state, error]);
  expect(states(all)).toEqual([
    ['1', 'Ready', null],
    ['2', 'Ready', null],
    ['3', 'Ready', null],
  ]);
  expect(
    states(
      new Map([
        ['a', true],
        ['c', true],
      ]),
    ),
  ).toEqual([
    ['1', 'Building', null],
    ['2', 'Building', null],
    ['3', 'Ready', null],
  ]);
  expect(
    states(
      new Map([
        ['a', true],
        ['b', false],
      ]),
      ['b', 'a'],
    ),
  ).toEqual([
    ['1', 'Failed', 'b fails'],
    ['2', 'Failed', 'b fails'],
    ['3', 'Building', null],
  ]);
});
