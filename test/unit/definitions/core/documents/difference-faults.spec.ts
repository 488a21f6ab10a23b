import type { DefinitionDifference } from '#definitions/core/documents/definition-difference.js';
import { fileKind } from '#definitions/core/documents/file-kinds.js';
import { placedFaults, retypedFaults } from '#definitions/core/documents/difference-faults.js';

const field: DefinitionDifference = {
  kind: fileKind('Field'),
  action: 'Update',
  id: 'f1',
  label: 'Customer.Name',
  path: 'Entities[3].Fields[2]',
  members: ['FieldType'],
  values: new Map([['FieldType', 'Json']]),
  old: { id: 'f1', parentId: 'e1', isSystem: false, values: new Map([['FieldType', 'Text']]) },
};

it('refuses a type that no value converts to, at its path', () => {
  expect(retypedFaults([field], () => true)).toEqual([]);
  expect(retypedFaults([field], (from, to) => `${from} ${to}` !== 'Text Json')).toEqual([
    expect.objectContaining({
      code: 'Validation',
      message: 'Customer.Name: a Text field cannot become a Json.',
      path: 'Entities[3].Fields[2].FieldType',
    }),
  ]);
});

it.each([
  [{ fieldName: 'MaxLength' }, 'Entities[3].Fields[2].MaxLength'],
  [{ fieldName: 'TargetId' }, 'Entities[3].Fields[2].Target'],
  [{ fieldName: 'WhereClause', path: 'WhereClause.Filters[0]' }, 'Entities[3].Fields[2].WhereClause.Filters[0]'],
  [{ fieldName: 'Values', path: 'Values[1].Text' }, 'Entities[3].Fields[2].Values[1].Text'],
  [{ path: 'Entities[3].Fields[2].Regex' }, 'Entities[3].Fields[2].Regex'],
  [{}, 'Entities[3].Fields[2]'],
])('places a fault of a record with %j in the document', (place, path) => {
  const fault = { code: 'Validation', message: 'No.', recordId: 'f1', ...place } as const;
  expect(placedFaults([fault], [field])).toEqual([{ ...fault, path }]);
  expect(placedFaults([{ ...fault, recordId: 'f2' }], [field])).toEqual([{ ...fault, recordId: 'f2' }]);
});
