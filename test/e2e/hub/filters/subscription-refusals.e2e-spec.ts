import { clause, FilteredClient } from '../../../support/filtered-client.js';
import { type Caller, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
let ada: Caller;
let nina: FilteredClient;
beforeAll(async () => {
  app = await TestApp.start({ HUB_CLAUSES: '3' });
  ada = app.as('ada.admin');
  nina = await FilteredClient.connect(app, 'nina.north');
});
afterAll(async () => {
  await nina?.stop();
  await app?.stop();
});

it.each([
  [
    'a misspelt member',
    { WereClause: {} },
    /^UnknownMember: Unknown member 'WereClause', did you mean 'WhereClause'\?/,
  ],
  ['an unknown member', { Everything: true }, /^UnknownMember: Unknown member 'Everything'/],
  ['a text', 'Name', /^Validation: The body must be an object/],
  ['an unknown field', { WhereClause: clause('Nam', 'EqualTo', 1) }, /^UnknownField: .*'Nam'.* Did you mean 'Name'/],
  ['a wrong operator', { WhereClause: clause('Name', 'Like', 'x') }, /^BadFilter: /],
  ['a wrong value', { WhereClause: clause('CreditLimit', 'EqualTo', 'much') }, /^BadFilter: .*a number/],
  ['a parameter', { WhereClause: clause('Name', 'EqualTo', 'x', 2) }, /^BadFilter: ValueType 2/],
  ['a field of a lookup', { WhereClause: clause('RegionId.Name', 'EqualTo', 'x') }, /^BadFilter: .*looked-up record/],
  ['a field of a lookup as value', { WhereClause: clause('Name', 'EqualTo', 'RegionId.Name', 3) }, /looked-up record/],
  [
    'rows of others',
    { WhereClause: clause('Id', 'ExistsIn', { EntityName: 'Order', FieldName: 'CustomerId' }) },
    /^BadFilter: ExistsIn .*other records/,
  ],
  ['times', { WhereClause: clause('CreatedOn', 'GreaterThan', 'Today', 4) }, /^BadFilter: .*when time passes/],
  [
    'the last change',
    { WhereClause: clause('UpdatedBy', 'EqualTo', 'Me', 4) },
    /^BadFilter: UpdatedBy .*before a change/,
  ],
  ['ids that are none', { RecordIds: ['1'] }, /^Validation: RecordIds\[0\] must be a UUID/],
  ['too many ids', { RecordIds: Array(1_001).fill('de93140a-f4fb-4e24-9c00-85595603a447') }, /^Validation: .*1000/],
  ['unknown operations', { Operations: ['Create', 'Move'] }, /^Validation: Operations\[1\] must be one of Create/],
  ['unknown selected fields', { SelectedFields: ['Nam'] }, /^UnknownField: /],
  ['selected fields of lookups', { SelectedFields: ['RegionId.Name'] }, /^Validation: .*Customer itself/],
])('refuses %s', async (_, filter, message) => {
  expect(await nina.refusal('Customer', filter)).toMatch(message);
  await expect(nina.stream(1, 'Customer', null, filter)).rejects.toThrow(message.source.replace('^', '').slice(0, 9));
});

it('refuses entities without read access, and values that the log does not have', async () => {
  const omar = await FilteredClient.connect(app, 'omar.outside');
  expect(await omar.refusal('Customer', {})).toMatch(/^ScopeNone: /);
  await omar.stop();
  const admin = await FilteredClient.connect(app, 'ada.admin');
  expect(await admin.refusal('AuditEntry', { SelectedFields: ['*'] })).toMatch(/^Validation: The log has no values/);
  await admin.stop();
});

it('takes the members in any letter case, those of the clause included', async () => {
  const filter = { whereClause: { filters: [{ fieldName: 'Name', operator: 'EqualTo', value: 'x' }] }, name: 'case' };
  const { SubscriptionId } = await nina.register('Customer', filter);
  const same = { WhereClause: clause('name', 'EqualTo', 'x'), Name: 'case' };
  expect((await nina.register('Customer', same)).SubscriptionId).toBe(SubscriptionId);
  expect(await nina.refusal('Customer', { name: 'a', Name: 'b' })).toMatch(/^Validation: .*twice/);
  await nina.unregister(SubscriptionId);
});

it('refuses more distinct clauses on an entity than the node judges, and more subscriptions than a connection may have', async () => {
  const [one, other] = [
    await FilteredClient.connect(app, 'nina.north'),
    await FilteredClient.connect(app, 'mona.manager'),
  ];
  const of = (value: string) => ({ WhereClause: clause('Name', 'EqualTo', value) });
  for (const value of ['a', 'b', 'c']) await one.register('Customer', of(value));
  expect(await other.refusal('Customer', of('d'))).toMatch(/^RateLimited: .*Customer.* 3 different clauses/);
  await other.register('Customer', of('c'));
  await other.register('Customer', { ...of('c'), Name: 'again' });
  await other.register('Contact', { WhereClause: clause('FirstName', 'EqualTo', 'd') });
  await one.stop();
  const freed = async (): Promise<string> => other.refusal('Customer', of('d'));
  while ((await freed()).startsWith('RateLimited')) await new Promise(setImmediate);
  for (let n = 0; n < 46; n++) await other.register('Customer', { Name: String(n) });
  expect(await other.refusal('Customer', { Name: 'more' })).toMatch(/^RateLimited: .*50 filtered subscriptions/);
  await other.stop();
});

it('ends a subscription whose clause a change of definitions breaks', async () => {
  const entity = (await ada.select('Entity', { WhereClause: where('EntityName', 'EqualTo', 'Contact') })).body
    .Result[0];
  const field = { EntityId: entity.Id, FieldName: 'Passing', FieldType: 'Text' };
  const fieldId = await ada.inserted('Field', field);
  const client = await FilteredClient.connect(app, 'ada.admin');
  const { SubscriptionId } = await client.register('Contact', { WhereClause: clause('Passing', 'EqualTo', 'x') });
  await client.register('Contact', { WhereClause: clause('FirstName', 'EqualTo', 'x') });
  expect((await ada.delete('Field', where('Id', 'EqualTo', fieldId))).status).toBe(200);
  await client.rest();
  expect(client.ended).toEqual([{ SubscriptionId, Reason: expect.stringMatching(/^UnknownField: .*'Passing'/) }]);
  await client.stop();
});
