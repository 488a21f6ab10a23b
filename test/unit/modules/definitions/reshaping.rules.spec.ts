import { uniqueName } from '../../../../src/core/catalogue/constraint-names.js';
import { Definition } from '../../../../src/core/catalogue/definition.js';
import type { JsonObject } from '../../../../src/core/json/json.js';
import {
  changedFields,
  keysToTest,
  refusedTypes,
  retypings,
  staleObjects,
  takenNames,
} from '../../../../src/modules/definitions/reshaping.rules.js';
import { fixtureCatalogue, fixtureEntity } from '../../../support/fixture-catalogue.js';

const customer = fixtureEntity('Customer');
const changed = (name: string, old: JsonObject) =>
  changedFields(fixtureCatalogue, [
    { entityName: 'Field', id: customer.fields.get(name.toLowerCase())!.id, old: new Definition(old) },
  ]);

it('types nothing converts to are refused', () => {
  expect(refusedTypes(changed('Extra', { FieldType: 'Text' }))).toMatchObject([
    { code: 'Validation', fieldName: 'FieldType', message: 'Customer.Extra: a Text field cannot become a Json.' },
  ]);
  expect(refusedTypes(changed('Employees', { FieldType: 'Text' }))).toEqual([]);
});

it.each<[JsonObject, number]>([
  [{ Scale: '4' }, 1],
  [{ FieldType: 'Int' }, 1],
  [{ Required: true }, 0],
])('values are converted where their storage changes: %j', (old, count) => {
  expect(retypings(changed('CreditLimit', old))).toHaveLength(count);
});

it('unique rules that compare in another way are made anew, and keys that lead elsewhere', () => {
  const name = uniqueName('Customer', [customer.fields.get('taxid')!]);
  expect([...staleObjects(fixtureCatalogue, changed('TaxId', { CaseInsensitive: false }))]).toEqual([name]);
  expect([...staleObjects(fixtureCatalogue, changed('RegionId', { TargetId: 'x' }))]).toEqual([
    expect.stringContaining('Customer.RegionId_fk_'),
  ]);
  expect([...staleObjects(fixtureCatalogue, changed('TaxId', { Required: true }))]).toEqual([]);
});

it('keys are tested that no index guards yet, but for automatic numbers', () => {
  const tables = new Map([['Customer', { buriedFor: null, columns: new Map() }]]);
  const names = keysToTest(fixtureCatalogue, { tables, objects: new Map() }, new Set()).map(({ key }) => key[0].name);
  expect(names).toEqual(['TaxId']);
});

it('what is kept for a deleted definition is in the way of another one', () => {
  const columns = new Map([['TaxId', { buriedFor: 'f1' }]]);
  const of = (buriedFor: string | null) =>
    takenNames(fixtureCatalogue, { tables: new Map([['Customer', { buriedFor, columns }]]), objects: new Map() });
  expect(of('e1')).toMatchObject([{ code: 'Conflict', fieldName: 'EntityName' }]);
  expect(of(customer.id)).toMatchObject([
    { code: 'Conflict', fieldName: 'FieldName', params: { Name: 'Customer.TaxId' } },
  ]);
});
