import { CUSTOMER, ORDER, PRODUCT } from '../../../support/demo.js';
import { lookAtTasks } from '../../../support/look-at-tasks.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { type Answer, type Row, type TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { ApprovalCalls, type Submitted } from '../../approvals/requests/approval-calls.js';
import { Cells } from './cells.js';
import { hold } from './holds.js';

const SETTINGS = {
  ROLES: 'api,worker',
  WAIT_WINDOW_MS: '300',
  WRITE_LEASE_MS: '1500',
  RUN_LEASE_MS: '1500',
  SCHEDULE_MIN_SECONDS: '1',
};
const EXPORT_DOCUMENTS = 'dd06b87b-1a58-48c1-b977-396412c89b52';
/** Users with an open task of an order of this total. */
const [TOTAL, ASSIGNEES] = ['54000.00', ['hugo.head', 'mona.manager']];

let cells: Cells;
beforeAll(async () => void (cells = await Cells.start(SETTINGS)), 60_000);
afterAll(() => cells.stop(), 60_000);

/** Inserts a definition, which may be answered later. @returns its id */
async function defined(entity: string, fields: Row): Promise<string> {
  const ada = cells.source.as('ada.admin');
  const answer = await ada.insert(entity, fields);
  if (answer.status !== 200) expect(await outcomeOf(ada, answer)).toMatchObject({ HttpStatus: 200 });
  return answer.body.Result.Id as string;
}

/** Inserts a note each second by a schedule. @returns id of the trigger */
async function tickEachSecond(): Promise<string> {
  const Fields = [{ FieldName: 'Subject', Value: 'tick' }];
  const Actions = [{ Name: 'Tick', Type: 'InsertRecord', EntityName: 'Note', Fields }];
  const workflow = { Name: 'Tick', EntityName: 'Note', Type: 'Scheduled', RunAs: 'Service', IsActive: true, Actions };
  const trigger = { Name: 'Ticks', EntityName: 'Note', TriggerType: 'Scheduled', IsActive: true, CatchUp: 'All' };
  const WorkflowIds = [await defined('Workflow', workflow)];
  return defined('Trigger', { ...trigger, CronExpression: '* * * * * *', WorkflowIds });
}

/** Numbers of what a schedule has done: times that have fired, runs and notes. */
async function ticks(cell: TestApp, trigger: string, schema: string): Promise<Record<string, number>> {
  const [{ times }] = await cell.query<{ times: string }>(
    'SELECT count(*) AS times FROM platform.fire_time WHERE trigger_id = $1',
    [trigger],
  );
  const count = async (condition: string): Promise<number> => {
    const [row] = await cell.query<{ count: string }>(`SELECT count(*) AS count FROM "${schema}".${condition}`);
    return Number(row.count);
  };
  return {
    times: Number(times),
    runs: await count(`"WorkflowRun" WHERE "TriggerId" = '${trigger}' AND "State" = 'Completed'`),
    notes: await count(`"Note" WHERE "Subject" = 'tick'`),
  };
}

/** Waits until three times of a schedule have passed that has not fired. @returns the first of them */
async function passedTimes(cell: TestApp, trigger: string): Promise<Date> {
  let due: Date | undefined;
  await until('times of the schedule have passed', async () => {
    const passed = await cell.query<{ due: Date }>(
      `SELECT next_due_at AS due
       FROM platform.schedule
       WHERE id = $1 AND next_due_at < now() - interval '2 s'`,
      [trigger],
    );
    due = passed[0]?.due;
    return due !== undefined;
  });
  return due!;
}

const exportOrder = (cell: TestApp, OrderId: string) =>
  cell.as('nina.north').send('POST', `/workflows/execute/${EXPORT_DOCUMENTS}`, { Reqtokens: { OrderId } });

/** Id of the run that a call has started. */
const runOf = ({ headers, body }: Answer): string => headers.get('X-Run-Id') ?? body.Result.RunId;

const hasRun = (cell: TestApp, run: string): Promise<void> =>
  until('a run has ended', async () => (await cell.as('nina.north').row('WorkflowRun', run)).State === 'Completed');

/** Makes the tasks of a request due, and the clock look at them. */
async function passDueOn(cell: TestApp, { requestId }: Submitted): Promise<void> {
  const table = `"${await cell.schema()}"."ApprovalTask"`;
  await cell.query(`UPDATE ${table} SET "DueOn" = now() - interval '1 hour' WHERE "RequestId" = $1`, [requestId]);
  await lookAtTasks(cell);
}

/** Reminders of a decision that users have got. */
async function reminders(cell: TestApp, { recordId }: Submitted): Promise<readonly number[]> {
  const calls = new ApprovalCalls(cell);
  const notes = await Promise.all(ASSIGNEES.map((user) => calls.notes(user, recordId)));
  return notes.map((messages) => messages.filter((message) => message.includes('overdue')).length);
}

it('does in one cell, once, what is open or comes due during a move', async () => {
  const { source, target } = cells;
  const schema = await source.schema();
  const trigger = await tickEachSecond();
  const order = await new ApprovalCalls(source).order(TOTAL);
  const done = runOf(await exportOrder(source, ORDER.o1));
  await hasRun(source, done);
  const file = `/workflows/runs/${done}/file`;
  const before = await source.as('nina.north').get(file);
  expect(before.status).toBe(200);
  await until('the schedule has fired', async () => (await ticks(source, trigger, schema)).notes >= 2);

  const letGo = await hold(cells, 'Drain');
  const moving = cells.begin('--to', 'b');
  await cells.reached('Drain');
  const ada = source.as('ada.admin');
  const slow = await ada.insert('Note', { Subject: 'SLOW:2000 work' });
  const later = await exportOrder(source, ORDER.o2);
  const line = { ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00', LineNumber: 1 };
  const urgent = { CustomerId: CUSTOMER.bistro, Priority: 'Urgent', OrderLines: [line] };
  const unmatched = await source.as('nina.north').insert('Order', urgent);
  expect([slow.status, later.status, unmatched.status]).toEqual([202, 202, 200]);
  await passDueOn(source, order);
  const atDrain = await ticks(source, trigger, schema);
  const missed = await passedTimes(source, trigger);
  await letGo();
  expect(await moving.ended).toMatchObject({ code: 0 });

  await until('the schedule goes on', async () => (await ticks(target, trigger, schema)).notes > atDrain.notes + 3);
  await target.query('UPDATE platform.schedule SET next_due_at = NULL WHERE id = $1', [trigger]);
  await until('its runs have ended', async () => {
    const { times, runs } = await ticks(target, trigger, schema);
    return times === runs;
  });
  const atEnd = await ticks(target, trigger, schema);
  expect(atEnd).toEqual({ times: atEnd.times, runs: atEnd.times, notes: atEnd.times });
  const caughtUp = await target.query(
    `SELECT FROM platform.fire_time
     WHERE trigger_id = $1 AND due_at BETWEEN $2 AND $2 + interval '2 s'`,
    [trigger, missed],
  );
  expect(caughtUp).toHaveLength(3);
  expect(await ticks(source, trigger, schema)).toEqual(atDrain);

  expect(await outcomeOf(target.as('ada.admin'), slow)).toMatchObject({ Status: 'Completed', HttpStatus: 200 });
  const notes = await target
    .as('ada.admin')
    .select('Note', { WhereClause: where('Subject', 'EqualTo', 'SLOW:2000 work') });
  expect(notes.body.Result).toHaveLength(1);

  expect((await target.as('nina.north').get(file)).text).toBe(before.text);
  const run = runOf(later);
  await hasRun(target, run);
  const files = await target.query('SELECT FROM platform.run_file WHERE run_id = $1', [run]);
  expect(files).toHaveLength(3);
  expect(await source.query('SELECT FROM platform.run_file WHERE run_id = $1', [run])).toEqual([]);

  await until('approvers are reminded', async () => (await reminders(target, order)).every((count) => count > 0));
  await lookAtTasks(target);
  await until('the clock has looked again', async () => {
    const due = await target.query(
      `SELECT FROM platform.schedule WHERE kind = 'ApprovalTasks' AND next_due_at <= now() AND environment_id = id`,
    );
    return due.length === 0;
  });
  expect(await reminders(target, order)).toEqual([1, 1]);
  const calls = new ApprovalCalls(target);
  const decision = await calls.decide('mona.manager', order.requestId, 'Approve');
  if (decision.status !== 200) await outcomeOf(target.as('mona.manager'), decision);
  expect(await calls.taskTexts(order.requestId)).toContain('1 mona.manager Approved');
  const overdue = `SELECT FROM "${schema}"."Notification" WHERE "Message" LIKE '%overdue%'`;
  expect(await source.query(overdue)).toEqual([]);
  const fired = `SELECT FROM "${schema}"."Notification" WHERE "Message" LIKE 'Urgent order%' AND "RecordId" = $1`;
  const recordId = unmatched.body.Result.RecordInformationId as string;
  await until('the trigger has fired', async () => (await target.query(fired, [recordId])).length > 0);
  expect(await target.query(fired, [recordId])).toHaveLength(3);
  expect(await source.query(fired, [recordId])).toEqual([]);
}, 180_000);
