import { envelopeKeyName, foreignKeyName, primaryKeyName, uniqueName } from '#core/catalogue/constraint-names.js';
import { clashFault } from '#core/checks/clash-fault.js';
import { entityOf, writer } from '../../records/core/inserts/write-fixture.js';

const ctx = writer();
const [, customerAndTitle] = entityOf('Order').uniqueKeys;

// Requirement: R98, R99
it.each([
  ['primary key', 'Tag', primaryKeyName('Tag'), 'Id', 'Id'],
  ['envelope', 'Tag', envelopeKeyName('Tag'), 'RecordInformationId', 'RecordInformationId'],
  ['composite rule', 'Order', uniqueName('Order', customerAndTitle), 'CustomerId', 'CustomerId + Title'],
])('names the fields of a violated %s and never the other record', (_, table, constraint, fieldName, names) => {
  const message = `Another record already has this value of ${names}.`;
  expect(clashFault(ctx, { table, constraint })).toEqual({
    code: 'Conflict',
    message,
    fieldName,
    path: 'Fields',
  });
});

it.each([
  ['a foreign key', 'Order', foreignKeyName('Order', 'CustomerId')],
  ['a constraint of another table', 'Tag', primaryKeyName('Order')],
  ['a table that is no entity', 'operation', 'operation_pk'],
  ['no constraint', 'Tag', undefined],
  ['no table', undefined, primaryKeyName('Tag')],
])('does not treat %s as a clash', (_, table, constraint) => {
  expect(clashFault(ctx, { table, constraint })).toBeUndefined();
});
