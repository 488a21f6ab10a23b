import { CONTACT, CUSTOMER, customer } from '../../../support/demo.js';
import { HubListener } from '../../../support/hub-client.js';
import { told } from '../../../support/keys.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

const MANAGER = 'cf5faf67-f718-4df4-9820-5771f7235a49';
const EMAIL = 'info@alpenmarkt.example';
const MASKED_EMAIL = 'i****@alpenmarkt.example';

let app: TestApp;
let ada: Caller;
/** Reads Email masked and no CreditLimit. */
let nina: Caller;
/** Reads both, and writes CreditLimit. */
let mona: Caller;
/** Protects a field before the one that is computed from it. */
let early: Answer;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina, mona] = ['ada.admin', 'nina.north', 'mona.manager'].map((name) => app.as(name));
  await ada.update('Customer', { Email: EMAIL, CreditLimit: 777 }, byId(CUSTOMER.alpenmarkt));
  await protect('Customer', 'Email', { Protection: 'Masked', Mask: 'Email' });
  early = await protection('Customer', 'CreditLimit', { Protection: 'Hidden' });
  await protect('Customer', 'AvailableCredit', { Protection: 'Hidden' });
  await protect('Customer', 'CreditLimit', { Protection: 'Hidden' });
  const about = { RoleId: MANAGER, EntityName: 'Customer' };
  await ada.inserted('FieldAccess', { ...about, FieldName: 'Email', Read: 'Full' });
  await ada.inserted('FieldAccess', { ...about, FieldName: 'CreditLimit', Read: 'Full', Write: true });
});
afterAll(() => app?.stop());

function protection(entity: string, field: string, members: Row): Promise<Answer> {
  const named = {
    Filters: [
      { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: entity },
      { FieldName: 'FieldName', Operator: 'EqualTo', Value: field },
    ],
  };
  return ada.update('Field', members, named);
}

async function protect(entity: string, field: string, members: Row): Promise<void> {
  const { status, text } = await protection(entity, field, members);
  if (status !== 200) throw new Error(text);
}

interface Fault {
  readonly Code: string;
  readonly Params?: Row;
}
/** Code, and the fields that the faults name. */
const refusal = async (call: Promise<Answer>) => {
  const { status, body } = await call;
  return [
    status,
    ...(body.ErrorDetails ?? []).map((fault: Fault) => `${fault.Code} ${String(fault.Params?.FieldName)}`),
  ];
};
const HIDDEN = [403, 'PermissionRequired CreditLimit'];
const MASKED = [403, 'PermissionRequired Email'];

it('are protected with all that is computed from them', () => {
  expect(early.body.ErrorDetails[0].Message).toContain('protect it as much');
});

it('are absent or masked where a request names no fields', async () => {
  const rows = await Promise.all([nina, mona, ada].map((caller) => caller.row('Customer', CUSTOMER.alpenmarkt)));
  expect(rows.map((row) => [row.Email, row.CreditLimit, 'CreditLimit' in row])).toEqual([
    [MASKED_EMAIL, undefined, false],
    [EMAIL, 777, true],
    [EMAIL, 777, true],
  ]);
  const one = await nina.get(`/records/Customer/${CUSTOMER.alpenmarkt}`);
  expect([one.body.Result.Email, 'CreditLimit' in one.body.Result]).toEqual([MASKED_EMAIL, false]);
});

it.each([
  ['SelectedFields', { SelectedFields: ['Name', 'CreditLimit'] }, HIDDEN],
  ['a filter', { WhereClause: where('CreditLimit', 'GreaterThan', 1) }, HIDDEN],
  ['a filter of a masked field', { WhereClause: where('Email', 'StartsWith', 'i') }, MASKED],
  ['a sort', { Sort: [{ FieldName: 'CreditLimit' }] }, HIDDEN],
  ['a group', { GroupBy: ['Email'], Aggregates: [{ Function: 'Count' }] }, MASKED],
  ['an aggregate', { Aggregates: [{ Function: 'Sum', FieldName: 'CreditLimit' }] }, HIDDEN],
  ['distinct rows', { Distinct: true, SelectedFields: ['Email'] }, MASKED],
])('cannot be used by %s', async (_, query, expected) => {
  expect(await refusal(nina.select('Customer', query))).toEqual(expected);
  expect((await mona.select('Customer', query)).status).toBe(200);
});

it('cannot be used through lookups, sub-queries and comparisons of fields', async () => {
  expect(
    await refusal(nina.select('Contact', { WhereClause: where('CustomerId.CreditLimit', 'GreaterThan', 1) })),
  ).toEqual(HIDDEN);
  expect(await refusal(nina.select('Contact', { SelectedFields: ['CustomerId.CreditLimit'] }))).toEqual(HIDDEN);
  const masked = await nina.select('Contact', {
    WhereClause: byId(CONTACT.anna),
    SelectedFields: ['CustomerId.Email'],
  });
  expect(JSON.stringify(masked.body.Result)).not.toContain(EMAIL);
  const rows = { EntityName: 'Customer', FieldName: 'Id', WhereClause: where('CreditLimit', 'EqualTo', 777) };
  const exists = { Filters: [{ FieldName: 'CustomerId', Operator: 'ExistsIn', Value: rows }] };
  expect(await refusal(nina.select('Contact', { WhereClause: exists }))).toEqual(HIDDEN);
  const compared = {
    Filters: [{ FieldName: 'OpenBalance', Operator: 'LessThan', ValueType: 3, Value: 'CreditLimit' }],
  };
  expect(await refusal(nina.select('Customer', { WhereClause: compared }))).toEqual(HIDDEN);
});

it('are absent from includes, and looked past by searches', async () => {
  const { body } = await nina.select('Contact', {
    WhereClause: byId(CONTACT.anna),
    Includes: [{ Name: 'CustomerId' }],
  });
  const included = body.Result[0].CustomerId;
  expect([included.Email, 'CreditLimit' in included]).toEqual([MASKED_EMAIL, false]);
  expect((await nina.select('Customer', { GlobalSearch: EMAIL })).body.Result).toEqual([]);
  expect((await mona.select('Customer', { GlobalSearch: EMAIL })).body.Result).toHaveLength(1);
});

it('stand in saved queries and lists for those alone who may use them', async () => {
  const EntityName = 'Customer';
  const query = { EntityName, Name: 'Limits', SelectedFields: ['Name', 'CreditLimit'] };
  await ada.inserted('SavedQuery', query);
  await ada.inserted('SavedQuery', {
    ...query,
    Name: 'Rich',
    SelectedFields: ['Name'],
    WhereClause: where('CreditLimit', 'GreaterThan', 1),
  });
  await ada.inserted('List', {
    EntityName,
    Name: 'Limits',
    ValueField: 'Id',
    TextField: 'Name',
    Sort: [{ FieldName: 'CreditLimit' }],
  });
  await ada.inserted('List', { EntityName, Name: 'Mails', ValueField: 'Id', TextField: 'Email' });
  const calls = [
    ['POST', '/queries/execute/Customer/Limits', HIDDEN],
    ['POST', '/queries/execute/Customer/Rich', HIDDEN],
    ['GET', '/lists/get?listName=Limits', HIDDEN],
    ['GET', '/lists/get?listName=Mails', MASKED],
  ] as const;
  for (const [method, path, expected] of calls) {
    expect([path, await refusal(nina.send(method, path))]).toEqual([path, expected]);
    expect([path, (await mona.send(method, path)).status]).toEqual([path, 200]);
  }
});

it('are written with the right to write alone', async () => {
  expect(await refusal(nina.insert('Customer', customer({ CreditLimit: 5 })))).toEqual(HIDDEN);
  expect(
    await refusal(nina.update('Customer', { Email: 'other@alpenmarkt.example' }, byId(CUSTOMER.alpenmarkt))),
  ).toEqual(MASKED);
  expect(
    await refusal(mona.update('Customer', { Email: 'other@alpenmarkt.example' }, byId(CUSTOMER.alpenmarkt))),
  ).toEqual(MASKED);
  expect(told(await mona.update('Customer', { CreditLimit: 778 }, byId(CUSTOMER.alpenmarkt)))).toBe('200');
  const bulk = { EntityName: 'Customer', Fields: ['Name', 'CreditLimit'], Values: [['x', 1]] };
  expect(await refusal(nina.send('POST', '/records/bulk-insert', bulk))).toEqual(HIDDEN);
});

it('keep their values through writes of callers who do not see them', async () => {
  expect(told(await nina.update('Customer', { Name: 'Alpenmarkt 2' }, byId(CUSTOMER.alpenmarkt)))).toBe('200');
  const row = await ada.row('Customer', CUSTOMER.alpenmarkt);
  expect([row.Name, row.Email, row.CreditLimit]).toEqual(['Alpenmarkt 2', EMAIL, 778]);
});

it('are shown in results of writes as in records', async () => {
  const inserted = await nina.insert('Customer', customer());
  expect(['CreditLimit' in inserted.body.Result, inserted.status]).toEqual([false, 200]);
  const headers = { Prefer: 'return=representation' };
  const updated = await nina.update('Customer', { Name: 'Shown' }, byId(CUSTOMER.alpenmarkt), undefined, headers);
  const [record] = updated.body.Result;
  expect([record.Name, record.Email, 'CreditLimit' in record]).toEqual(['Shown', MASKED_EMAIL, false]);
});

it('are left out of the history and the audit log, or masked there', async () => {
  const changesOf = (entries: readonly Row[]) => JSON.stringify(entries.map(({ Changes }) => Changes));
  const paths = [`/records/Customer/${CUSTOMER.alpenmarkt}/history`];
  for (const path of paths) {
    const [ofNina, ofMona] = await Promise.all(
      [nina, mona].map(async (caller) => changesOf((await caller.get(path)).body.Result)),
    );
    expect(ofMona).toContain('CreditLimit');
    expect(ofMona).toContain(EMAIL);
    expect(ofNina).not.toContain('CreditLimit');
    expect(ofNina).not.toContain(EMAIL);
    expect(ofNina).toContain(MASKED_EMAIL);
  }
  const { RowVersion } = await ada.row('Customer', CUSTOMER.alpenmarkt);
  const versions = await Promise.all(
    [nina, mona].map((caller) => caller.get(`/records/Customer/${CUSTOMER.alpenmarkt}/history?at=${RowVersion}`)),
  );
  expect(versions.map(({ body }) => [body.Result.Email, 'CreditLimit' in body.Result])).toEqual([
    [MASKED_EMAIL, false],
    [EMAIL, true],
  ]);
});

it('are described as the caller may use them', async () => {
  const fieldsOf = async (caller: Caller) => {
    const { Fields, WritableFields } = (await caller.get('/entities/Customer')).body.Result;
    const named = (name: string) => Fields.find((field: Row) => field.FieldName === name);
    return [named('Email')?.Masked, named('CreditLimit')?.FieldName, WritableFields.includes('CreditLimit')];
  };
  expect(await Promise.all([nina, mona, ada].map(fieldsOf))).toEqual([
    [true, undefined, false],
    [undefined, 'CreditLimit', true],
    [undefined, 'CreditLimit', true],
  ]);
  const scopes = await nina.get('/access?entityName=Customer');
  expect(scopes.body.Result[0].Fields).toEqual([
    { FieldName: 'Email', Read: 'Masked', Write: false },
    { FieldName: 'CreditLimit', Read: 'None', Write: false },
    { FieldName: 'AvailableCredit', Read: 'None', Write: false },
  ]);
  const documents = await Promise.all([nina, mona].map(async (caller) => (await caller.get('/openapi.json')).text));
  expect(documents.map((text) => text.includes('"CreditLimit"'))).toEqual([false, true]);
});

it('have no name in messages to those who do not see them', async () => {
  const [ofNina, ofMona] = await Promise.all(
    ['nina.north', 'mona.manager'].map((user) => HubListener.registered(app, user, ['Customer'])),
  );
  await ada.update('Customer', { CreditLimit: 900, Name: 'Told' }, byId(CUSTOMER.alpenmarkt));
  await ada.update('Customer', { CreditLimit: 901 }, byId(CUSTOMER.alpenmarkt));
  const names = async (listener: HubListener) => [
    (await listener.next()).ChangedFields,
    (await listener.next()).ChangedFields,
  ];
  const changed = await Promise.all([ofNina, ofMona].map(names));
  for (const listener of [ofNina, ofMona]) await listener.stop();
  expect(changed[0][0]).toEqual(['Name']);
  expect(changed[0][1]).toEqual([]);
  expect(changed[1][0]).toEqual(expect.arrayContaining(['Name', 'CreditLimit']));
  expect(changed[1][1]).toContain('CreditLimit');
});
