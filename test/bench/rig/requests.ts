import { NUMBER, type RequestTemplate } from '../load/load.js';
import { OWN_CONTACTS, OWN_CUSTOMERS, OWN_REGIONS } from './seed.js';

export type CallHeaders = Readonly<Record<string, string>>;

/** A seeded record; the number is its own. */
const SEEDED_ID = `00000000-0000-7000-8000-${NUMBER}`;

const post = (path: string, headers: CallHeaders, body: object): RequestTemplate => ({
  method: 'POST',
  path,
  headers,
  body: JSON.stringify(body),
});

const equals = (FieldName: string, Value: string): object => ({ Filters: [{ FieldName, Operator: 3, Value }] });

export const accessRequest = (headers: CallHeaders): RequestTemplate => ({
  method: 'GET',
  path: '/api/v1/access',
  headers,
});

const NEW_CUSTOMER = {
  Name: `Customer ${NUMBER}`,
  TaxId: `DE${NUMBER}`,
  Email: `c${NUMBER}@customer.example`,
  Phone: '+49 30 1234567',
  Segment: 'Wholesale',
  CreditLimit: '7500.00',
  IsActive: true,
  OnboardedOn: '2025-01-15',
  RegionId: '00000000-0000-7000-8000-000000000007',
};

/** A new customer. @param RegionId of one region, if not of a seeded one */
export function insertRequest(headers: CallHeaders, RegionId: unknown = NEW_CUSTOMER.RegionId): RequestTemplate {
  const Fields = Object.entries({ ...NEW_CUSTOMER, RegionId }).map(([FieldName, Value]) => ({ FieldName, Value }));
  return post('/api/v1/records/insert', headers, { EntityName: 'Customer', Fields });
}

/** Many of the same in one call. */
export function bulkRequest(headers: CallHeaders, rows = 1_000): RequestTemplate {
  const Values = Array.from({ length: rows }, () => Object.values(NEW_CUSTOMER));
  const body = { EntityName: 'Customer', Fields: Object.keys(NEW_CUSTOMER), Values };
  return { ...post('/api/v1/records/bulk-insert', headers, body), records: rows };
}

/** Any one of the caller's seeded customers, all fields. */
export const byIdRequest = (headers: CallHeaders): RequestTemplate => ({
  ...post('/api/v1/queries/select', headers, { EntityName: 'Customer', WhereClause: equals('Id', SEEDED_ID) }),
  numbersBelow: OWN_CUSTOMERS,
});

/** The first 50 customers with this value, all fields, by name, with their exact number. */
export const pageByRequest = (headers: CallHeaders, field: string, value: string): RequestTemplate =>
  post('/api/v1/queries/select', headers, {
    EntityName: 'Customer',
    WhereClause: equals(field, value),
    Sort: [{ FieldName: 'Name', Direction: 1 }],
    Pager: { PageNumber: 1, PageSize: 50 },
  });

/** The same of one of the caller's regions, which have 200 each. */
export const pageRequest = (headers: CallHeaders): RequestTemplate => ({
  ...pageByRequest(headers, 'RegionId', SEEDED_ID),
  numbersBelow: OWN_REGIONS,
});

/** The last 50 of the 200 orders that one of the caller's contacts placed, each with its customer and its lines. */
export const includeRequest = (headers: CallHeaders): RequestTemplate => ({
  ...post('/api/v1/queries/select', headers, {
    EntityName: 'Order',
    SelectedFields: ['Id', 'OrderNumber', 'OrderDate', 'Priority', 'Total', 'CustomerId'],
    WhereClause: equals('ContactId', SEEDED_ID),
    Sort: [{ FieldName: 'OrderNumber', Direction: 2 }],
    Pager: { PageNumber: 1, PageSize: 50 },
    Includes: [
      { Name: 'CustomerId', SelectedFields: ['Id', 'CustomerNumber', 'Name', 'Segment'] },
      {
        Name: 'OrderLines',
        SelectedFields: ['LineNumber', 'ProductId.Name', 'Quantity', 'UnitPrice', 'LineTotal'],
        Sort: [{ FieldName: 'LineNumber' }],
      },
    ],
  }),
  numbersBelow: OWN_CONTACTS,
});

/** Number and sum of the 200 orders of one of the caller's contacts, by priority. */
export const groupRequest = (headers: CallHeaders): RequestTemplate => ({
  ...post('/api/v1/queries/select', headers, {
    EntityName: 'Order',
    WhereClause: equals('ContactId', SEEDED_ID),
    GroupBy: ['Priority'],
    Aggregates: [{ Function: 'Count' }, { Function: 'Sum', FieldName: 'Total' }],
  }),
  numbersBelow: OWN_CONTACTS,
});
