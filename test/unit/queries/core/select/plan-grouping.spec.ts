import { faultsOf, planOf, where } from './query.js';

const Order = (body: object) => ({ EntityName: 'Order', ...body });
const total = { Function: 'Sum', FieldName: 'Total' };

// See docs/interface/queries.md#groups-and-aggregates
it('names columns by their fields, aggregates by function and field or alias', () => {
  const Aggregates = [total, { Function: 'Max', FieldName: 'CustomerId.Since' }, { Function: 'Count', Alias: 'N' }];
  const { grouping } = planOf(
    Order({ GroupBy: ['customerid.name', { FieldName: 'OrderDate', Bucket: 'Month' }], Aggregates }),
  );
  expect(grouping?.shown.map(({ name }) => name)).toEqual([
    'CustomerId.Name',
    'OrderDate',
    'SumTotal',
    'MaxCustomerIdSince',
    'N',
  ]);
  expect([...grouping!.entity.fields.values()].map(({ type }) => type)).toEqual([
    'Text',
    'Date',
    'Decimal',
    'Date',
    'Int',
  ]);
});

it('ends every order with all columns, and with a constant for a single group', () => {
  const names = (body: object) => planOf(Order(body)).sort.map(({ path }) => path.name);
  expect(names({ GroupBy: ['TaxId', 'OrderDate'], Sort: [{ FieldName: 'orderdate' }] })).toEqual([
    'OrderDate',
    'TaxId',
  ]);
  expect(names({ Aggregates: [total] })).toEqual(['SumTotal']);
});

it.each<[object, string[]]>([
  [{ GroupBy: ['TaxId', 'taxid'] }, ['Validation GroupBy']],
  [{ GroupBy: ['TaxId'], Aggregates: [{ Function: 'Count', Alias: 'taxid' }] }, ['Validation Aggregates']],
  [{ Aggregates: [total, total] }, ['Validation Aggregates']],
  [{ GroupBy: ['CustomerId.Extra'] }, ['Validation GroupBy[0]']],
  [{ GroupBy: [{ FieldName: 'Total', Bucket: 'Day' }] }, ['Validation GroupBy[0].FieldName']],
  [{ Aggregates: [{ Function: 'Avg', FieldName: 'OrderDate' }] }, ['Validation Aggregates[0].FieldName']],
  [{ Aggregates: [{ Function: 'Min', FieldName: 'CustomerId' }] }, ['Validation Aggregates[0].FieldName']],
  [{ GroupBy: ['CustomerId'], Sort: [{ FieldName: 'CustomerId.Name' }] }, ['UnknownField Sort[0].FieldName']],
  [{ GroupBy: ['CustomerId'], Having: where('SumTotal', 'IsNULL') }, ['UnknownField Having.Filters[0].FieldName']],
  [{ Aggregates: [total], Having: where('SumTotal', 'Contains', '1') }, ['BadFilter Having.Filters[0].Operator']],
])('refuses %j', (body, faults) => {
  expect(faultsOf(Order(body))).toEqual(faults);
});

it('includes everything that the text depends on in the key', () => {
  const base = { GroupBy: ['TaxId'], Aggregates: [total] };
  const bucket = (Bucket: string) => ({ GroupBy: [{ FieldName: 'OrderDate', Bucket }] });
  const keys = [
    base,
    { GroupBy: ['TaxId'] },
    { Aggregates: [total] },
    { SelectedFields: ['TaxId'], Distinct: true },
    { ...base, Aggregates: [{ ...total, Function: 'Avg', Alias: 'SumTotal' }] },
    { ...base, Aggregates: [{ ...total, Alias: 'T' }] },
    { ...base, Having: where('SumTotal', 'GreaterThan', 1) },
    { ...base, SelectedFields: ['SumTotal', 'TaxId'] },
    { ...base, GlobalSearch: 'x' },
    bucket('Day'),
    bucket('Week'),
  ].map((body) => planOf(Order(body)).key);
  // Distinct is a grouping by what is selected.
  expect(keys[3]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(keys.length - 1);
  const zones = ['Asia/Tokyo', 'Europe/Berlin'].map((TimeZone) =>
    planOf({ EntityName: 'Customer', GroupBy: [{ FieldName: 'LastSeen', Bucket: 'Day', TimeZone }] }),
  );
  expect(zones[0].key).toBe(zones[1].key);
});
