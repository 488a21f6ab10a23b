import { readSelect } from '#core/requests/read-select.js';
import { jsonOf } from '../../../support/json-of.js';

const read = (body: object) => readSelect(jsonOf({ EntityName: 'Order', ...body }), false).command;
const faults = (body: object): string[] => read(body).faults.list.map(({ code, path }) => `${code} ${path}`);

// Requirement: R135
it('reads group columns and aggregates', () => {
  const command = read({
    GroupBy: ['CustomerId.Name', { FieldName: 'OrderDate', Bucket: 'month', TimeZone: 'Asia/Kolkata' }],
    Aggregates: [
      { Function: 'sum', FieldName: 'Total' },
      { Function: 'Count', Alias: 'N' },
    ],
    Having: { Filters: [{ FieldName: 'N', Operator: 1, Value: 1 }] },
  });
  expect(command.faults.list).toEqual([]);
  expect(command.groupBy).toEqual([
    { name: 'CustomerId.Name', path: 'GroupBy[0]' },
    { name: 'OrderDate', path: 'GroupBy[1].FieldName', bucket: 'Month', timeZone: 'Asia/Kolkata' },
  ]);
  expect(command.aggregates).toEqual([
    { function: 'Sum', path: 'Aggregates[0]', field: { name: 'Total', path: 'Aggregates[0].FieldName' } },
    { function: 'Count', path: 'Aggregates[1]', alias: 'N' },
  ]);
  expect(command.having?.path).toBe('Having');
});

it.each<[object, string]>([
  [{ GroupBy: 'Total' }, 'Validation GroupBy'],
  [{ GroupBy: [''] }, 'Validation GroupBy[0]'],
  [{ GroupBy: [7] }, 'Validation GroupBy[0]'],
  [{ GroupBy: [{ Bucket: 'Day' }] }, 'Validation GroupBy[0].FieldName'],
  [{ GroupBy: [{ FieldName: 'A', Bucket: 'Hour' }] }, 'Validation GroupBy[0].Bucket'],
  [{ GroupBy: [{ FieldName: 'A', bucket: 'Day' }] }, 'UnknownMember GroupBy[0].bucket'],
  [{ GroupBy: [{ FieldName: 'A', TimeZone: 'UTC' }] }, 'Validation GroupBy[0].TimeZone'],
  [{ GroupBy: [{ FieldName: 'A', Bucket: 'Day', TimeZone: 'Mars/Base' }] }, 'Validation GroupBy[0].TimeZone'],
  [{ GroupBy: [{ FieldName: 'A', Bucket: 'Day', TimeZone: '+02:00' }] }, 'Validation GroupBy[0].TimeZone'],
  [{ GroupBy: [{ FieldName: 'A', Bucket: 'Day', TimeZone: 'PST' }] }, 'Validation GroupBy[0].TimeZone'],
  [{ GroupBy: Array.from({ length: 70_000 }, () => 'A') }, 'Validation GroupBy'],
  [{ Aggregates: [{}] }, 'Validation Aggregates[0].Function'],
  [{ Aggregates: ['Count'] }, 'Validation Aggregates[0]'],
  [{ Aggregates: [{ Function: 'Median', FieldName: 'A' }] }, 'Validation Aggregates[0].Function'],
  [{ Aggregates: [{ Function: 'Sum' }] }, 'Validation Aggregates[0].FieldName'],
  [{ Aggregates: [{ Function: 'Count', Alias: 'a b' }] }, 'Validation Aggregates[0].Alias'],
  [{ Aggregates: [{ Function: 'Count', Alias: '1a' }] }, 'Validation Aggregates[0].Alias'],
  [{ Aggregates: [{ Function: 'Count', Alias: 'a'.repeat(64) }] }, 'Validation Aggregates[0].Alias'],
  [{ Aggregates: Array.from({ length: 33 }, () => ({ Function: 'Count' })) }, 'Validation Aggregates'],
])('refuses %j', (body, fault) => {
  expect(faults(body)).toEqual([fault]);
});
