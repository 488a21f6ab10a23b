import { isCovered } from '#queries/core/advice/known-indexes.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';

const entity = fixtureCatalogue.entity('Customer');
const field = (name: string) => entity.fields.get(name.toLowerCase())!;
const equal = (...names: readonly string[]) =>
  names.map((name) => ({ field: field(name), descending: false, isEqual: true }));
const sorted = (name: string, descending = false) => ({ field: field(name), descending, isEqual: false });

it('knows the indexes of lookups and unique keys, in any order of what must be equal', () => {
  expect(isCovered(entity, equal('RegionId'))).toBe(true);
  expect(isCovered(entity, equal('OwnerId', 'RegionId'))).toBe(true);
  expect(isCovered(entity, equal('TaxId'))).toBe(true);
  expect(isCovered(entity, [sorted('TaxId')])).toBe(true);
  expect(isCovered(entity, [sorted('TaxId', true)])).toBe(true);
});

it('tells what none of them serves', () => {
  expect(isCovered(entity, equal('Name'))).toBe(false);
  expect(isCovered(entity, [...equal('RegionId'), sorted('Name')])).toBe(false);
  expect(isCovered(entity, equal('OwnerId'))).toBe(false);
});
