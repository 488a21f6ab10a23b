import { CUSTOMER, customer, REGION, ROLE, USER } from '../../../support/demo.js';
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

/** Nothing that a caller can observe follows from values that they may not see. */
let app: TestApp;
let ada: Caller;
/** Sees neither TaxId, ErpId nor CreditLimit of customers, but may write the first two. */
let nina: Caller;
/** Customers of nina's that differ in their hidden values alone. */
let twins: readonly string[];
const SECRET = 'DE811111111';
const MISSING = 'DE822222223';
const ERP = 'b39b20ae-0e7e-4b6c-8d0b-1a1f3c1f7d10';

beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
  const named = (fields: readonly string[]): unknown => ({
    Filters: [
      { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'Customer' },
      { FieldName: 'FieldName', Operator: 'IN', Value: fields },
    ],
  });
  const fields = ['TaxId', 'ErpId', 'CreditLimit', 'AvailableCredit'];
  const { status, text } = await ada.update('Field', { Protection: 'Hidden' }, named(fields));
  if (status !== 200) throw new Error(text);
  for (const FieldName of ['TaxId', 'ErpId']) {
    const about = { RoleId: ROLE.salesRep, EntityName: 'Customer', FieldName };
    await ada.inserted('FieldAccess', { ...about, Read: 'None', Write: true });
  }
  await ada.update('Customer', { TaxId: SECRET, ErpId: ERP }, byId(CUSTOMER.fern));
  twins = await Promise.all(
    [10, 20, 30, 40].map((CreditLimit) =>
      ada.inserted('Customer', customer({ Name: 'Twin', RegionId: REGION.north, OwnerId: USER.nina, CreditLimit })),
    ),
  );
});
afterAll(() => app?.stop());

/** Members of an answer that differ from call to call. */
const OF_CALLS = /"(RequestId|CorrelationId|traceId|TotalExecutionTime)":("[^"]*"|[\d.]+)/g;
/** Members that a change of a record shows to all who read it. */
const OF_CHANGES = /"(RowVersion|UpdatedOn)":("[^"]*"|\d+)/g;
const comparable = ({ status, headers, text }: Answer): string =>
  [status, headers.get('ETag') ?? '', headers.get('Preference-Applied') ?? '', text.replaceAll(OF_CALLS, '"$1"')].join(
    '\n',
  );

const TWINS = where('Name', 'EqualTo', 'Twin');
type Call = (caller: Caller) => Promise<Answer>;
const select =
  (entity: string, query: Row): Call =>
  (caller) =>
    caller.select(entity, query);
const get =
  (path: string): Call =>
  (caller) =>
    caller.get(path);

/** Reads that are allowed to a caller who does not see the values. */
const READS: readonly (() => Call)[] = [
  () => select('Customer', { WhereClause: TWINS }),
  () => select('Customer', { WhereClause: TWINS, Pager: { PageSize: 2 } }),
  () => select('Customer', { WhereClause: TWINS, Pager: { PageSize: 2 }, Sort: [{ FieldName: 'Name' }] }),
  () => select('Customer', { WhereClause: TWINS, SelectedFields: ['Id'], Sort: [{ FieldName: 'Segment' }] }),
  () => select('Customer', { WhereClause: TWINS, SelectedFields: ['Name'], Distinct: true }),
  () => select('Customer', { GroupBy: ['Name'], Aggregates: [{ Function: 'Count', Alias: 'N' }] }),
  () => select('Customer', { GlobalSearch: 'twin' }),
  () => select('Customer', { GlobalSearch: SECRET }),
  () => select('Region', { Includes: [{ Name: 'RegionCustomers', WhereClause: TWINS, Pager: { PageSize: 3 } }] }),
  () => get('/lists/get?entityName=Customer&search=twin'),
  () => get('/entities/Customer'),
  () => get('/access?entityName=Customer'),
  () => get(`/lists/get?entityName=Customer&ids=${twins.join()}`),
];

/** Answers without what every change of a record shows. */
async function observe(): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const read of READS) answers.push(comparable(await read()(nina)).replaceAll(OF_CHANGES, '"$1"'));
  return answers;
}

it('does not change answers, their order and cursors when hidden values change', async () => {
  const before = await observe();
  for (const [i, id] of twins.entries()) await ada.update('Customer', { CreditLimit: 100 - i }, byId(id));
  expect(await observe()).toEqual(before);
});

it('does not show in records, their tags, histories and results of writes of the same version', async () => {
  const shown = async (id: string): Promise<readonly string[]> => {
    const headers = { Prefer: 'return=representation' };
    const answers = [
      await nina.get(`/records/Customer/${id}`),
      await nina.get(`/records/Customer/${id}/history`),
      await nina.update('Customer', { Phone: '+49 30 123456' }, byId(id), undefined, headers),
      await nina.get(`/records/Customer/${id}/history?at=1`),
    ];
    return answers.map((answer) =>
      comparable(answer)
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
        .replaceAll(/CUS-\d+/g, 'number')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'),
    );
  };
  const [first, second] = [await shown(twins[0]), await shown(twins[1])];
  expect(second).toEqual(first);
  expect(first.join()).not.toMatch(/CreditLimit|TaxId|DE9/);
});

const send =
  (method: string, path: string, body: unknown): Call =>
  (caller) =>
    caller.send(method, path, body);

/** Requests that are refused for a hidden field, with the value that they name. */
const REFUSED: Readonly<Record<string, (value: string) => Call>> = {
  'a filter': (value) => select('Customer', { WhereClause: where('TaxId', 'EqualTo', value) }),
  'a filter through a lookup': (value) => select('Order', { WhereClause: where('CustomerId.TaxId', 'EqualTo', value) }),
  'a sub-query': (value) =>
    select('Order', {
      WhereClause: {
        Filters: [
          {
            FieldName: 'CustomerId',
            Operator: 'ExistsIn',
            Value: { EntityName: 'Customer', FieldName: 'Id', WhereClause: where('TaxId', 'EqualTo', value) },
          },
        ],
      },
    }),
  'a match': (value) => (caller) => caller.insert('Note', { Subject: 'x', CustomerId: match('TaxId', value) }),
  'a match of a bulk insert': (value) =>
    send('POST', '/records/bulk-insert', {
      EntityName: 'Note',
      Fields: ['Subject', 'CustomerId'],
      Values: [['x', match('TaxId', value)]],
    }),
  'an upsert': (value) => (caller) => caller.upsert('Customer', ['TaxId'], customer({ TaxId: value })),
  'an update': (value) => (caller) =>
    caller.update('Customer', { Phone: '+49 30 1234' }, where('TaxId', 'EqualTo', value)),
  'a delete': (value) => (caller) => caller.delete('Contact', where('CustomerId.TaxId', 'EqualTo', value)),
  'a batch': (value) => (caller) =>
    caller.batch([
      { Operation: 'Delete', EntityName: 'Contact', WhereClause: where('CustomerId.TaxId', 'IN', [value]) },
    ]),
};

it.each(Object.keys(REFUSED))('refuses %s alike, whether a record has the value', async (name) => {
  const [known, unknown] = [await REFUSED[name](SECRET)(nina), await REFUSED[name](MISSING)(nina)];
  expect(known.body.ErrorDetails).toContainEqual(expect.objectContaining({ Code: 'PermissionRequired' }));
  expect(comparable(known)).toBe(comparable(unknown));
  expect(known.text).not.toContain(SECRET);
});

describe('a clash of hidden unique values', () => {
  const CLASHES: readonly (readonly [string, Row])[] = [
    ['TaxId', { TaxId: SECRET }],
    ['ErpId', { ErpId: ERP }],
  ];
  const WRITES: Readonly<Record<string, (fields: Row) => Call>> = {
    'an insert': (fields) => (caller) => caller.insert('Customer', fields),
    'an insert that is tried': (fields) =>
      send('POST', '/records/insert', {
        EntityName: 'Customer',
        Fields: assignments(fields),
        Options: { DryRun: true },
      }),
    'an update': (fields) => (caller) => caller.update('Customer', fields, byId(twins[2])),
    'an update that is tried': (fields) => (caller) =>
      caller.update('Customer', fields, byId(twins[2]), { DryRun: true }),
    'an update of children too': (fields) => (caller) =>
      caller.update(
        'Customer',
        { ...fields, CustomerContacts: { Create: [{ FirstName: 'Ann', LastName: 'B' }] } },
        byId(twins[2]),
      ),
    'an upsert': (fields) => (caller) => caller.upsert('Customer', ['Email'], { ...fields, Email: 'a@b.example' }),
    'a bulk insert': (fields) =>
      send('POST', '/records/bulk-insert', {
        EntityName: 'Customer',
        Fields: Object.keys(fields),
        Values: [Object.values(fields)],
      }),
    'an update in a batch': (fields) => (caller) =>
      caller.batch([
        { Operation: 'Update', EntityName: 'Customer', Fields: assignments(fields), WhereClause: byId(twins[2]) },
      ]),
    'a batch': (fields) => (caller) =>
      caller.batch([{ Operation: 'Insert', EntityName: 'Customer', Fields: assignments(fields) }]),
  };

  it.each(Object.keys(WRITES))('is answered alike at %s, whichever field clashes', async (name) => {
    const free = { Name: 'Clash', RegionId: REGION.north, TaxId: 'DE833333333', ErpId: CUSTOMER.bistro };
    const answers: Answer[] = [];
    for (const [, clashing] of CLASHES) answers.push(await WRITES[name]({ ...free, ...clashing })(nina));
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(comparable(answers[0])).toBe(comparable(answers[1]));
    expect(answers[0].text).not.toMatch(/TaxId|ErpId/);
  });
});
