import { behindLocks, sessionsWait } from '../../../support/behind-locks.js';
import { CUSTOMER } from '../../../support/demo.js';
import { type Row, TestApp, where } from '../../../support/test-app.js';
import { ApprovalCalls } from './approval-calls.js';

// Requirement: R180
describe('a process whose steps change while a request starts', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  beforeAll(async () => {
    app = await TestApp.start();
    calls = new ApprovalCalls(app);
  });
  afterAll(() => app.stop());

  /** Starts a request behind the lock of a record, and gives the process other steps before the lock is released. */
  async function startWhileChanged<T>(
    entity: string,
    id: string,
    process: string,
    start: () => Promise<T>,
  ): Promise<T> {
    const lock = `SELECT FROM "${await app.schema()}"."${entity}" WHERE "Id" = '${id}' FOR UPDATE`;
    return behindLocks(app, [lock], async (release) => {
      const starting = start();
      await sessionsWait(app, 1);
      const Steps = [
        { Sequence: 7, Name: 'Other', Approvers: { Users: ['frank.finance'] }, Rule: 'Any' },
        { Sequence: 8, Name: 'Another', Approvers: { Users: ['mona.manager'] }, Rule: 'Any' },
      ];
      const { body } = await app
        .as('ada.admin')
        .update('ApprovalProcess', { Steps }, where('Name', 'EqualTo', process));
      expect(body.Errors).toEqual([]);
      await release();
      return starting;
    });
  }

  /** Names of the current step as the request keeps it, and of its tasks. */
  async function stepsOf(requestId: string): Promise<readonly [current: unknown, tasks: readonly unknown[]]> {
    const { Steps, CurrentStep } = await calls.request(requestId);
    const tasks = await calls.tasks(requestId);
    const current = (Steps as readonly Row[]).find(({ Sequence }) => Sequence === CurrentStep);
    return [current?.Name, [...new Set(tasks.map(({ StepName }) => StepName))]];
  }

  it('keeps the steps of the tasks in an automatic start', async () => {
    const order = await startWhileChanged('Customer', CUSTOMER.bistro, 'OrderApproval', () => calls.order('10800.00'));
    const [name, tasks] = await stepsOf(order.requestId);
    expect(tasks).toEqual([name]);
    expect((await calls.decide('mona.manager', order.requestId, 'Approve')).body.Errors).toEqual([]);
    expect(await calls.stateOf(order)).toBe('Approved');
  });

  it('keeps the steps of the tasks in a start by hand', async () => {
    const { id, recordId } = await calls.creditNote();
    const { body } = await startWhileChanged('CreditNote', id, 'CreditNoteApproval', () =>
      app.as('fia.clerk').insert('ApprovalRequest', { RecordId: recordId }),
    );
    expect(body.Errors).toEqual([]);
    const [name, tasks] = await stepsOf(body.Result.Id);
    expect(tasks).toEqual([name]);
  });
});
