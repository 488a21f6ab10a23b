import type { Fault } from '#core/errors.js';
import { blueprintFault } from '#lifecycle/core/blueprints/blueprint-faults.js';

const fault = (path?: string, fieldName?: string): Fault => {
  return { code: 'Validation', message: 'm', ...(path && { path }), ...(fieldName && { fieldName }) };
};

it.each<[string | undefined, string | undefined, string | undefined]>([
  ['Statuses.Value[1].Name', 'Name', 'Statuses[1].Name'],
  ['Statuses.Value[1]', 'Name', 'Statuses[1]'],
  ['Transitions.Value[0].ToStatusId', 'ToStatusId', 'Transitions[0].ToStatus'],
  ['Transitions.Value[0].Filters.Value.Filters[0].Value', 'Filters', 'Transitions[0].Filters.Filters[0].Value'],
  ['Transitions.Value[0].Validators.Value[0].Hook', 'Validators', 'Transitions[0].Validators[0].Hook'],
  ['Fields', 'Name', 'Name'],
  ['Fields', undefined, 'Fields'],
  [undefined, 'EntityName', 'EntityName'],
  [undefined, undefined, undefined],
])('translates the path %j of the field %j to %j', (path, fieldName, expected) => {
  expect(blueprintFault(fault(path, fieldName)).path).toBe(expected);
});

it('names lookups as the blueprint does, and leaves misspelt members as they are', () => {
  expect(blueprintFault(fault('Transitions.Value[0].FromStatusId', 'FromStatusId')).fieldName).toBe('FromStatus');
  const misspelt: Fault = { code: 'UnknownMember', message: 'm', path: 'Transitions[0].FromStatusId' };
  expect(blueprintFault(misspelt)).toBe(misspelt);
});
