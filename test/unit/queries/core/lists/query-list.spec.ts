import { readSelect } from '#core/requests/read-select.js';
import { listColumns, queryListCommand, queryListItem } from '#queries/core/lists/query-list.js';
import { fixtureEntity } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';
import { filtersOf, requestOf } from './requests.js';

const sum = { Function: 'Sum', FieldName: 'CustomerId.CreditLimit' };

function listed(members: object, asked = {}) {
  const { command } = readSelect(jsonOf({ EntityName: 'Customer', ...members }), true);
  const request = requestOf({ search: 's', ids: ['i'], ...asked });
  return queryListCommand(command, listColumns(command, fixtureEntity('Customer'), {}, request.faults), request);
}

// See docs/interface/queries.md#lists
it.each<[title: string, members: object, columns: readonly [value: string, text: string], shown: readonly string[]]>([
  [
    'the first two',
    { SelectedFields: ['Code', 'RegionId.Name', 'Id'] },
    ['Code', 'RegionId.Name'],
    ['Code', 'RegionId.Name', 'Id'],
  ],
  ['the only one twice', { SelectedFields: ['Name'] }, ['Name', 'Name'], ['Name']],
  ['the first two of all fields', {}, ['Name', 'TaxId'], ['Name', 'TaxId']],
])('reads rows: %s', (_, members, [value, text], shown) => {
  const { where, having, sort, selectedFields } = listed(members);
  expect([filtersOf(where), having]).toEqual([[`${text} Contains "s"`, `${value} IN ["i"]`], undefined]);
  expect(sort).toMatchObject([{ name: text, descending: false }]);
  expect(selectedFields?.map(({ name }) => name)).toEqual(shown);
});

it.each<[title: string, members: object, columns: readonly [value: string, text: string]]>([
  [
    'the first two of GroupBy',
    { GroupBy: ['RegionId', 'RegionId.Name'], Aggregates: [sum] },
    ['RegionId', 'RegionId.Name'],
  ],
  ['GroupBy, then an aggregate', { GroupBy: ['Segment'], Aggregates: [sum] }, ['Segment', 'SumCustomerIdCreditLimit']],
  [
    'the selected ones, then the aggregates',
    {
      GroupBy: ['Segment'],
      SelectedFields: ['Total'],
      Aggregates: [{ ...sum, Alias: 'Total' }, { Function: 'Count' }],
    },
    ['Total', 'Count'],
  ],
])('reads groups: %s', (_, members, [value, text]) => {
  const { where, having, selectedFields } = listed(members);
  expect([where, filtersOf(having)]).toEqual([undefined, [`${text} Contains "s"`, `${value} IN ["i"]`]]);
  expect(selectedFields?.map(({ name }) => name)).toEqual((members as { SelectedFields?: string[] }).SelectedFields);
});

it('keeps the saved order, without sort items that are no column', () => {
  const saved = { Sort: [{ FieldName: 'Since', Direction: 2 }], LoadLookUpValues: true, LoadChildren: true };
  expect(listed({ ...saved, LoadRecordInfo: true, Includes: [{ Name: 'Orders' }] })).toMatchObject({
    sort: [{ name: 'Since', descending: true }],
    loadLookUpValues: false,
    loadChildren: false,
    loadRecordInfo: false,
    includes: [],
  });
});

it('reads one column as value and another as text, in any letter case', () => {
  const row = { A: 'a', B: true, C: 'c' };
  expect(queryListItem(row, { value: 'A', text: 'b' })).toEqual({ value: 'a', text: 'true', isActive: true });
  expect(queryListItem(row, { value: 'C', text: 'C' })).toEqual({ value: 'c', text: 'c', isActive: true });
});
