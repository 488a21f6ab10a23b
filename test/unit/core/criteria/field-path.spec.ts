import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { fixtureCatalogue, fixtureEntity } from '../../../support/fixture-catalogue.js';

const resolve = (name: string) => resolveField(fixtureCatalogue, fixtureEntity('Order'), name);

// Requirement: R135, T13
it.each([
  ['total', 'Total', 0],
  ['customerid.REGIONID.name', 'CustomerId.RegionId.Name', 2],
  ['StatusId.Name', 'StatusId.Name', 1],
  ['OwnerId.DisplayName', 'OwnerId.DisplayName', 1],
  ['CreatedBy.ManagerId.UserName', 'CreatedBy.ManagerId.UserName', 2],
  ['OwnerTeamId.Name', 'OwnerTeamId.Name', 1],
  ['CustomerId.RegionId.ParentId.ParentId.ParentId.Name', 'CustomerId.RegionId.ParentId.ParentId.ParentId.Name', 5],
])('resolves %s as %s', (name, canonical, steps) => {
  const path = resolve(name) as FieldPath;
  expect(path).toBeInstanceOf(FieldPath);
  expect([path.name, path.steps.length, path.entity.name]).toEqual([canonical, steps, 'Order']);
});

// Requirement: R33
it.each([
  ['Totl', "Order has no field 'Totl'. Did you mean 'Total'?"],
  ['CustomerId.Nme', "Customer has no field 'Nme'. Did you mean 'Name'?"],
  ['Total.Name', "Order.Total is not a lookup that 'Total.Name' could follow."],
  ['CustomerId.', "Customer has no field ''."],
  ['.', "Order has no field ''."],
  ['', "Order has no field ''."],
  ['__proto__', "Order has no field '__proto__'."],
  ['CustomerId.RegionId.ParentId.ParentId.ParentId.ParentId.Name', 'A field name may follow at most 5 lookups.'],
])('refuses %j', (name, message) => {
  expect(resolve(name)).toEqual({ code: 'UnknownField', message, fieldName: name });
});

it('shortens very long names in messages', () => {
  const fault = resolve('x'.repeat(100_000)) as { message: string };
  expect(fault.message).toHaveLength(`Order has no field '${'x'.repeat(100)}…'.`.length);
});
