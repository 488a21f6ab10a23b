/** Example bodies of a query on the demo data. */
export const SELECT_EXAMPLES = {
  'Filter, sort, page': {
    EntityName: 'Customer',
    SelectedFields: ['CustomerNumber', 'Name', 'CreditLimit', 'RegionId.Name'],
    WhereClause: {
      Filters: [
        { FieldName: 'IsActive', Operator: 3, Value: true, Sequence: 1 },
        { FieldName: 'RegionId.Code', Operator: 4, Value: ['NO', 'SO'], Sequence: 2 },
        { FieldName: 'CreditLimit', Operator: 9, Value: '50000.00', Sequence: 3 },
      ],
      FilterLogic: '1 AND (2 OR 3)',
    },
    Sort: [{ FieldName: 'Name', Direction: 1 }],
    Pager: { PageNumber: 1, PageSize: 10 },
  },
  'All fields, lookups with their text': { EntityName: 'Contact', LoadLookUpValues: true },
  'Customers that have an urgent order': {
    EntityName: 'Customer',
    SelectedFields: ['Name'],
    WhereClause: {
      Filters: [
        {
          FieldName: 'Id',
          Operator: 21,
          Value: {
            EntityName: 'Order',
            FieldName: 'CustomerId',
            WhereClause: { Filters: [{ FieldName: 'Priority', Operator: 3, Value: 'Urgent' }] },
          },
        },
      ],
    },
  },
  'Orders with their customer and lines': {
    EntityName: 'Order',
    SelectedFields: ['OrderNumber', 'OrderDate', 'Total', 'CustomerId'],
    Includes: [
      { Name: 'CustomerId', SelectedFields: ['CustomerNumber', 'Name'] },
      {
        Name: 'OrderLines',
        SelectedFields: ['LineNumber', 'ProductId.Name', 'Quantity', 'LineTotal'],
        Sort: [{ FieldName: 'LineNumber' }],
        Pager: { PageSize: 10 },
      },
    ],
    Sort: [{ FieldName: 'OrderDate', Direction: 2 }],
    Pager: { PageSize: 50 },
  },
  'Turnover by month and region': {
    EntityName: 'Order',
    GroupBy: [{ FieldName: 'OrderDate', Bucket: 'Month' }, 'CustomerId.RegionId.Name'],
    Aggregates: [
      { Function: 'Count', Alias: 'Orders' },
      { Function: 'Sum', FieldName: 'Total' },
      { Function: 'CountDistinct', FieldName: 'CustomerId', Alias: 'Customers' },
    ],
    Having: { Filters: [{ FieldName: 'SumTotal', Operator: 1, Value: '0.00' }] },
    Sort: [{ FieldName: 'OrderDate' }, { FieldName: 'SumTotal', Direction: 2 }],
  },
  'Each segment and region once': {
    EntityName: 'Customer',
    SelectedFields: ['Segment', 'RegionId.Name'],
    Distinct: true,
  },
  'Search of all texts': {
    EntityName: 'Customer',
    SelectedFields: ['CustomerNumber', 'Name'],
    GlobalSearch: 'markt',
    Pager: { PageSize: 10 },
  },
  'My records of the last 30 days': {
    EntityName: 'Order',
    WhereClause: {
      Filters: [
        { FieldName: 'OwnerId', Operator: 3, Value: 'Me', ValueType: 4, Sequence: 1 },
        { FieldName: 'CreatedOn', Operator: 9, Value: 'Today-30d', ValueType: 4, Sequence: 2 },
      ],
    },
    Sort: [{ FieldName: 'CreatedOn', Direction: 2 }],
    Pager: { PageSize: 20, Count: 'None' },
  },
};
