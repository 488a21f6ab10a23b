import { isServed } from '../../../../src/core/advice/known-indexes.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';

const entity = fixtureCatalogue.entity('Customer');
const field = (name: string) => entity.fields.get(name.toLowerCase())!;
const equal = (...names: readonly string[]) =>
  names.map((name) => ({ field: field(name), descending: false, isEqual: true }));
const sorted = (name: string, descending = false) => ({ field: field(name), descending, isEqual: false });

it('knows the indexes of lookups and unique keys, in any order of what must be equal', () => {
  expect(isServed(entity, equal('RegionId'))).toBe(true);
  expect(isServed(entity, equal('OwnerId', 'RegionId'))).toBe(true);
  expect(isServed(entity, equal('TaxId'))).toBe(true);
  expect(isServed(entity, [sorted('TaxId')])).toBe(true);
  expect(isServed(entity, [sorted('TaxId', true)])).toBe(true);
});

it('tells what none of them serves', () => {
  expect(isServed(entity, equal('Name'))).toBe(false);
  expect(isServed(entity, [...equal('RegionId'), sorted('Name')])).toBe(false);
  expect(isServed(entity, equal('OwnerId'))).toBe(false);
});
