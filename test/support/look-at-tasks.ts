import type { TestApp } from './test-app.js';

/** Makes the clock look at the approval tasks of all environments at once, those included that had none so far. */
export async function lookAtTasks(app: TestApp): Promise<void> {
  await app.query(
    `INSERT INTO platform.schedule (environment_id, id, kind, rule, next_due_at)
     SELECT e.id, e.id, 'ApprovalTasks', '', now() FROM platform.environment e
     ON CONFLICT (environment_id, id) DO UPDATE SET next_due_at = now()`,
  );
}
