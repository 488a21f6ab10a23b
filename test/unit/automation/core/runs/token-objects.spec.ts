import { tokenObjectFaults } from '#automation/core/runs/token-objects.js';
import { fixtureEntity } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';

const faults = (FieldName: string, given: unknown, value: unknown): readonly string[] => {
  const fields = (Value: unknown) => jsonOf([{ FieldName, Value }]);
  return [...tokenObjectFaults(fixtureEntity('Customer'), fields(given), fields(value))].map(({ message }) => message);
};

// Requirement: T50
it.each([
  ['a lookup', 'RegionId', '{{X}}', { Name: 'new' }, 'Fields[0].Value'],
  ['child records', 'Orders', '{{X}}', [{ Total: 1 }], 'Fields[0].Value'],
  ['a part of child records', 'Orders', [{ Total: 1 }, '{{X}}'], [{ Total: 1 }, { Total: 2 }], 'Fields[0].Value[1]'],
  ['a nested record', 'RegionId', { Name: '{{X}}' }, { Name: { Id: 1 } }, 'Fields[0].Value.Name'],
])('refuses an object from a token in %s', (_, name, given, value, path) => {
  expect(faults(name, given, value)).toEqual([`${path}: {{X}} is an object, which only a Json field takes.`]);
});

it.each([
  ['an id', 'RegionId', '{{X}}', 'id'],
  ['nothing', 'RegionId', '{{X}}', null],
  ['a list of values', 'Name', '{{X}}', ['a', 'b']],
  ['a nested record that is written out', 'RegionId', { Name: '{{X}}' }, { Name: 'new' }],
  ['an object in a Json field', 'Extra', '{{X}}', { a: [{ b: 1 }] }],
])('takes %s', (_, name, given, value) => {
  expect(faults(name, given, value)).toEqual([]);
});
