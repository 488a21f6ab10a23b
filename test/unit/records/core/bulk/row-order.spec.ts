import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { orderedGroups, rowReferences } from '#records/core/bulk/row-order.js';
import { jsonOf } from '../../../../support/json-of.js';

const COLUMNS = [{ name: 'Id' }, { name: 'Code' }, { name: 'AboveId', target: 'Place' }] as unknown as Field[];
const REFERENCES = rowReferences({ name: 'Place' } as Entity, COLUMNS)!;

const match = (Value: unknown): object => ({ Match: { FieldName: 'code', Value } });
/** Rows whose Id and Code are their index, in groups of indexes. */
function groupsOf(above: readonly unknown[], size: number): readonly (readonly number[])[] | undefined {
  const rows = above.map((target, index) => ({ index, row: jsonOf([String(index), `C${index}`, target]) }));
  return orderedGroups(rows, REFERENCES, size)?.map((group) => group.map(({ index }) => index));
}

// See docs/interface/records.md#bulk-insert
it.each<[string, readonly unknown[], number, readonly (readonly number[])[] | undefined]>([
  ['rows that refer to none stay as they stand', [null, 'x', match('else')], 1, undefined],
  ['rows that refer to earlier ones and to themselves stay', [null, '0', '2', '1'], 2, undefined],
  ['targets come first', ['2', null, null], 2, [[2, 0], [1]]],
  [
    'a chain is turned round',
    ['1', '2', '3', null],
    2,
    [
      [3, 2],
      [1, 0],
    ],
  ],
  ['a circle is not cut', ['1', '2', '0', null], 2, [[2, 1, 0], [3]]],
  ['a matched row is stored by a statement before', [match('c1'), null], 10, [[1], [0]]],
  [
    'matches of one level share a statement',
    [match('C1'), null, match('C3'), null],
    10,
    [
      [1, 3],
      [0, 2],
    ],
  ],
])('%s', (_, above, size, expected) => {
  expect(groupsOf(above, size)).toEqual(expected);
});

it('orders a chain of 100,000 rows', () => {
  const above = Array.from({ length: 100_000 }, (_, i) => (i === 99_999 ? null : String(i + 1)));
  const groups = groupsOf(above, 1_000)!;
  expect([groups.length, groups[0][0], groups.at(-1)!.at(-1)]).toEqual([100, 99_999, 0]);
});
