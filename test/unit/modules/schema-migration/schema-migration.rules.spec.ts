import { uniqueName } from '../../../../src/core/catalogue/constraint-names.js';
import {
  keysToTest,
  staleObjects,
  takenNames,
} from '../../../../src/modules/schema-migration/schema-migration.rules.js';
import { fixtureCatalogue, fixtureEntity } from '../../../support/fixture-catalogue.js';
import { changed } from '../reshaping/changed.js';

const customer = fixtureEntity('Customer');

it('recreates unique rules that compare differently and foreign keys with another target', () => {
  const name = uniqueName('Customer', [customer.fields.get('taxid')!]);
  expect([...staleObjects(fixtureCatalogue, changed('TaxId', { CaseInsensitive: false }))]).toEqual([name]);
  expect([...staleObjects(fixtureCatalogue, changed('RegionId', { TargetId: 'x' }))]).toEqual([
    expect.stringContaining('Customer.RegionId_fk_'),
  ]);
  expect([...staleObjects(fixtureCatalogue, changed('TaxId', { Required: true }))]).toEqual([]);
});

it('tests keys without an index, except for automatic numbers', () => {
  const tables = new Map([['Customer', { buriedFor: null, columns: new Map() }]]);
  const names = keysToTest(fixtureCatalogue, { tables, objects: new Map() }, new Set()).map(({ key }) => key[0].name);
  expect(names).toEqual(['TaxId']);
});

it('refuses a name that is retained for a deleted definition', () => {
  const of = (tables: readonly [string, string][], columns: readonly [string, string][]) =>
    takenNames(fixtureCatalogue, { tables: new Map(tables), columns: new Map(columns) });
  expect(of([['Customer', 'e1']], [])).toMatchObject([{ code: 'Conflict', fieldName: 'EntityName' }]);
  expect(of([], [['Customer.TaxId', 'f1']])).toMatchObject([
    { code: 'Conflict', fieldName: 'FieldName', params: { Name: 'Customer.TaxId' } },
  ]);
  expect(of([['Customer', customer.id]], [['Customer.Unknown', 'f1']])).toEqual([]);
});
