const customerByTaxId = { FieldName: 'TaxId', Value: 'DE811111111' };
const northRegion = { Match: { FieldName: 'Code', Value: 'NO' } };

/** Bodies of an insert that work on the demo data. */
export const INSERT_EXAMPLES = {
  'A customer, its region by code': {
    EntityName: 'Customer',
    Fields: [
      { FieldName: 'Name', Value: 'Fabrikam' },
      { FieldName: 'TaxId', Value: 'DE900000002' },
      { FieldName: 'CreditLimit', Value: '7500.00' },
      { FieldName: 'RegionId', Value: northRegion },
    ],
  },
  'An order with its lines': {
    EntityName: 'Order',
    Fields: [
      { FieldName: 'CustomerId', Value: { Match: customerByTaxId } },
      { FieldName: 'Priority', Value: 'Urgent' },
      {
        FieldName: 'OrderLines',
        Value: [
          {
            LineNumber: 1,
            ProductId: { Match: { FieldName: 'Sku', Value: 'BEV-0001' } },
            Quantity: 24,
            UnitPrice: '7.90',
          },
          {
            LineNumber: 2,
            ProductId: { Match: { FieldName: 'Sku', Value: 'SVC-0900' } },
            Quantity: 1,
            UnitPrice: '25.00',
          },
        ],
      },
    ],
  },
  'A contact and its new customer': {
    EntityName: 'Contact',
    Fields: [
      { FieldName: 'FirstName', Value: 'Eva' },
      { FieldName: 'LastName', Value: 'Ems' },
      { FieldName: 'CustomerId', Value: { Name: 'Tailspin', TaxId: 'DE900000003', RegionId: northRegion } },
    ],
  },
  'A dry run': {
    EntityName: 'Note',
    Fields: [{ FieldName: 'Subject', Value: 'Leaves nothing' }],
    Options: { DryRun: true },
  },
};

/** Bodies of an update that work on the demo data. */
export const UPDATE_EXAMPLES = {
  'One record, by a unique field': {
    EntityName: 'Customer',
    Fields: [{ FieldName: 'Phone', Value: '+49 40 123456' }],
    WhereClause: { Filters: [{ ...customerByTaxId, Operator: 3 }] },
  },
  'One record and its children': {
    EntityName: 'Customer',
    Fields: [{ FieldName: 'CustomerNotes', Value: { Create: [{ Subject: 'Called back' }], Update: [], Delete: [] } }],
    WhereClause: { Filters: [{ ...customerByTaxId, Operator: 3 }] },
  },
  'All that match': {
    EntityName: 'Order',
    Fields: [{ FieldName: 'Priority', Value: 'Normal' }],
    WhereClause: {
      Filters: [
        { FieldName: 'Priority', Operator: 3, Value: 'Low', Sequence: 1 },
        { FieldName: 'CustomerId.RegionId.Code', Operator: 3, Value: 'NO', Sequence: 2 },
      ],
      FilterLogic: '1 AND 2',
    },
  },
};

/** Bodies of a delete that work on the demo data. */
export const DELETE_EXAMPLES = {
  'All that match': {
    EntityName: 'Note',
    WhereClause: { Filters: [{ FieldName: 'Subject', Operator: 13, Value: 'Prefers delivery' }] },
  },
  'A dry run': {
    EntityName: 'Order',
    WhereClause: { Filters: [{ FieldName: 'ExternalReference', Operator: 3, Value: 'PO-O2' }] },
    Options: { DryRun: true },
  },
};
