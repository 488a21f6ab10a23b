import { CUSTOMER } from '../../../support/demo.js';

export const CITY_ID = 'a1000000-0000-4000-8000-000000000001';

export const VIEW = {
  short: 'a2000000-0000-4000-8000-000000000001',
  named: 'a2000000-0000-4000-8000-000000000002',
} as const;

const parameter = (FieldName: string, Operator: number, Value: unknown): object => ({
  FieldName,
  Operator,
  Value,
  ValueType: 2,
});
const all = (...Filters: readonly object[]): object => ({ Filters });
const byName = [{ FieldName: 'Name' }];

/** Queries of the demo's entities that use every form of parameter. */
export const SAVED_QUERIES: readonly object[] = [
  {
    Id: CITY_ID,
    Name: 'BySegment',
    EntityName: 'Customer',
    Parameters: [
      { Name: 'Segments', Type: 'Enum', Required: true, IsList: true },
      { Name: 'NameStartsWith', Type: 'Text' },
    ],
    SelectedFields: ['Name', 'Segment', 'RegionId.Code'],
    WhereClause: all(parameter('Segment', 4, '@Segments'), parameter('Name', 13, '@NameStartsWith')),
    Sort: byName,
    Views: [{ Id: VIEW.named, Name: 'Named', WhereClause: all(parameter('Name', 13, '@NameStartsWith')) }],
  },
  { Name: 'In D/A/CH & more', EntityName: 'Region', Sort: byName },
  {
    Name: 'Everybody',
    EntityName: 'Customer',
    SelectedFields: ['Name', 'Segment'],
    Sort: byName,
    Views: [
      {
        Id: VIEW.short,
        Name: 'Short',
        SelectedFields: ['Name'],
        WhereClause: { Filters: [{ FieldName: 'Segment', Operator: 3, Value: 'Retail' }] },
        Sort: [{ FieldName: 'Name', Direction: 2 }],
      },
      { Name: 'OfNina', Visibility: 'Private' },
      { Name: 'ForReps', Visibility: 'Role', Role: 'SalesRep' },
    ],
  },
  {
    Name: 'InPeriod',
    EntityName: 'Order',
    Parameters: ['From', 'To'].map((Name) => ({ Name, Type: 'Date', Required: true })),
    SelectedFields: ['ExternalReference'],
    WhereClause: all(parameter('OrderDate', 17, ['@From', '@To'])),
    Sort: [{ FieldName: 'OrderDate' }],
  },
  {
    Name: 'WithOrders',
    EntityName: 'Customer',
    Parameters: [{ Name: 'Priorities', Type: 'Enum', IsList: true }],
    SelectedFields: ['Name'],
    WhereClause: all({
      FieldName: 'Id',
      Operator: 21,
      Value: {
        EntityName: 'Order',
        FieldName: 'CustomerId',
        WhereClause: all(parameter('Priority', 4, '@Priorities')),
      },
    }),
    Sort: byName,
  },
  {
    Name: 'Search',
    EntityName: 'Customer',
    Parameters: [{ Name: 'Text', Type: 'Text', Required: true }],
    SelectedFields: ['Name'],
    WhereClause: all(parameter('Name', 11, '@Text')),
  },
  {
    Name: 'ByParent',
    EntityName: 'Customer',
    Parameters: [{ Name: 'Parent', Type: 'Uuid' }],
    SelectedFields: ['Name'],
    WhereClause: all(parameter('ParentCustomerId', 3, '@Parent')),
  },
  {
    Name: 'OfOwner',
    EntityName: 'Customer',
    Parameters: [{ Name: 'Owner', Type: 'Uuid', Default: 'Me' }],
    SelectedFields: ['Name'],
    WhereClause: all(parameter('OwnerId', 3, '@Owner')),
    Sort: byName,
  },
  {
    Name: 'NotBelowAlpenmarkt',
    EntityName: 'Customer',
    SelectedFields: ['Name'],
    WhereClause: all({ FieldName: 'ParentCustomerId', Operator: 8, Value: CUSTOMER.alpenmarkt }),
  },
];
