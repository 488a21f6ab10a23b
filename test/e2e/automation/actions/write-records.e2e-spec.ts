import { DomainError } from '#core/errors.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { assignments, byId, TestApp, where } from '../../../support/test-app.js';
import { CUSTOMER, customer, PRODUCT, USER } from '../../../support/demo.js';
import { putUnderApproval } from '../../../support/under-approval.js';
import { newOrder } from '../../lifecycle/moves/statuses.js';
import { StepRig, StepRigModule } from './step-rig.js';

let app: TestApp;
let rig: StepRig;
beforeAll(async () => {
  app = await TestApp.start({}, [StepRigModule]);
  rig = StepRig.latest;
});
afterAll(() => app.stop());

const NINA = { user: 'nina.north' } as const;
const AS_NINA = { ...NINA, runAs: 'Caller' } as const;
const insert = (EntityName: string, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  Type: 'InsertRecord',
  EntityName,
  Fields: assignments(fields),
});

/** Code of the refusal of a step, which must log nothing. */
async function refusal(perform: () => Promise<unknown>): Promise<string> {
  const before = await app.mark();
  const error: unknown = await perform().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(await app.mark()).toBe(before);
  return error instanceof DomainError ? `${error.code} ${error.kind}` : String(error);
}

interface Logged {
  readonly Source: string;
  readonly CorrelationId: string;
}
const logged = async (id: string): Promise<Logged[]> =>
  (await app.as('ada.admin').select('AuditEntry', { WhereClause: where('RecordId', 'EqualTo', id) })).body.Result;

describe('InsertRecord', () => {
  // Requirement: R191, R72, T50
  it('creates the record, its changes bear the source Workflow and the id of the step', async () => {
    const id = uuidV7();
    const text = await rig.perform({ ...NINA, id }, insert('Note', { Subject: 'Made by a step' }));
    const { Id, CreatedBy, Subject } = JSON.parse(text) as Record<string, string>;
    expect([Subject, typeof CreatedBy]).toEqual(['Made by a step', 'string']);
    expect(await logged(Id)).toMatchObject([{ Source: 'Workflow', CorrelationId: id }]);
    const byHand = await app.as('nina.north').inserted('Note', { Subject: 'Made by hand' });
    expect(await logged(byHand)).toMatchObject([{ Source: 'API' }]);
  });

  // Requirement: R191
  it('happens once per id of the step', async () => {
    const step = { ...NINA, id: uuidV7() };
    await rig.perform(step, insert('Note', { Subject: 'once' }));
    const before = await app.mark();
    await expect(rig.perform(step, insert('Note', { Subject: 'once' }))).rejects.toThrow();
    expect(await app.mark()).toBe(before);
  });

  // Requirement: R191, T50
  it.each([
    'It is {{Record.Id}}',
    `'); DROP TABLE "Note"; --`,
    '{"Match":{"FieldName":"Name","Value":"x"}}',
    '$later.Id',
  ])('stores %s as it is', async (Subject) => {
    expect(JSON.parse(await rig.perform(NINA, insert('Note', { Subject })))).toMatchObject({ Subject });
  });

  // Requirement: R192, T50
  it.each([
    ['UserRole', { UserId: uuidV7(), RoleId: uuidV7() }],
    ['User', { UserName: 'eve', DisplayName: 'Eve' }],
    ['RoleAccess', { EntityName: 'Order' }],
    ['Workflow', { Name: 'More' }],
    ['AuditEntry', {}],
    ['WorkflowRun', {}],
    ['ApprovalTask', {}],
    ['StatusHistory', {}],
  ])('refuses a %s, whatever the rights', async (entity, fields) => {
    expect(await refusal(() => rig.perform(NINA, insert(entity, fields)))).toBe('Validation invalid');
  });

  // Requirement: T50
  it('gives a record the owner that a Service run names, and follows the scopes of a Caller', async () => {
    const fields = { Subject: 'For Sara', OwnerId: USER.sara };
    expect(JSON.parse(await rig.perform(NINA, insert('Note', fields)))).toMatchObject({ OwnerId: fields.OwnerId });
    expect(await refusal(() => rig.perform(AS_NINA, insert('Payment', {})))).toBe('ScopeNone forbidden');
  });
});

describe('a write of a step is refused as that of a request is:', () => {
  // Requirement: R191
  it('by a hook', async () => {
    expect(await refusal(() => rig.perform(NINA, insert('Note', { Subject: 'SLOWFAIL:1' })))).toBe(
      'HookRejected invalid',
    );
  });

  // Requirement: R191
  it('by a unique rule', async () => {
    const { TaxId } = (await app.as('ada.admin').row('Customer', CUSTOMER.alpenmarkt)) as { readonly TaxId: string };
    expect(await refusal(() => rig.perform(NINA, insert('Customer', customer({ TaxId }))))).toBe('Conflict conflict');
  });

  // Requirement: R191, T33
  it('by the approval lock, also with system rights', async () => {
    const { id } = await newOrder(app);
    await putUnderApproval(app, { entity: 'Order', id });
    const change = { EntityName: 'Order', Fields: assignments({ DiscountPercent: '1.00' }), WhereClause: byId(id) };
    expect(await refusal(() => rig.perform(NINA, { Type: 'UpdateRecords', ...change }))).toBe('ApprovalLocked locked');
  });

  // Requirement: T50
  it('where a lookup would write a user', async () => {
    const user = { Id: USER.sara, Fields: assignments({ DisplayName: 'Changed' }) };
    const fields = customer({ AccountManagerId: user });
    expect(await refusal(() => rig.perform(NINA, insert('Customer', fields)))).toBe('Validation invalid');
    const sara = (await app.as('ada.admin').row('User', USER.sara)) as { readonly DisplayName: string };
    expect(sara.DisplayName).not.toBe('Changed');
  });
});

// Requirement: R72
it('rollups and cascades of a step have their sources', async () => {
  const { id, recordId } = await newOrder(app, {}, 2);
  const step = { ...NINA, id: uuidV7() };
  const line = { OrderId: id, ProductId: PRODUCT.water, LineNumber: 7, Quantity: 2, UnitPrice: '3.00' };
  await rig.perform(step, insert('OrderLine', line));
  const sources = async (correlationId: string): Promise<readonly unknown[]> =>
    app.query('SELECT entity, source FROM platform.change WHERE correlation_id = $1 ORDER BY entity, source', [
      correlationId,
    ]);
  expect(await sources(step.id)).toEqual([
    { entity: 'Order', source: 'Rollup' },
    { entity: 'OrderLine', source: 'Workflow' },
  ]);
  expect(recordId).toBeDefined();
  const removal = { ...NINA, id: uuidV7() };
  await rig.perform(removal, { Type: 'DeleteRecords', EntityName: 'Order', WhereClause: byId(id) });
  const removed = await sources(removal.id);
  expect(new Set(removed.map((row) => JSON.stringify(row)))).toEqual(
    new Set([
      JSON.stringify({ entity: 'Order', source: 'Workflow' }),
      JSON.stringify({ entity: 'OrderLine', source: 'Workflow' }),
    ]),
  );
});

describe('UpdateRecords and DeleteRecords', () => {
  // Requirement: R191, T50
  it('answer the changed records, within the scopes of a Caller', async () => {
    const id = await app.as('nina.north').inserted('Note', { Subject: 'to change' });
    const change = {
      Type: 'UpdateRecords',
      EntityName: 'Note',
      Fields: assignments({ Subject: 'changed' }),
      WhereClause: byId(id),
    };
    expect(JSON.parse(await rig.perform(AS_NINA, change))).toEqual({
      RecordAffected: 1,
      Records: [{ Id: id, RowVersion: expect.any(Number) }],
    });
    const remove = { Type: 'DeleteRecords', EntityName: 'Note', WhereClause: byId(id) };
    expect(JSON.parse(await rig.perform(AS_NINA, remove))).toMatchObject({ RecordAffected: 1, Records: [{ Id: id }] });
    expect((await logged(id)).map(({ Source }) => Source).toSorted()).toEqual(['API', 'Workflow', 'Workflow']);
  });

  // Requirement: R191
  it.each([
    [
      'a missing where-clause',
      { EntityName: 'Note', Fields: assignments({ Subject: 'x' }) },
      'WhereClauseRequired invalid',
    ],
    [
      'an unknown field',
      { EntityName: 'Note', Fields: assignments({ __proto__x: 'x' }), WhereClause: byId(uuidV7()) },
      'UnknownField invalid',
    ],
    [
      'SQL in a value',
      { EntityName: 'Note', Fields: assignments({ Subject: 'x' }), WhereClause: byId(`' OR 1=1 --`) },
      'BadFilter invalid',
    ],
    [
      'a dry run',
      {
        EntityName: 'Note',
        Fields: assignments({ Subject: 'x' }),
        WhereClause: byId(uuidV7()),
        Options: { DryRun: true },
      },
      'Validation invalid',
    ],
    [
      'rights of others',
      { EntityName: 'User', Fields: assignments({ DisplayName: 'x' }), WhereClause: byId(uuidV7()) },
      'Validation invalid',
    ],
  ])('refuse %s', async (_, body, code) => {
    expect(await refusal(() => rig.perform(NINA, { Type: 'UpdateRecords', ...body }))).toBe(code);
  });
});
