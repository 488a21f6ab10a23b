import { Injectable, Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ExpireRuns } from '../../../src/modules/workflows/expire-runs.service.js';
import { lookAtTasks } from '../../support/look-at-tasks.js';
import { type Caller, type Row, type TestApp, where } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { ApprovalCalls } from '../approvals/approval-calls.js';
import { newOrder } from '../status/statuses.js';

/** Reaches what the service does at intervals. */
@Injectable()
class RunRig {
  static latest: RunRig;

  constructor(private readonly modules: ModuleRef) {
    RunRig.latest = this;
  }

  expire(): Promise<void> {
    return this.modules.get(ExpireRuns, { strict: false }).expire();
  }
}

@Module({ providers: [RunRig] })
export class RunRigModule {}

const tell = (Message: string): Row => ({ Name: 'Tell', Type: 'SendNotification', ToUser: 'ada.admin', Message });
const insertNote = (Subject: string): Row => ({
  Name: 'Make',
  Type: 'InsertRecord',
  EntityName: 'Note',
  Fields: [{ FieldName: 'Subject', Value: Subject }],
});
const messages = (Message: string): readonly Row[] => [{ ToUser: 'ada.admin', Message }];

/** Workflows, triggers and schedules from their start to every end. */
export async function automations(app: TestApp, users: readonly string[]): Promise<void> {
  const ada = app.as('ada.admin');
  const isTold = (message: string): Promise<void> =>
    until(message, async () => {
      const { body } = await ada.select('Notification', { WhereClause: where('Message', 'EqualTo', message) });
      return body.Result.length > 0;
    });
  await defineTriggers(ada);
  for (const RunAs of ['Caller', 'Service']) await runOf(ada, RunAs, users, app);
  const { id } = await newOrder(app, {}, 2);
  await ada.inserted('OrderLine', await lineLike(ada, id));
  for (const message of ['note: made by Service', 'order', 'clock']) await isTold(message);
  await overdue(app);
  await waiting(app);
  await RunRig.latest.expire();
}

/** Triggers on what a step writes, on rollups, on the clock and on a date. */
async function defineTriggers(ada: Caller): Promise<void> {
  const event = { TriggerType: 'EventBased', WhereClause: where('Id', 'IsNotNULL') };
  const clock = { TriggerType: 'Scheduled', CronExpression: '* * * * * *' };
  const date = { TriggerType: 'DateBased', DateField: 'OrderDate', OffsetDays: 0 };
  const triggers: readonly Row[] = [
    {
      ...event,
      Name: 'N',
      EntityName: 'Note',
      TriggerEvent: 'Created',
      Notifications: messages('note: {{Record.Subject}}'),
    },
    { ...event, Name: 'O', EntityName: 'Order', TriggerEvent: 'Edited', Notifications: messages('order') },
    { ...clock, Name: 'C', EntityName: 'Note', Notifications: messages('clock') },
    { ...date, Name: 'D', EntityName: 'Order', Notifications: messages('due') },
  ];
  for (const trigger of triggers) await ada.inserted('Trigger', trigger);
}

/** Executes, repeats and cancels a workflow whose tokens follow lookups. */
async function runOf(ada: Caller, RunAs: string, users: readonly string[], app: TestApp): Promise<void> {
  const id = await ada.inserted('Workflow', {
    Name: `As ${RunAs}`,
    Type: 'Manual',
    RunAs,
    RequiredPermission: null,
    AllowedRoles: (await ada.select('Role')).body.Result.map(({ Name }: Row) => Name),
    Actions: [
      { Name: 'Rows', Type: 'RunQuery', EntityName: 'Customer', Pager: { PageNumber: 1, PageSize: 1 } },
      tell('{{Actions.Rows.OwnerId.DisplayName}}'),
      { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [{ ...tell('{{Item.Name}}'), Name: 'Row' }] },
      { Name: 'Mail', Type: 'SendEmail', ToUser: 'ada.admin', Subject: 'S', Message: 'M', OnError: 'Continue' },
      insertNote(`made by ${RunAs}`),
    ],
  });
  for (const user of users) {
    const as = app.as(user);
    const { body } = await as.send('POST', `/workflows/execute/${id}`, {});
    for (const [what, more] of [
      ['retry', undefined],
      ['retry', { Step: 'Tell' }],
      ['cancel', undefined],
    ] as const)
      await as.send('POST', `/workflows/runs/${body.CorrelationId}/${what}`, more);
  }
}

/** A new line like an existing one of the order. */
async function lineLike(ada: Caller, orderId: string): Promise<Row> {
  const { body } = await ada.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', orderId) });
  const [{ OrderId, ProductId, Quantity, UnitPrice }] = body.Result as readonly Row[];
  return { OrderId, ProductId, Quantity, UnitPrice, LineNumber: 99 };
}

/** An approval task past its due date. */
async function overdue(app: TestApp): Promise<void> {
  const { requestId, recordId } = await new ApprovalCalls(app).order('54000.00');
  const schema = await app.schema();
  const past = `now() - interval '1 hour'`;
  await app.query(`UPDATE "${schema}"."ApprovalTask" SET "DueOn" = ${past} WHERE "RequestId" = $1`, [requestId]);
  await lookAtTasks(app);
  await until('a reminder', async () => {
    const clause = where('RecordId', 'EqualTo', recordId);
    const { body } = await app.as('ada.admin').select('Notification', { WhereClause: clause });
    return (body.Result as readonly { Message: string }[]).some(({ Message }) => Message.includes('overdue'));
  });
}

/** A run that waits for a record under approval, until it is cancelled with all that match. */
async function waiting(app: TestApp): Promise<void> {
  const ada = app.as('ada.admin');
  const { recordId } = await new ApprovalCalls(app).order('54000.00');
  const WhereClause = where('RecordInformationId', 'EqualTo', recordId);
  const Fields = [{ FieldName: 'Notes', Value: 'x' }];
  const Actions = [{ Name: 'Change', Type: 'UpdateRecords', EntityName: 'Order', Fields, WhereClause }];
  const workflow = { Name: 'Waits', Type: 'Triggered', EntityName: 'Note', RunAs: 'Service', Actions };
  const id = await ada.inserted('Workflow', workflow);
  const event = {
    TriggerType: 'EventBased',
    TriggerEvent: 'Created',
    WhereClause: where('Subject', 'EqualTo', 'locked'),
  };
  await ada.inserted('Trigger', { Name: 'W', EntityName: 'Note', ...event, WorkflowIds: [id] });
  await ada.inserted('Note', { Subject: 'locked' });
  const runs = { WhereClause: where('WorkflowId', 'EqualTo', id) };
  await until('a run waits', async () => {
    const { body } = await ada.select('WorkflowRun', runs);
    return (body.Result as readonly Row[]).some(({ Error: why }) => why !== null);
  });
  await ada.send('POST', '/workflows/runs/cancel', runs);
}
