import { Faults } from '#core/errors.js';
import { readColumns } from '#records/core/bulk/columns.js';
import { fixtureContext, fixtureEntity } from '../../../../support/fixture-catalogue.js';

const read = (names: readonly string[]): { columns: string[]; faults: string[] } => {
  const faults = new Faults();
  const columns = readColumns(fixtureContext(), fixtureEntity('Customer'), names, faults).map(({ name }) => name);
  return { columns, faults: faults.list.map(({ code, path, message }) => `${code} ${path} ${message}`) };
};

// Requirement: R124
it('finds fields in any letter case, writable system fields included', () => {
  expect(read(['name', 'REGIONID', 'Id', 'OwnerId', 'StatusId'])).toEqual({
    columns: ['Name', 'RegionId', 'Id', 'OwnerId', 'StatusId'],
    faults: [],
  });
});

// Requirement: R128
it.each([
  [['Name', 'name'], 'Validation Fields[1] Name is named twice.'],
  [['Nmae'], "UnknownField Fields[0] Customer has no field 'Nmae'. Did you mean 'Name'?"],
  [['Whatever'], "UnknownField Fields[0] Customer has no field 'Whatever'."],
  [['CreatedOn'], 'Validation Fields[0] CreatedOn is set by the service and cannot be written.'],
  [['Code'], 'Validation Fields[0] Code is set by the service.'],
  [['turnover'], 'Validation Fields[0] Turnover is set by the service.'],
  [['Orders'], expect.stringContaining('Validation Fields[0] Orders holds children')],
  [['order'], expect.stringContaining('Validation Fields[0] order holds children')],
])('refuses %j', (names, fault) => expect(read(names).faults).toEqual([fault]));
