import type { Route } from './hostile-app.js';

/** Id of a customer of the demo. */
export const ALPENMARKT = 'de93140a-f4fb-4e24-9c00-85595603a447';

const where = (...Filters: readonly object[]): object => ({
  Filters,
  FilterLogic: Filters.map((_, i) => i + 1).join(' OR '),
});

/** Good requests to begin with; between them they have every member and kind of value. */
export const GOOD: readonly (readonly [Route, object])[] = [
  [
    'select',
    {
      EntityName: 'Customer',
      SelectedFields: ['Id', 'Name', 'RegionId.Name', 'AccountManagerId.DisplayName'],
      WhereClause: where(
        { FieldName: 'Name', Operator: 11, Value: 'a', Sequence: 1 },
        { FieldName: 'CreditLimit', Operator: 17, Value: ['0', 9000.5], Sequence: 2, ValueType: 1 },
        { FieldName: 'OnboardedOn', Operator: 9, Value: 'Today-30d', Sequence: 3, ValueType: 4 },
        {
          FieldName: 'RegionId',
          Operator: 21,
          Value: { EntityName: 'Region', FieldName: 'Id', WhereClause: where({ FieldName: 'Code', Operator: 7 }) },
          Sequence: 4,
        },
      ),
      Sort: [{ FieldName: 'RegionId.Name', Direction: 2 }, { FieldName: 'Name' }],
      Pager: { PageNumber: 1, PageSize: 20, Count: 'Exact' },
      Options: { NullSafeNegation: true },
      LoadLookUpValues: true,
      LoadRecordInfo: true,
    },
  ],
  [
    'select',
    {
      EntityName: 'Order',
      GroupBy: ['CustomerId.Name', { FieldName: 'OrderDate', Bucket: 'Month', TimeZone: 'Europe/Berlin' }],
      Aggregates: [
        { Function: 'Count' },
        { Function: 'Sum', FieldName: 'DiscountPercent', Alias: 'Discount' },
        { Function: 'Max', FieldName: 'Priority' },
      ],
      Having: where({ FieldName: 'Discount', Operator: 9, Value: '0', Sequence: 1 }),
      GlobalSearch: 'ord',
      SelectedFields: ['Discount', 'CustomerId.Name'],
      Sort: [{ FieldName: 'Count', Direction: 2 }],
      Pager: { PageSize: 5 },
    },
  ],
  [
    'select',
    {
      EntityName: 'Order',
      SelectedFields: ['OrderNumber'],
      Includes: [
        {
          Name: 'OrderLines',
          SelectedFields: ['LineNumber', 'ProductId.Name'],
          WhereClause: where({ FieldName: 'Quantity', Operator: 1, Value: 0, Sequence: 1 }),
          Sort: [{ FieldName: 'LineNumber', Direction: 2 }],
          Pager: { PageNumber: 1, PageSize: 2 },
          Includes: [{ Name: 'ProductId', SelectedFields: ['Name'] }],
        },
      ],
      LoadChildren: true,
    },
  ],
  [
    'insert',
    {
      EntityName: 'Order',
      Fields: [
        { FieldName: 'CustomerId', Value: { Match: { FieldName: 'TaxId', Value: 'DE123456789' } } },
        { FieldName: 'OrderDate', Value: '2026-01-31' },
        { FieldName: 'RequestedDeliveryAt', Value: '2026-02-01T10:00:00+01:00' },
        { FieldName: 'Priority', Value: 'Normal' },
        { FieldName: 'Currency', Value: 'EUR' },
        { FieldName: 'DiscountPercent', Value: 2.5 },
        {
          FieldName: 'OrderLines',
          Value: [{ LineNumber: 1, Quantity: '2', UnitPrice: 3.5 }, [{ FieldName: 'LineNumber', Value: 2 }]],
        },
      ],
      Options: { DryRun: false },
    },
  ],
  [
    'update',
    {
      EntityName: 'Customer',
      Fields: [
        { FieldName: 'Preferences', Value: { a: [1, null, { b: 'c' }] } },
        { FieldName: 'IsActive', Value: 'true' },
        { FieldName: 'Contact', Value: { Create: [{ FirstName: 'A', LastName: 'B' }], Update: [], Delete: [] } },
      ],
      WhereClause: where({ FieldName: 'Id', Operator: 4, Value: [ALPENMARKT] }),
      Options: { ExpectedVersion: 1 },
    },
  ],
  [
    'delete',
    {
      EntityName: 'Note',
      WhereClause: where({ FieldName: 'Subject', Operator: 13, Value: 'zzz' }),
      Options: { DryRun: true },
    },
  ],
];
