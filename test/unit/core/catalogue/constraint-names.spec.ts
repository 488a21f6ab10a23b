import {
  envelopeKeyName,
  foreignKeyName,
  indexName,
  primaryKeyName,
  sequenceName,
  uniqueName,
  violatedFields,
} from '#core/catalogue/constraint-names.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';

const customer = fixtureEntity('Customer');
const [taxId, code, name] = ['taxid', 'code', 'name'].map((each) => customer.fields.get(each)!);
const LONG = 'A'.repeat(63);

it('makes readable and distinct names within 63 bytes, however long the parts', () => {
  const names = ['Order', LONG, `${LONG.slice(1)}B`].flatMap((entity) => [
    primaryKeyName(entity),
    envelopeKeyName(entity),
    uniqueName(entity, [taxId]),
    uniqueName(entity, [taxId, name]),
    foreignKeyName(entity, LONG),
    foreignKeyName(entity, `${LONG.slice(1)}B`),
    indexName(entity, 'OwnerId', 'Id'),
    indexName(entity, 'OwnerId'),
    sequenceName({ ...code, entityName: entity }, 'C-'),
    sequenceName({ ...code, entityName: entity }, 'D-'),
  ]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((each) => Buffer.byteLength(each) > 63)).toEqual([]);
  expect(foreignKeyName('Order', 'CustomerId')).toMatch(/^Order\.CustomerId_fk_[0-9a-z]{7}$/);
});

// Requirement: R98
it('maps a violated constraint to the fields of its rule', () => {
  expect([
    violatedFields(customer, primaryKeyName('Customer')),
    violatedFields(customer, envelopeKeyName('Customer')),
    violatedFields(customer, uniqueName('Customer', [taxId])),
    violatedFields(customer, uniqueName('Customer', [code])),
    violatedFields(customer, uniqueName('Customer', [name])),
    violatedFields(customer, primaryKeyName('Order')),
  ]).toEqual([['Id'], ['RecordInformationId'], ['TaxId'], ['Code'], undefined, undefined]);
});
