import { readSelect } from '#core/requests/read-select.js';
import { jsonOf } from '../../../support/json-of.js';

const read = (Includes: unknown) => readSelect(jsonOf({ EntityName: 'Customer', Includes }), false).command;
const faults = (Includes: unknown): string[] => read(Includes).faults.list.map(({ code, path }) => `${code} ${path}`);
/** Includes within each other. */
const nested = (depth: number): object[] => (depth === 0 ? [] : [{ Name: 'Orders', Includes: nested(depth - 1) }]);

// Requirement: R135
it('reads every member of an include with its path', () => {
  const where = { Filters: [{ FieldName: 'Total', Operator: 6 }] };
  const [include] = read([
    {
      Name: 'Orders',
      SelectedFields: ['Id'],
      WhereClause: where,
      Sort: [{ FieldName: 'Total', Direction: 2 }],
      Pager: { PageNumber: 2, PageSize: 5 },
      Includes: [{ Name: 'CustomerId', SelectedFields: ['Name'] }],
    },
  ]).includes;
  expect(include).toMatchObject({
    name: 'Orders',
    path: 'Includes[0]',
    selectedFields: [{ name: 'Id', path: 'Includes[0].SelectedFields[0]' }],
    where: { path: 'Includes[0].WhereClause' },
    sort: [{ name: 'Total', path: 'Includes[0].Sort[0].FieldName', descending: true }],
    pager: { number: 2, size: 5 },
    includes: [{ name: 'CustomerId', path: 'Includes[0].Includes[0]', sort: [], includes: [] }],
  });
});

it('accepts five levels and 20 includes', () => {
  expect(faults(nested(5))).toEqual([]);
  expect(faults(nested(6))).toEqual([
    'Validation Includes[0].Includes[0].Includes[0].Includes[0].Includes[0].Includes',
  ]);
  expect(faults(Array.from({ length: 20 }, () => ({ Name: 'x' })))).toEqual([]);
  expect(faults(Array.from({ length: 70_000 }, () => ({ Name: 'x' })))).toEqual(['Validation Includes']);
  expect(faults(Array.from({ length: 7 }, () => nested(3)[0]))).toEqual([
    'Validation Includes[6].Includes[0].Includes',
  ]);
});

it.each([
  ['Orders', 'Validation Includes'],
  [['Orders'], 'Validation Includes[0]'],
  [[{}], 'Validation Includes[0].Name'],
  [[{ Name: 'Orders', sort: [] }], 'UnknownMember Includes[0].sort'],
  [[{ Name: 'Orders', Pager: { PageSize: 0 } }], 'Validation Includes[0].Pager.PageSize'],
  [[{ Name: 'Orders', Pager: { Cursor: 'x' } }], 'Validation Includes[0].Pager.Cursor'],
  [[{ Name: 'Orders', SelectedFields: [1] }], 'Validation Includes[0].SelectedFields[0]'],
  [[{ Name: 'Orders', Sort: [{ FieldName: 'A', Direction: 3 }] }], 'Validation Includes[0].Sort[0].Direction'],
  [
    [{ Name: 'Orders', WhereClause: { Filters: [{ FieldName: 'A', Operator: 99 }] } }],
    'BadFilter Includes[0].WhereClause.Filters[0].Operator',
  ],
])('refuses %j', (Includes, fault) => {
  expect(faults(Includes)).toEqual([fault]);
});
