/** Bodies of an upsert that work on the demo data. */
export const UPSERT_EXAMPLES = {
  'By a unique field': {
    EntityName: 'Customer',
    MatchOn: ['TaxId'],
    Fields: [
      { FieldName: 'TaxId', Value: 'DE900000009' },
      { FieldName: 'Name', Value: 'Wide World' },
      { FieldName: 'RegionId', Value: { Match: { FieldName: 'Code', Value: 'NO' } } },
    ],
  },
};

/** Bodies of a batch that work on the demo data. */
export const BATCH_EXAMPLES = {
  'A customer and its first note': {
    Mode: 'Atomic',
    Steps: [
      {
        Operation: 'Insert',
        Ref: 'customer',
        EntityName: 'Customer',
        Fields: [
          { FieldName: 'Name', Value: 'Litware' },
          { FieldName: 'TaxId', Value: 'DE900000010' },
          { FieldName: 'RegionId', Value: { Match: { FieldName: 'Code', Value: 'NO' } } },
        ],
      },
      {
        Operation: 'Insert',
        EntityName: 'Note',
        Fields: [
          { FieldName: 'Subject', Value: 'Welcome call' },
          { FieldName: 'CustomerId', Value: '$customer.Id' },
        ],
      },
    ],
  },
};
