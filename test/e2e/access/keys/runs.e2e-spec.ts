import { CUSTOMER, PRODUCT, USER } from '../../../support/demo.js';
import { type Key, keyOf, told } from '../../../support/keys.js';
import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** A key that may do all that starts the workflows, but write no notes, which they do. */
const LIMITS = {
  Entities: ['Order', 'OrderLine', 'Customer', 'Product', 'ApprovalRequest', 'ApprovalTask', 'ApprovalDecision'],
  Operations: ['Read', 'Create', 'Update', 'Delete', 'Execute'],
};

const MANUAL = { Type: 'Manual', AllowedRoles: ['SalesRep'] };

describe('runs that a key has started', () => {
  let app: TestApp;
  let key: Key;
  let noting: string;
  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    key = await keyOf(app, USER.nina, LIMITS);
    noting = await workflow('Noting', [insertNote('by the caller')], { Type: 'Triggered' });
  });
  afterAll(() => app.stop());

  const ada = (): Caller => app.as('ada.admin');
  const nina = (): Caller => app.as('nina.north');
  const insertNote = (Subject: string): Row => ({
    Name: 'Note',
    Type: 'InsertRecord',
    EntityName: 'Note',
    Fields: [{ FieldName: 'Subject', Value: Subject }],
  });
  const workflow = (Name: string, Actions: readonly Row[], more: Row): Promise<string> =>
    ada().inserted('Workflow', { Name, RunAs: 'Caller', Actions, ...more });
  let triggers = 0;
  const trigger = (fields: Row, WorkflowIds: readonly string[] = [noting]): Promise<string> =>
    ada().inserted('Trigger', { Name: `T${++triggers}`, TriggerType: 'EventBased', WorkflowIds, ...fields });

  /** Ends of the runs of a trigger, as their state and first code. */
  async function ends(triggerId: string, count: number): Promise<readonly string[]> {
    let found: readonly Row[] = [];
    await until(`${count} runs have ended`, async () => {
      const { body } = await ada().select('WorkflowRun', {
        WhereClause: where('TriggerId', 'EqualTo', triggerId),
        Sort: [{ FieldName: 'StartedOn' }],
      });
      found = body.Result;
      return found.length >= count && found.every(({ State }) => State !== 'Running');
    });
    return found.map(({ State, Error: error }) => {
      const code = (error as { Faults?: readonly { Code: string }[] } | null)?.Faults?.[0]?.Code;
      return code === undefined ? String(State) : `${String(State)} ${code}`;
    });
  }

  const lines = (Quantity: number): readonly Row[] => [
    { LineNumber: 1, ProductId: PRODUCT.water, Quantity, UnitPrice: '2.00' },
  ];
  const order = async (by: Caller, more: Row = {}): Promise<string> =>
    by.inserted('Order', { CustomerId: CUSTOMER.bistro, OrderDate: '2026-05-01', OrderLines: lines(1), ...more });

  /** By a token the runs of a trigger may write the note, by the key they may not. @param count runs of one act */
  async function limited(triggerId: string, act: (by: Caller) => Promise<unknown>, count = 1): Promise<void> {
    await act(nina());
    const completed = Array.from({ length: count }, () => 'Completed');
    expect(await ends(triggerId, count)).toEqual(completed);
    await act(key.caller);
    expect(await ends(triggerId, 2 * count)).toEqual([...completed, ...completed.map(() => 'Failed ScopeNone')]);
    await ada().delete('Trigger', byId(triggerId));
  }

  it('have its limits after a change of the caller', async () => {
    const id = await trigger({ EntityName: 'Order', TriggerEvent: 'Created' });
    await limited(id, order);
  });

  it('have its limits after a change of rollups', async () => {
    const FieldChanges = [{ FieldName: 'LineCount', To: 2 }];
    const rollup = { EntityName: 'Order', TriggerEvent: 'Edited', FieldCriteria: 'AllOfFields', FieldChanges };
    await limited(await trigger(rollup), async (by) => {
      const OrderId = await order(nina());
      await by.inserted('OrderLine', { ...lines(1)[0], LineNumber: 2, OrderId });
    });
  });

  it('have its limits after what an approval has written', async () => {
    const id = await trigger({ EntityName: 'ApprovalRequest', TriggerEvent: 'Created' });
    const OrderLines = [{ ...lines(1)[0], UnitPrice: '54000.00' }];
    await limited(id, (by) => order(by, { OrderLines }));
  });

  it('have its limits after the writes of a routine, and the rollups that follow them', async () => {
    const { Category } = await ada().row('Product', PRODUCT.water);
    const Parameters = [{ Value: Category }, { Value: '10' }];
    const body = { ObjectName: 'RepriceCategory', ObjectType: 1, Parameters };
    const reprice = async (by: Caller): Promise<number> => {
      const { body: answer, status, text } = await by.send('POST', '/database/execute', body);
      expect({ status, text }).toEqual({ status: 200, text });
      return answer.Result.OutputParameters.AffectedRows;
    };
    const count = await reprice(nina());
    await limited(await trigger({ EntityName: 'Product', TriggerEvent: 'Edited' }), reprice, count);
  });

  it('have its limits after a run with the rights of the service', async () => {
    const rename = {
      Name: 'Rename',
      Type: 'UpdateRecords',
      EntityName: 'Product',
      Fields: [{ FieldName: 'Name', Value: '{{Name}}' }],
      WhereClause: byId(PRODUCT.juice),
    };
    const Tokens = [{ Name: 'Name', Type: 'Text', Required: true }];
    const renaming = await workflow('Renaming', [rename], { ...MANUAL, RunAs: 'Service', Tokens });
    const id = await trigger({ EntityName: 'Product', TriggerEvent: 'Edited' });
    let times = 0;
    await limited(id, async (by) => {
      const Reqtokens = { Name: `Juice ${++times}` };
      const { status, text } = await by.send('POST', `/workflows/execute/${renaming}`, { Reqtokens });
      expect({ status, text }).toEqual({ status: 200, text });
    });
  });

  it('name the key in the audit log, whatever has made the change', async () => {
    const OrderLines = [{ ...lines(1)[0], UnitPrice: '54000.00' }];
    const id = await order(key.caller, { OrderLines });
    const { RecordInformationId } = await ada().row('Order', id);
    const requests = await ada().select('ApprovalRequest', {
      WhereClause: where('RecordId', 'EqualTo', RecordInformationId),
    });
    const { body } = await ada().select('AuditEntry', {
      WhereClause: where('RecordId', 'EqualTo', requests.body.Result[0].Id),
    });
    expect(body.Result[0]).toMatchObject({
      Source: 'Approval',
      Via: { Kind: 'ApiKey', Id: key.id, Name: 'a key' },
    });
  });

  it('are controlled by their own key alone', async () => {
    const byHand = await workflow('Noting by hand', [insertNote('by hand')], MANUAL);
    const started = await nina().send('POST', `/workflows/execute/${byHand}`, {});
    expect(started.status).toBe(200);
    const RunId = started.body.CorrelationId as string;
    expect(told(await key.caller.send('POST', `/workflows/runs/${RunId}/retry`, {}))).toBe('404 NotFound');
    const unlimited = await keyOf(app, USER.nina);
    expect(told(await unlimited.caller.send('POST', `/workflows/runs/${RunId}/retry`, {}))).toBe('409 Conflict');
  });
});
