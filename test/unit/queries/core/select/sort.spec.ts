import { Faults } from '#core/errors.js';
import { resolveSort, sortShape } from '#queries/core/select/sort.js';
import { fixtureContext, fixtureEntity } from '../../../../support/fixture-catalogue.js';

function resolve(...items: readonly (readonly [name: string, descending?: boolean])[]) {
  const faults = new Faults();
  const named = items.map(([name, descending = false], i) => ({ name, descending, path: `Sort[${i}].FieldName` }));
  const sort = resolveSort(fixtureContext(), fixtureEntity('Customer'), named, faults);
  return { shape: sortShape(sort), faults: faults.list };
}

// Requirement: R43, R27
it.each<[items: [name: string, descending?: boolean][], shape: string]>([
  [[], 'CreatedOn,Id'],
  [[['Name']], 'Name,Id'],
  [[['name', true], ['CREDITLIMIT']], 'Name-,CreditLimit,Id'],
  [[['CREDITLIMIT'], ['name', true]], 'CreditLimit,Name-,Id-'],
  [[['RegionId.ParentId.Name']], 'RegionId.ParentId.Name,Id'],
  [[['RecordInformationId']], 'RecordInformationId,Id'],
  [[['Id', true]], 'Id-'],
  [[['Segment'], ['Id', true], ['Name']], 'Segment,Id-'],
  [[['Name'], ['name', true]], 'Name,Id'],
])('reads the order %j as %s', (items, shape) => {
  expect(resolve(...items)).toEqual({ shape, faults: [] });
});

// Requirement: R137
it.each([
  ['Extra', 'Validation'],
  ['Tags', 'Validation'],
  ['Nmae', 'UnknownField'],
  ['Name.Id', 'UnknownField'],
])('refuses to sort by %s', (name, code) => {
  expect(resolve(['Name'], [name]).faults).toMatchObject([{ code, fieldName: name, path: 'Sort[1].FieldName' }]);
});
