import { ownFields } from '#core/criteria/own-fields.js';
import { compileWhere } from '../../../support/where-compiler.js';

it.each<[string, object, string[]]>([
  ['none', {}, []],
  ['a field', { Filters: [{ FieldName: 'name', Operator: 3, Value: 'a' }] }, ['Name']],
  ['the lookup of a dotted name', { Filters: [{ FieldName: 'RegionId.Name', Operator: 3, Value: 'a' }] }, ['RegionId']],
  [
    'a field compared with',
    { Filters: [{ FieldName: 'Name', Operator: 3, Value: 'RegionId.Name', ValueType: 3 }] },
    ['Name', 'RegionId'],
  ],
  [
    'the field of ExistsIn, not those of the rows there',
    { Filters: [{ FieldName: 'Id', Operator: 'ExistsIn', Value: { EntityName: 'Order', FieldName: 'CustomerId' } }] },
    ['Id'],
  ],
  [
    'whatever the logic',
    {
      Filters: [
        { FieldName: 'Since', Operator: 'IsNULL', Sequence: 1 },
        { FieldName: 'Notes', Operator: 'IsNULL', Sequence: 2 },
        { FieldName: 'Code', Operator: 'IsNULL', Sequence: 3 },
      ],
      FilterLogic: 'NOT 1 AND (2 OR 3)',
    },
    ['Since', 'Notes', 'Code'],
  ],
])('finds that a criterion reads %s', (_, where, names) => {
  expect(ownFields(compileWhere(where).criterion)).toEqual(names);
});
