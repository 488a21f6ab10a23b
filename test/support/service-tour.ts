import { CONTACT, CUSTOMER, customer } from './demo.js';
import { HubListener } from './hub-client.js';
import { withDeadline } from './log-node.js';
import { outcomeOf } from './outcome-of.js';
import { type Answer, byId, match, type TestApp, where } from './test-app.js';
import { until } from './until.js';

/** Settings of a node that does everything. */
export const WORKS = { ROLES: 'api,worker' } as const;

/** A trigger of the demo environment that starts a workflow for each new customer. */
export async function followCustomers(app: TestApp): Promise<void> {
  const ada = app.as('ada.admin');
  const Fields = [{ FieldName: 'Subject', Value: 'Followed {{Record.TaxId}}' }];
  const Actions = [{ Name: 'Note', Type: 'InsertRecord', EntityName: 'Note', Fields }];
  const workflow = { Name: 'Follow', EntityName: 'Customer', Type: 'Triggered', RunAs: 'Service', Actions };
  const WorkflowIds = [await ada.inserted('Workflow', workflow)];
  const trigger = { Name: 'Follow', EntityName: 'Customer', TriggerType: 'EventBased', TriggerEvent: 'Created' };
  await ada.inserted('Trigger', { ...trigger, WorkflowIds });
}

/** A schedule that fires each second. @returns the id of its trigger */
export async function tick(app: TestApp): Promise<string> {
  const ada = app.as('ada.admin');
  const Actions = [{ Name: 'Tell', Type: 'SendNotification', ToRole: 'Administrator', Message: 'Tick' }];
  const workflow = { Name: 'Tick', EntityName: 'Note', Type: 'Scheduled', RunAs: 'Service', Actions };
  const WorkflowIds = [await ada.inserted('Workflow', workflow)];
  const trigger = { Name: 'Tick', EntityName: 'Note', TriggerType: 'Scheduled', CronExpression: '* * * * * *' };
  return ada.inserted('Trigger', { ...trigger, WorkflowIds });
}

interface Firings {
  readonly runs: number;
  readonly completed: number;
  /** Due times that have fired. */
  readonly times: number;
}

async function firingsOf(app: TestApp, triggerId: string): Promise<Firings> {
  const [firings] = await app.query<Firings>(
    `SELECT count(*)::int AS runs, count(*) FILTER (WHERE "State" = 'Completed')::int AS completed,
       (SELECT count(*)::int FROM platform.fire_time WHERE trigger_id = $1) AS times
     FROM "${await app.schema()}"."WorkflowRun" WHERE "TriggerId" = $1`,
    [triggerId],
  );
  return firings;
}

/** Waits until a schedule has fired again and its runs are done. @throws {Error} when due times and runs differ */
export async function ticksOn(app: TestApp, triggerId: string): Promise<void> {
  const before = await firingsOf(app, triggerId);
  await until('the schedule fires', async () => (await firingsOf(app, triggerId)).completed > before.runs);
  const { runs, times } = await firingsOf(app, triggerId);
  if (runs !== times) throw new Error(`${runs} runs for ${times} due times.`);
}

/** Number of notes with a subject. */
export async function noteCount(app: TestApp, subject: string): Promise<number> {
  const { body } = await app.as('ada.admin').select('Note', { WhereClause: where('Subject', 'EqualTo', subject) });
  return body.Result.length as number;
}

/** Waits until the workflow for a new customer has run. */
export const isFollowed = (app: TestApp, taxId: unknown): Promise<void> =>
  until(
    `the customer ${String(taxId)} is followed`,
    async () => (await noteCount(app, `Followed ${String(taxId)}`)) > 0,
  );

function expectStatus(answer: Answer, status = 200): Answer['body'] {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.body;
}

/**
 * Uses each part of the service once: writes of all kinds, queries, the audit log, definitions, the hub, a write that is
 * answered later, an idempotency key, and the run of a trigger (`followCustomers`).
 *
 * @throws {Error} at the first part that fails
 */
export async function tour(app: TestApp): Promise<void> {
  const ada = app.as('ada.admin');
  const hub = await HubListener.registered(app, 'ada.admin', ['Customer']);
  const fields = customer();
  const key = { 'Idempotency-Key': `tour ${String(fields.TaxId)}` };
  const first = await ada.insert('Customer', fields, key);
  const id = expectStatus(first).Result.Id as string;
  if (expectStatus(await ada.insert('Customer', fields, key)).Result.Id !== id)
    throw new Error('The key was not kept.');
  await withDeadline(hub.next((change) => change.Id === id && change.Operation === 'Create'));
  await hub.stop();

  expectStatus(await ada.update('Customer', { Phone: '+49 40 1' }, byId(id), { ExpectedVersion: 1 }));
  expectStatus(await ada.upsert('Customer', ['TaxId'], { ...fields, Phone: '+49 40 2' }));
  const values = [['A', 'B', id]];
  const bulk = { EntityName: 'Contact', Fields: ['FirstName', 'LastName', 'CustomerId'], Values: values };
  expectStatus(await ada.send('POST', '/records/bulk-insert', bulk));
  const clause = where('CustomerId', 'EqualTo', id);
  expectStatus(await ada.delete('Contact', clause));
  expectStatus(await ada.restore('Contact', clause));
  const found = expectStatus(await ada.select('Contact', { WhereClause: clause, SelectedFields: ['CustomerId.Name'] }));
  if (found.Result.length !== 1) throw new Error('The contact was not restored.');
  expectStatus(await ada.select('Customer', { WhereClause: byId([CUSTOMER.cafe, CUSTOMER.fern]) }));
  expectStatus(await ada.select('Contact', { WhereClause: byId(CONTACT.anna) }));
  const log = expectStatus(await ada.select('AuditEntry', { WhereClause: where('RecordId', 'EqualTo', id) }));
  if (log.Result.length !== 3) throw new Error(`The audit log has ${log.Result.length} entries instead of 3.`);

  const later = await ada.insert('Note', { Subject: 'SLOW:200 later' }, { Prefer: 'respond-async' });
  expectStatus(later, 202);
  const outcome = await outcomeOf(ada, later);
  if (outcome.Status !== 'Completed') throw new Error(`The write has failed: ${JSON.stringify(outcome)}`);
  const FieldName = `Tour${String(fields.TaxId)}`;
  await ada.inserted('Field', { EntityId: match('EntityName', 'Note'), FieldName, FieldType: 'Text' });
  await until(
    'the field is known',
    async () => (await ada.select('Note', { SelectedFields: [FieldName] })).status === 200,
  );
  await isFollowed(app, fields.TaxId);
}
