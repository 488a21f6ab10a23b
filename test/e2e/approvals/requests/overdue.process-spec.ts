import { lookAtTasks } from '../../../support/look-at-tasks.js';
import { type Row, TestApp } from '../../../support/test-app.js';
import { ENQUEUES_ONLY } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';
import { ApprovalCalls, type Submitted } from './approval-calls.js';

describe('approval tasks past their due date', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  let schema: string;
  beforeAll(async () => {
    app = await TestApp.start(ENQUEUES_ONLY);
    calls = new ApprovalCalls(app);
    schema = await app.schema();
  });
  afterAll(() => app.stop());

  /** Makes the open tasks of a request due an hour ago, and the clock look at once. */
  async function passDueOn({ requestId }: Submitted): Promise<void> {
    await app.query(
      `UPDATE "${schema}"."ApprovalTask" SET "DueOn" = now() - interval '1 hour' WHERE "RequestId" = $1 AND "State" = 'Open'`,
      [requestId],
    );
    await look();
  }
  const look = () => lookAtTasks(app);

  /** Gives the kept steps of a request people to escalate to. */
  const escalateTo = ({ requestId }: Submitted, approvers: Row, rule: unknown = 'Any') =>
    app.query(
      `UPDATE "${schema}"."ApprovalRequest"
       SET "Steps" = (SELECT jsonb_agg(s || $2::jsonb) FROM jsonb_array_elements("Steps") s)
       WHERE "Id" = $1`,
      [requestId, JSON.stringify({ EscalateTo: approvers, Rule: rule })],
    );

  const reminders = async (user: string, { recordId }: Submitted): Promise<readonly unknown[]> =>
    (await calls.notes(user, recordId)).filter((message) => message.includes('overdue'));
  const reminded = (user: string, order: Submitted): Promise<void> =>
    until(`${user} is reminded`, async () => (await reminders(user, order)).length > 0);

  /** Waits until the clock has looked once more. */
  async function lookedAgain(): Promise<void> {
    await look();
    await until('the clock has looked', async () => {
      const rows = await app.query(
        `SELECT 1 FROM platform.schedule WHERE kind = 'ApprovalTasks' AND next_due_at <= now()`,
      );
      return rows.length === 0;
    });
  }

  // Requirement: R181
  it('notifies each assignee once, on any number of nodes', async () => {
    const nodes = [await app.startAnother(ENQUEUES_ONLY), await app.startAnother(ENQUEUES_ONLY)];
    const order = await calls.order('54000.00');
    const other = await calls.order('54000.00');
    await passDueOn(order);
    for (const user of ['hugo.head', 'mona.manager']) await reminded(user, order);
    for (let round = 0; round < 3; round++) await lookedAgain();
    for (const user of ['hugo.head', 'mona.manager']) {
      const [message, ...more] = await reminders(user, order);
      expect(message).toMatch(/^Order .*: your decision is overdue \(.+\)\.$/);
      expect(more).toEqual([]);
      expect(await reminders(user, other)).toEqual([]);
    }
    expect(await calls.taskTexts(order.requestId)).toEqual(['1 hugo.head Open', '1 mona.manager Open']);
    await Promise.all(nodes.map((node) => node.stop()));
  });

  // Requirement: R181, R183
  it('gives the people whom a step is escalated to tasks, and one of their approvals completes it', async () => {
    const order = await calls.order('54000.00');
    await escalateTo(order, { Users: ['frank.finance', 'fia.clerk'] }, 'All');
    await passDueOn(order);
    await reminded('frank.finance', order);
    await lookedAgain();
    const open = ['fia.clerk', 'frank.finance', 'hugo.head', 'mona.manager'].map((user) => `1 ${user} Open`);
    expect(await calls.taskTexts(order.requestId)).toEqual(open);
    expect(await reminders('frank.finance', order)).toEqual([
      expect.stringMatching(/^Order .*: the decision is overdue and needed from you \(.+\)\.$/),
    ]);
    expect((await calls.decide('frank.finance', order.requestId, 'Approve')).status).toBe(200);
    expect(await calls.request(order.requestId)).toMatchObject({ State: 'Pending', CurrentStep: 2 });
    expect(await calls.taskTexts(order.requestId)).toEqual([
      '1 fia.clerk Closed',
      '1 frank.finance Approved',
      '1 hugo.head Closed',
      '1 mona.manager Closed',
      '2 frank.finance Open',
    ]);
  });

  // Requirement: R183
  it('counts those people in no rule: all assignees still complete their step', async () => {
    const order = await calls.order('54000.00');
    await escalateTo(order, { Users: ['frank.finance'] }, 'All');
    await passDueOn(order);
    await reminded('frank.finance', order);
    await calls.decide('hugo.head', order.requestId, 'Approve');
    expect(await calls.request(order.requestId)).toMatchObject({ CurrentStep: 1 });
    await calls.decide('mona.manager', order.requestId, 'Approve');
    expect(await calls.request(order.requestId)).toMatchObject({ CurrentStep: 2 });
    expect(await calls.taskTexts(order.requestId)).toContain('1 frank.finance Closed');
  });

  it('passes over a request whose announcement fails each time, and announces those before and behind it', async () => {
    const orders = [await calls.order('54000.00'), await calls.order('54000.00'), await calls.order('54000.00')];
    const [first, poison, last] = orders;
    await app.query(`
      CREATE FUNCTION public.poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF NEW."RecordId" = '${poison.recordId}' THEN RAISE EXCEPTION 'poison'; END IF;
          RETURN NEW;
        END $$`);
    await app.query(`CREATE TRIGGER poison BEFORE INSERT ON "${schema}"."Notification"
      FOR EACH ROW EXECUTE FUNCTION public.poison()`);
    for (const order of orders) await passDueOn(order);
    const open = async (): Promise<number> =>
      (
        await app.query(`SELECT FROM "${schema}"."ApprovalTask" WHERE "RequestId" = ANY($1) AND "RemindedOn" IS NULL`, [
          orders.map(({ requestId }) => requestId),
        ])
      ).length;
    await until('all are done', async () => (await open()) === 0, 100_000);
    expect(await Promise.all([first, poison, last].map((order) => reminders('hugo.head', order)))).toEqual([
      [expect.any(String)],
      [],
      [expect.any(String)],
    ]);
    const rows = await app.query(
      `SELECT "State", "RemindedOn" IS NOT NULL AS reminded FROM "${schema}"."ApprovalTask" WHERE "RequestId" = $1`,
      [poison.requestId],
    );
    expect(rows).toEqual([1, 2].map(() => ({ State: 'Open', reminded: true })));
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('work_given_up_total{queue="approval_tasks"} 1');
    await app.query(`DROP TRIGGER poison ON "${schema}"."Notification"`);
    expect((await calls.decide('hugo.head', poison.requestId, 'Approve')).status).toBe(200);
  }, 180_000);

  // Requirement: R181
  it('skips requests that a decision has locked, and those that have closed', async () => {
    const [held, closed] = [await calls.order('54000.00'), await calls.order('54000.00')];
    const client = await app.connect();
    await client.query('BEGIN');
    await client.query(`SELECT 1 FROM "${schema}"."ApprovalRequest" WHERE "Id" = $1 FOR NO KEY UPDATE`, [
      held.requestId,
    ]);
    await calls.decide('hugo.head', closed.requestId, 'Reject');
    await app.query(
      `UPDATE "${schema}"."ApprovalTask" SET "DueOn" = now() - interval '1 hour' WHERE "RequestId" = $1`,
      [closed.requestId],
    );
    const marker = await calls.order('54000.00');
    await passDueOn(held);
    await passDueOn(marker);
    await reminded('hugo.head', marker);
    expect(await reminders('hugo.head', held)).toEqual([]);
    await client.query('ROLLBACK');
    client.release();
    await reminded('hugo.head', held);
    expect(await reminders('hugo.head', closed)).toEqual([]);
  });

  // Requirement: R181
  it('logs what it changes with the source Approval', async () => {
    const order = await calls.order('54000.00');
    const mark = await app.mark();
    await passDueOn(order);
    await reminded('mona.manager', order);
    const rows = await app.query<{ change: string; source: string }>(
      `SELECT operation || ' ' || entity AS change, source FROM platform.change WHERE position > $1 ORDER BY position`,
      [mark],
    );
    expect(rows.filter(({ change }) => change === 'Update ApprovalTask')).toHaveLength(2);
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['Approval']));
  });
});
