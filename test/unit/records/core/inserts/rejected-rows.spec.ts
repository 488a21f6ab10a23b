import type { Draft } from '#records/core/drafts/draft.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { rejectedRows } from '#records/core/inserts/rejected-rows.js';
import { draftOf, told, writer } from './write-fixture.js';

const COUNT = 6;

/** Faults of six customers by row. @param repeats `[key, row, first row]`; key 0 is the Id */
function sifted(
  repeats: readonly (readonly [number, number, number])[],
  faults: readonly (readonly [kind: string, row: number])[] = [],
): Record<string, string[]> {
  const [group] = draftOf('Customer', { Name: 'x' }).groups;
  const rows = Array.from({ length: COUNT }, () => group.rows[0]);
  const draft: Draft = { groups: [{ ...group, rows }], inlineUpdates: [], faults: [] };
  const plan = planInsert(writer(), draft, { mode: 'explain' });
  const found = faults.map(([kind, row]) => [plan.checks.findIndex(({ test }) => test.kind === kind), row]);
  const byRow = rejectedRows(plan, { faults: JSON.stringify(found), repeats: JSON.stringify(repeats) });
  return Object.fromEntries([...byRow].map(([row, list]) => [row, told(list)]));
}

const CLASH = 'Conflict Fields: A row above already has this value of Id.';

it('finds no fault without findings', () => expect(sifted([])).toEqual({}));

// Requirement: T27
it('reports later rows with the same value as clashes', () => {
  expect(
    sifted([
      [0, 1, 1],
      [0, 3, 1],
      [0, 5, 1],
    ]),
  ).toEqual({ 3: [CLASH], 5: [CLASH] });
});

it('a row refused for another reason does not occupy its value', () => {
  const [first, second, third] = [
    [0, 1, 1],
    [0, 3, 1],
    [0, 5, 1],
  ] as const;
  const refused = sifted([first, second, third], [['unique', 1]]);
  expect(Object.keys(refused)).toEqual(['1', '5']);
});

it('a row that clashes in one value does not occupy its others', () => {
  const refused = sifted([
    [0, 0, 0],
    [0, 1, 0],
    [1, 1, 1],
    [1, 2, 1],
  ]);
  expect(Object.keys(refused)).toEqual(['1']);
});
