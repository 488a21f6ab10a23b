import { Faults } from '#core/errors.js';
import { readJson } from '#core/json/read-json.js';
import type { JsonValue } from '#core/json/json.js';
import { readColumns } from '#records/core/bulk/columns.js';
import { FlatRows, type NumberedRow, unevenFaults } from '#records/core/bulk/flat-rows.js';
import { CALLER } from '../../../../support/fixture-catalogue.js';
import { givenId, madeId, writer } from '../inserts/write-fixture.js';

const ID = givenId(1);

/** The row at index 7 as a draft. */
function draft(names: readonly string[], row: unknown) {
  let made = 0;
  const ctx = writer();
  const entity = ctx.catalogue.entity('Customer');
  const rows = new FlatRows(ctx, entity, readColumns(ctx, entity, names, new Faults()), () => () => madeId(++made));
  return rows.draft({ index: 7, row: readJson(JSON.stringify(row)) });
}

// Requirement: R129
it('makes a record of a row, as a single insert would', () => {
  const { index, row, faults } = draft(['Code', 'RegionId', 'Name'], [null, ID, 'x']);
  expect([index, faults, row?.ownerId]).toEqual([7, [], CALLER.userId]);
  expect(Object.fromEntries(row!.values)).toEqual({ Code: null, RegionId: ID, Name: 'x', Grade: 'B' });
  expect([...row!.paths.keys()]).toEqual(['Code', 'RegionId', 'Name']);
  expect([row!.paths.get('RegionId'), row!.paths.get('Grade')]).toEqual(['Values[7][1]', undefined]);
});

// Requirement: R101
it('takes a lookup by a unique field', () => {
  const { row } = draft(['Name', 'RegionId'], ['x', { Match: { FieldName: 'name', Value: 'North' } }]);
  expect(row!.matches.get('RegionId')).toMatchObject({ field: { name: 'Name' }, value: 'North' });
});

it.each<[string, readonly string[], readonly unknown[], string]>([
  ['a wrong value', ['Name', 'Grade'], ['x', 'C'], 'FieldRule Values[7][1] Grade'],
  ['a missing one', ['Grade'], ['A'], 'FieldRule Values[7] Name'],
  ['a new target', ['Name', 'RegionId'], ['x', { Name: 'x' }], 'Validation Values[7][1] RegionId'],
  ['a new target as assignments', ['Name', 'RegionId'], ['x', []], 'Validation Values[7][1] RegionId'],
  ['a target to change', ['Name', 'RegionId'], ['x', { Id: ID, Name: 'x' }], 'Validation Values[7][1] RegionId'],
  ['a Match and more', ['Name', 'RegionId'], ['x', { Match: {}, Name: 'x' }], 'Validation Values[7][1] RegionId'],
])('refuses a row with %s', (_, names, row, fault) => {
  const found = draft(names, row);
  expect(found.row).toBeUndefined();
  expect(found.faults.map(({ code, path, fieldName }) => `${code} ${path} ${fieldName}`)).toEqual([fault]);
});

// Requirement: R128
it('reports rows of another length and values that are no rows', async () => {
  const rows: JsonValue[] = [['a'], ['a', 'b', 'c'], null];
  async function* numbered(): AsyncGenerator<NumberedRow> {
    for (const [index, row] of rows.entries()) yield await Promise.resolve({ index, row });
  }
  const faults = await unevenFaults(numbered(), 2);
  expect(faults.map(({ rowIndex, path, message }) => [rowIndex, path, message])).toEqual([
    [0, 'Values[0]', 'Values[0] has 1 values, but Fields names 2.'],
    [1, 'Values[1]', 'Values[1] has 3 values, but Fields names 2.'],
    [2, 'Values[2]', 'Values[2] must be an array with a value for each of Fields.'],
  ]);
});
