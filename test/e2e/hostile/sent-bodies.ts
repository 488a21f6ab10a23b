import { CUSTOMER } from '../../support/demo.js';
import { byId, match, where } from '../../support/test-app.js';
import { GOOD } from './good-requests.js';

/** A request with a body. */
export interface Sent {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const ROUTES: Readonly<Record<string, readonly [string, string]>> = {
  select: ['POST', '/queries/select'],
  insert: ['POST', '/records/insert'],
  update: ['PUT', '/records/update'],
  delete: ['DELETE', '/records/delete'],
};

const set = (FieldName: string, Value: unknown): object => ({ FieldName, Value });
const note = { Subject: 'x' };

/** Bodies with what the examples do not show: inline targets, children of children, references, parameters. */
const MORE: readonly Sent[] = [
  {
    name: 'inline targets',
    method: 'POST',
    path: '/records/insert',
    body: {
      EntityName: 'Order',
      Fields: [
        set('CustomerId', [set('Name', 'Nested'), set('TaxId', 'DE123123123'), set('RegionId', match('Code', 'NO'))]),
        set('ContactId', {
          Fields: [set('FirstName', 'A'), set('LastName', 'B'), set('CustomerId', match('TaxId', 'x'))],
        }),
        set('OrderLines', [[set('LineNumber', 1), set('ProductId', { Match: { FieldName: 'Sku', Value: 'x' } })]]),
      ],
      Options: { DryRun: true, NullSafeNegation: false, ExpectedVersion: 1 },
    },
  },
  {
    name: 'children',
    method: 'PUT',
    path: '/records/update',
    body: {
      EntityName: 'Customer',
      Fields: [
        set('CustomerNotes', {
          Create: [note, [set('Subject', 'y')], { Fields: [set('Subject', 'z')] }],
          Update: [[set('Id', CUSTOMER.fern), set('Subject', 'x')]],
          Delete: [CUSTOMER.cafe],
        }),
      ],
      WhereClause: byId(CUSTOMER.bistro),
      Options: { ExpectedVersion: 1 },
    },
  },
  {
    name: 'steps',
    method: 'POST',
    path: '/records/batch',
    body: {
      Mode: 'Atomic',
      Steps: [
        { Operation: 'Insert', Ref: 'a', EntityName: 'Note', Fields: [set('Subject', 'x')] },
        {
          Operation: 'Update',
          EntityName: 'Note',
          Fields: [set('CustomerId', match('TaxId', 'x'))],
          WhereClause: byId('$a.Id'),
        },
        { Operation: 'Delete', EntityName: 'Note', WhereClause: byId('$a.Id'), Options: { ExpectedVersion: 1 } },
        { Operation: 'Upsert', EntityName: 'Region', MatchOn: ['Code'], Fields: [set('Code', 'NO'), set('Name', 'x')] },
      ],
      Options: { DryRun: true },
    },
  },
  {
    name: 'a run',
    method: 'POST',
    path: '/queries/execute/Customer/ActiveCustomers',
    body: {
      Reqtokens: { value: 'x', vlue: 'y' },
      SavedView: 'x',
      Pager: { PageNumber: 1, PageSize: 1, Count: 'None' },
      Sort: [{ FieldName: 'Name', Direction: 1 }],
      WhereClause: where('Name', 'EqualTo', 'x'),
      Options: { NullSafeNegation: true },
    },
  },
];

/** Faulty rows that are skipped are reported in a 200: here they are to be refused. */
const withoutSkips = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => (key === 'OnError' ? 'Rollback' : value));

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly example?: string } }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

/** The examples of an OpenAPI document. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

function examplesOf(template: string, method: string, { parameters = [], requestBody }: Operation): readonly Sent[] {
  const filled = parameters.reduce(
    (made, { name, schema }) => made.replace(`{${name}}`, schema.example ?? ''),
    template,
  );
  const path = filled.replace('/api/v1', '');
  const examples = Object.entries(requestBody?.content['application/json'].examples ?? {});
  return examples.map(([name, { value }]) => {
    return { name: `${path} ${name}`, method: method.toUpperCase(), path, body: withoutSkips(value) };
  });
}

/** A body for every form that requests have: the examples of the document, and what they do not show. */
export function sentBodies({ paths }: Document): readonly Sent[] {
  const examples = Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => examplesOf(template, method, operation)),
  );
  const good = GOOD.map(([route, body], i): Sent => {
    const [method, path] = ROUTES[route];
    return { name: `${route} ${i}`, method, path, body };
  });
  return [...examples, ...good, ...MORE];
}
