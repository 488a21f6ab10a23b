import { lookAtTasks } from '../../support/look-at-tasks.js';
import type { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { ApprovalCalls } from '../approvals/approval-calls.js';

/** Work that the clock starts: a schedule, a date-based trigger, and an overdue task. */
export async function clock(app: TestApp): Promise<void> {
  const ada = app.as('ada.admin');
  const members = { EntityName: 'Order', Notifications: [{ ToUser: 'ada.admin', Message: 'Now.' }] };
  const every = { ...members, TriggerType: 'Scheduled', CronExpression: '* * * * * *' };
  await ada.inserted('Trigger', { ...every, Name: 'Every second' });
  const due = { ...members, TriggerType: 'DateBased', DateField: 'CreatedOn', TimeOfDay: '00:00' };
  const dueId = await ada.inserted('Trigger', { ...due, Name: 'Every day' });
  await app.query(`UPDATE platform.schedule SET next_due_at = next_due_at - interval '1 day' WHERE id = $1`, [dueId]);
  const { requestId } = await new ApprovalCalls(app).order('54000.00');
  await app.query(`UPDATE "${await app.schema()}"."ApprovalTask" SET "DueOn" = now() WHERE "RequestId" = $1`, [
    requestId,
  ]);
  await lookAtTasks(app);
  await until('all of it has happened', async () => {
    const fired = await app.query('SELECT DISTINCT trigger_id FROM platform.fire_time');
    const tasks = await ada.select('ApprovalTask', {
      WhereClause: { Filters: [{ FieldName: 'RemindedOn', Operator: 'IsNotNULL' }] },
    });
    return fired.length === 2 && tasks.body.Result.length > 0;
  });
}
