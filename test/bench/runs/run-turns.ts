import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../rig/bed.js';
import { PLACE } from '../rig/service.js';
import { Automation, equal } from './automation.js';
import { TWO_STEPS } from './run-rate.js';

/** Runs of one environment that wait, and the limit of what they delay those of another one. */
export const WAITING = 100_000;
export const DELAY_MS = 2_000;
const RUNS = 40;
const PAUSE_MS = 250;
const ELSEWHERE = { EnvironmentId: 'Production' };

/** Times of a small run in another environment: before, and while the runs wait. */
export const runTurns = (bed: Bed): Promise<Readonly<Record<string, readonly number[]>>> =>
  Automation.on(bed, async (automation) => {
    const waiting = await automation.workflow('Triggered', TWO_STEPS, { EntityName: 'Box' });
    const { Id } = await automation.send('/records/insert', elsewhere(), undefined, ELSEWHERE);
    const alone = await timesMs(automation, Id as string);
    await fill(automation, waiting);
    try {
      const during = await timesMs(automation, Id as string);
      const [{ left }] = await automation.query<{ left: number }>('SELECT count(*)::int AS left FROM platform.run');
      if (left === 0) throw new Error('No run waits any more.');
      return { alone, during };
    } finally {
      await automation.query('DELETE FROM platform.run');
    }
  });

const elsewhere = (): object => ({
  EntityName: 'Workflow',
  Fields: Object.entries({
    Name: `Elsewhere${Date.now()}`,
    Type: 'Manual',
    RunAs: 'Service',
    Actions: [{ Name: 'None', Type: 'RunQuery', EntityName: 'Customer', WhereClause: equal('Name', 'none') }],
  }).map(([FieldName, Value]) => ({ FieldName, Value })),
});

async function timesMs(automation: Automation, workflowId: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    await sleep(PAUSE_MS);
    const sentAt = performance.now();
    await automation.send(`/workflows/execute/${workflowId}`, {}, undefined, { ...PLACE, ...ELSEWHERE });
    times.push(performance.now() - sentAt);
  }
  return times;
}

/** Puts due runs into the queue as the service does, past it. */
export async function fill(automation: Automation, workflowId: string, count = WAITING): Promise<void> {
  const { schema, bed } = automation;
  await automation.query(
    `WITH run AS (
       INSERT INTO "${schema}"."WorkflowRun" ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "CreatedOn", "UpdatedBy",
         "UpdatedOn", "RowVersion", "IsDeleted", "WorkflowId", "State", "StartedOn", "RunAs", "UserId", "Input", "Chain")
       SELECT gen_random_uuid(), gen_random_uuid(), $1::uuid, $1::uuid, now(), $1::uuid, now(), 1, false, $2::uuid,
         'Running', now(), 'Service', $1::uuid,
         jsonb_build_object('Record', jsonb_build_object('Id', gen_random_uuid(), 'N', n)), '[]'
       FROM generate_series(1, $3::int) n
       RETURNING "Id" AS id
     )
     INSERT INTO platform.run (id, environment_id) SELECT id, $4::uuid FROM run`,
    [bed.facts.userId, workflowId, count, bed.facts.environmentId],
  );
}
