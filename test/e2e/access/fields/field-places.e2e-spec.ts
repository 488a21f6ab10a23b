import { CUSTOMER, customer, ORDER, USER } from '../../../support/demo.js';
import {
  type Answer,
  assignments,
  byId,
  type Caller,
  match,
  type Row,
  TestApp,
  where,
} from '../../../support/test-app.js';

const SECRET = 'DE777123456';

/** A protected field as a request may name it: of the entity itself, or through lookups. */
const PATHS = [
  ['Order', 'ExternalReference'],
  ['Order', 'CustomerId.TaxId'],
  ['Order', 'ContactId.CustomerId.TaxId'],
  ['OrderLine', 'OrderId.CustomerId.TaxId'],
  ['OrderLine', 'OrderId.ExternalReference'],
] as const;
let app: TestApp;
let ada: Caller;
/** Has scope Own, and no right to the protected fields. */
let nina: Caller;
/** RecordInformationId of an order. */
let record: string;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
  await ada.update('Customer', { TaxId: SECRET }, byId(CUSTOMER.alpenmarkt));
  await ada.update('Order', { ExternalReference: SECRET }, byId(ORDER.o1));
  record = (await nina.row('Order', ORDER.o1)).RecordInformationId;
  for (const [entity, field] of [
    ['Customer', 'TaxId'],
    ['Order', 'ExternalReference'],
  ]) {
    const named = {
      Filters: [
        { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: entity },
        { FieldName: 'FieldName', Operator: 'EqualTo', Value: field },
      ],
    };
    const { status, text } = await ada.update('Field', { Protection: 'Hidden' }, named);
    if (status !== 200) throw new Error(text);
  }
});
afterAll(() => app?.stop());

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}
const select = (body: Row): Request => ({ method: 'POST', path: '/queries/select', body });
const write = (method: string, name: string, body: unknown): Request => ({ method, path: `/records/${name}`, body });
const list = (members: Record<string, string>): Request =>
  read(`/lists/get?${new URLSearchParams(members).toString()}`);
const read = (path: string): Request => ({ method: 'GET', path });
const given = (FieldName: string): unknown => [{ FieldName, Value: 'x' }];
const step = (EntityName: string, member: Row): Request =>
  write('POST', 'batch', { Steps: [{ Name: 'One', EntityName, ...member }] });
/** Requests that put the path into each place where the name of a field of an entity fits that is read. */
const READ_PLACES: Readonly<Record<string, (EntityName: string, path: string) => Request>> = {
  'select .SelectedFields': (EntityName, path) => select({ EntityName, SelectedFields: ['Id', path] }),
  'select .WhereClause': (EntityName, path) => select({ EntityName, WhereClause: where(path, 'EqualTo', SECRET) }),
  'select .WhereClause by a group': (EntityName, path) =>
    select({
      EntityName,
      WhereClause: {
        Filters: [
          { FieldName: 'Id', Operator: 'IsNotNull', Sequence: 1 },
          { FieldName: path, Operator: 'StartsWith', Value: 'D', Sequence: 2 },
        ],
        FilterLogic: 'NOT (1 AND NOT 2)',
      },
    }),
  'select .WhereClause by another field': (EntityName, path) =>
    select({
      EntityName,
      WhereClause: { Filters: [{ FieldName: path, Operator: 'EqualTo', Value: path, ValueType: 3 }] },
    }),
  'select .WhereClause by a sub-query': (EntityName, path) =>
    select({
      EntityName,
      WhereClause: {
        Filters: [
          {
            FieldName: 'Id',
            Operator: 'ExistsIn',
            Value: { EntityName, FieldName: 'Id', WhereClause: where(path, 'Contains', '7') },
          },
        ],
      },
    }),
  'select .Sort': (EntityName, path) => select({ EntityName, Sort: [{ FieldName: path }] }),
  'select .GroupBy': (EntityName, path) =>
    select({ EntityName, GroupBy: [path], Aggregates: [{ Function: 'Count', Alias: 'N' }] }),
  'select .GroupBy[].FieldName': (EntityName, path) =>
    select({ EntityName, GroupBy: [{ FieldName: path }], Aggregates: [{ Function: 'Count', Alias: 'N' }] }),
  'select .Aggregates': (EntityName, path) =>
    select({ EntityName, Aggregates: [{ Function: 'Max', FieldName: path, Alias: 'M' }] }),
  'select .Having': (EntityName, path) =>
    select({
      EntityName,
      GroupBy: [path],
      Aggregates: [{ Function: 'Count', Alias: 'N' }],
      Having: where('N', 'GreaterThan', 0),
    }),
  'select .Distinct': (EntityName, path) => select({ EntityName, SelectedFields: [path], Distinct: true }),
  'run .Sort': (_, path) => ({
    method: 'POST',
    path: '/queries/execute/Order/OfAll',
    body: { Sort: [{ FieldName: path }] },
  }),
  'run .WhereClause': (_, path) => ({
    method: 'POST',
    path: '/queries/execute/Order/OfAll',
    body: { WhereClause: where(path, 'EqualTo', SECRET) },
  }),
  'update .WhereClause': (EntityName, path) =>
    write('PUT', 'update', {
      EntityName,
      Fields: [{ FieldName: 'OwnerId', Value: USER.nina }],
      WhereClause: where(path, 'EqualTo', SECRET),
    }),
  'delete .WhereClause': (EntityName, path) =>
    write('DELETE', 'delete', { EntityName, WhereClause: where(path, 'EqualTo', SECRET) }),
  'batch update .WhereClause': (EntityName, path) =>
    step(EntityName, {
      Operation: 'Update',
      Fields: [{ FieldName: 'OwnerId', Value: USER.nina }],
      WhereClause: where(path, 'EqualTo', SECRET),
    }),
  'batch delete .WhereClause': (EntityName, path) =>
    step(EntityName, { Operation: 'Delete', WhereClause: where(path, 'EqualTo', SECRET) }),
};

/** Code, names and values of a refusal. */
const refusalOf = ({ status, body, text, headers }: Answer) => ({
  status,
  named: (body.ErrorDetails ?? []).map(({ Code, Params }: Row) =>
    [Code, (Params as Row | undefined)?.FieldName].join(),
  ),
  tells: text.includes(SECRET) || headers.has('ETag'),
});
const refused = (path: string) => ({
  status: 403,
  named: expect.arrayContaining([`PermissionRequired,${path.split('.').at(-1)}`]),
  tells: false,
});

it.each(Object.keys(READ_PLACES))(
  'a protected field is refused at %s, through each depth of lookups',
  async (place) => {
    await ada.insert('SavedQuery', { Name: 'OfAll', EntityName: 'Order', SelectedFields: ['Id'] });
    for (const [entity, path] of PATHS) {
      if (place.startsWith('run') && entity !== 'Order') continue;
      const { method, path: route, body } = READ_PLACES[place](entity, path);
      const answer = await nina.send(method, route, body);
      expect([place, path, refusalOf(answer)]).toEqual([place, path, refused(path)]);
    }
  },
);

const included = (member: Row): Request =>
  select({ EntityName: 'Contact', Includes: [{ Name: 'CustomerId', ...member }] });

/** Requests that put a field into other places: those of includes, of lists, and where it would be written. */
const OTHER_PLACES: Readonly<Record<string, () => Request>> = {
  'includes .SelectedFields': () => included({ SelectedFields: ['TaxId'] }),
  'includes .WhereClause': () =>
    select({
      EntityName: 'Region',
      Includes: [{ Name: 'RegionCustomers', WhereClause: where('TaxId', 'EqualTo', SECRET) }],
    }),
  'includes .Sort': () =>
    select({ EntityName: 'Region', Includes: [{ Name: 'RegionCustomers', Sort: [{ FieldName: 'TaxId' }] }] }),
  'insert .Fields': () =>
    write('POST', 'insert', { EntityName: 'Customer', Fields: assignments(customer({ TaxId: 'DE900777123' })) }),
  'insert .Fields of children': () =>
    write('POST', 'insert', {
      EntityName: 'Customer',
      Fields: [
        ...assignments(customer()),
        { FieldName: 'ChildCustomers', Value: [customer({ TaxId: 'DE900777123' })] },
      ],
    }),
  'insert .Fields by a match': () =>
    write('POST', 'insert', {
      EntityName: 'Note',
      Fields: assignments({ Subject: 'x', CustomerId: match('TaxId', SECRET) }),
    }),
  'update .Fields': () =>
    write('PUT', 'update', { EntityName: 'Customer', Fields: given('TaxId'), WhereClause: byId(CUSTOMER.alpenmarkt) }),
  'update .Fields by a match': () =>
    write('PUT', 'update', {
      EntityName: 'Note',
      Fields: assignments({ CustomerId: match('TaxId', SECRET) }),
      WhereClause: where('Subject', 'EqualTo', 'x'),
    }),
  'upsert .Fields': () =>
    write('POST', 'upsert', {
      EntityName: 'Customer',
      MatchOn: ['ErpId'],
      Fields: assignments(customer({ ErpId: ORDER.o1, TaxId: 'DE900777123' })),
    }),
  'upsert .MatchOn': () =>
    write('POST', 'upsert', {
      EntityName: 'Customer',
      MatchOn: ['TaxId'],
      Fields: assignments(customer({ TaxId: SECRET })),
    }),
  'bulk-insert .Fields': () =>
    write('POST', 'bulk-insert', { EntityName: 'Customer', Fields: ['Name', 'TaxId'], Values: [['x', 'y']] }),
  'bulk-insert .Values by a match': () =>
    write('POST', 'bulk-insert', {
      EntityName: 'Note',
      Fields: ['Subject', 'CustomerId'],
      Values: [['x', match('TaxId', SECRET)]],
    }),
  'batch insert .Fields': () =>
    step('Customer', { Operation: 'Insert', Fields: assignments(customer({ TaxId: 'DE900777123' })) }),
  'batch update .Fields': () =>
    step('Customer', { Operation: 'Update', Fields: given('TaxId'), WhereClause: byId(CUSTOMER.alpenmarkt) }),
  'batch upsert .MatchOn': () =>
    step('Customer', { Operation: 'Upsert', MatchOn: ['TaxId'], Fields: assignments(customer({ TaxId: SECRET })) }),
  'status update .Fields': () => ({
    method: 'PUT',
    path: `/status/update?recordId=${record}&nextStatusId=Submitted&entityName=Order`,
    body: { Fields: given('ExternalReference') },
  }),
  'lists valueField': () => list({ entityName: 'Customer', valueField: 'TaxId', textField: 'Name' }),
  'lists textField': () => list({ entityName: 'Customer', valueField: 'Id', textField: 'TaxId' }),
  'lists fieldName': () => list({ entityName: 'Customer', fieldName: 'TaxId' }),
  'record selectedFields': () => read(`/records/Customer/${CUSTOMER.alpenmarkt}?selectedFields=Name,TaxId`),
};

it.each(Object.keys(OTHER_PLACES))('a protected field is refused at %s', async (place) => {
  const { method, path, body } = OTHER_PLACES[place]();
  const answer = await nina.send(method, path, body);
  const field = place.startsWith('status') ? 'ExternalReference' : 'TaxId';
  // A Match stands in a row of several, each of which has faults of its own.
  const status = place.startsWith('bulk-insert .Values') ? 400 : 403;
  expect(refusalOf(answer)).toEqual({ ...refused(field), status });
});
