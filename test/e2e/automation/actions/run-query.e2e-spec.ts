import { INVOICE, ORDER } from '../../../support/demo.js';
import { byId, TestApp, where } from '../../../support/test-app.js';
import { StepRig, StepRigModule } from './step-rig.js';

let app: TestApp;
let rig: StepRig;
beforeAll(async () => {
  app = await TestApp.start({}, [StepRigModule]);
  rig = StepRig.latest;
});
afterAll(() => app.stop());

const NINA = { user: 'nina.north' } as const;
const query = (more: object): Readonly<Record<string, unknown>> => ({ Type: 'RunQuery', ...more });

// Requirement: R191
it('answers rows with exact numbers, and members with dots', async () => {
  const select = {
    EntityName: 'Order',
    SelectedFields: ['OrderNumber', 'CustomerId.Name', 'Total'],
    WhereClause: byId(ORDER.o1),
  };
  const text = await rig.perform(NINA, query(select));
  expect(text).toMatch(/"Total":\d+\.\d\d[,}]/);
  const [row] = JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];
  expect(row['CustomerId.Name']).toEqual(expect.any(String));
});

// Requirement: R191, T50
it('reads what the run may read: all with system rights, else what the caller may', async () => {
  const count = async (runAs: 'Caller' | 'Service'): Promise<number> =>
    (JSON.parse(await rig.perform({ ...NINA, runAs }, query({ EntityName: 'Order' }))) as unknown[]).length;
  expect(await count('Caller')).toBeLessThan(await count('Service'));
  await expect(
    rig.perform({ user: 'wim.ware', runAs: 'Caller' }, query({ EntityName: 'Invoice' })),
  ).rejects.toMatchObject({
    code: 'ScopeNone',
  });
});

// Requirement: R191
it('fails when empty only with FailWhenEmpty', async () => {
  const none = { EntityName: 'Invoice', WhereClause: byId('00000000-0000-4000-8000-000000000000') };
  expect(await rig.perform(NINA, query(none))).toBe('[]');
  await expect(rig.perform(NINA, query({ ...none, FailWhenEmpty: true }))).rejects.toMatchObject({
    code: 'NotFound',
    message: 'The query Step found nothing.',
  });
});

// Requirement: R191
it('runs a saved query with tokens, by its name, with and without its entity', async () => {
  const saved = { QueryName: 'CustomersBySegment', Reqtokens: { Segments: ['Retail', 'Wholesale'] } };
  const rows = JSON.parse(await rig.perform(NINA, query({ EntityName: 'Customer', ...saved }))) as unknown[];
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.parse(await rig.perform(NINA, query(saved)))).toEqual(rows);
  await expect(rig.perform(NINA, query({ ...saved, QueryName: 'Nope' }))).rejects.toMatchObject({ code: 'NotFound' });
  await expect(rig.perform(NINA, query({ ...saved, QueryName: 'Nope', EntityName: 'Customer' }))).rejects.toMatchObject(
    { code: 'NotFound' },
  );
  await expect(rig.perform(NINA, query({ QueryName: 'CustomersBySegment' }))).rejects.toMatchObject({
    code: 'Validation',
  });
});

// Requirement: R191, T50
it.each([
  ['SQL in an Id', { EntityName: 'Invoice', WhereClause: byId(`${INVOICE.i4}' OR '1'='1`) }, 'BadFilter'],
  [
    'a template in a value',
    { EntityName: 'Invoice', WhereClause: where('Id', 'EqualTo', '{{Record.Id}}') },
    'BadFilter',
  ],
  ['a field called __proto__', { EntityName: 'Invoice', SelectedFields: ['__proto__'] }, 'UnknownField'],
  ['an unknown entity', { EntityName: 'Nope' }, 'UnknownEntity'],
  ['no entity', {}, 'Validation'],
])('refuses %s', async (_, body, code) => {
  await expect(rig.perform(NINA, query(body))).rejects.toMatchObject({ code });
});

// Requirement: R191
it('does not read deleted records', async () => {
  const id = await app.as('nina.north').inserted('Note', { Subject: 'gone' });
  await app.as('nina.north').delete('Note', byId(id));
  const body = { EntityName: 'Note', WhereClause: byId(id), IncludeDeleted: true };
  expect(await rig.perform(NINA, query(body))).toBe('[]');
});
