import { uniqueName } from '#core/catalogue/constraint-names.js';
import { keysToTest, staleObjects, takenNames } from '#definitions/core/migration/schema-migration.js';
import { fixtureCatalogue, fixtureEntity } from '../../../../support/fixture-catalogue.js';
import { changed } from '../../migration/changed.js';
import { allAtOnce } from '#core/steps.js';

const customer = fixtureEntity('Customer');
const staleOf = (fields: ReturnType<typeof changed>): readonly string[] => [
  ...allAtOnce(staleObjects(fixtureCatalogue.entities.values(), fields)),
];

it('recreates unique rules that compare differently and foreign keys with another target', () => {
  const name = uniqueName('Customer', [customer.fields.get('taxid')!]);
  expect(staleOf(changed('TaxId', { CaseInsensitive: false }))).toEqual([name]);
  expect(staleOf(changed('RegionId', { TargetId: 'x' }))).toEqual([expect.stringContaining('Customer.RegionId_fk_')]);
  expect(staleOf(changed('TaxId', { Required: true }))).toEqual([]);
});

it('tests keys without an index, except for automatic numbers', () => {
  const tables = new Map([['Customer', { buriedFor: null, columns: new Map() }]]);
  const keys = allAtOnce(keysToTest(fixtureCatalogue.entities.values(), { tables, objects: new Map() }, new Set()));
  expect(keys.map(({ key }) => key[0].name)).toEqual(['TaxId']);
});

it('refuses a name that is retained for a deleted definition', () => {
  const of = (tables: readonly [string, string][], columns: readonly [string, string][]) =>
    allAtOnce(takenNames(fixtureCatalogue.entities.values(), { tables: new Map(tables), columns: new Map(columns) }));
  expect(of([['Customer', 'e1']], [])).toMatchObject([{ code: 'Conflict', fieldName: 'EntityName' }]);
  expect(of([], [['Customer.TaxId', 'f1']])).toMatchObject([
    { code: 'Conflict', fieldName: 'FieldName', params: { Name: 'Customer.TaxId' } },
  ]);
  expect(of([['Customer', customer.id]], [['Customer.Unknown', 'f1']])).toEqual([]);
});
