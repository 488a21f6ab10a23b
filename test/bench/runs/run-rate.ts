import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../rig/bed.js';
import { cpuMs, familyCpuMs } from '../rig/processes.js';
import { Automation, equal } from './automation.js';

/** Runs of two steps that one node ends in a second. */
export const RUNS_PER_SECOND = 100;
const RUNS = 3_000;
const WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 500;

/** Two steps: a query, and an update of the record that the run is about. */
export const TWO_STEPS: readonly object[] = [
  { Name: 'Own', Type: 'RunQuery', EntityName: 'Box', WhereClause: equal('Id', '{{Record.Id}}') },
  {
    Name: 'Mark',
    Type: 'UpdateRecords',
    EntityName: 'Box',
    Fields: [{ FieldName: 'Label', Value: 'done {{Actions.Own.N}}' }],
    WhereClause: equal('Id', '{{Record.Id}}'),
  },
];

/** Rate of runs, and microseconds of CPU for each: of the service and of PostgreSQL. */
export interface RunRate {
  readonly perSecond: number;
  readonly serverMicros: number;
  readonly postgresMicros: number;
}

/** Measures the rate at which a backlog of runs is executed, once to warm up. */
export const runRate = (bed: Bed): Promise<RunRate> =>
  Automation.on(bed, async (automation) => {
    const workflowId = await automation.workflow('Triggered', TWO_STEPS, { EntityName: 'Box' });
    const triggerId = await automation.trigger(workflowId);
    await drained(automation, triggerId, 0);
    const rate = await drained(automation, triggerId, RUNS);
    await automation.deactivate('Trigger', triggerId);
    return rate;
  });

async function drained(automation: Automation, triggerId: string, before: number): Promise<RunRate> {
  const { service, postgres } = automation.bed;
  const count = (): Promise<number> => automation.ended(triggerId);
  await automation.addBoxes(RUNS);
  await automation.reached('first runs', before + 1, count, WITHIN_MS);
  const pid = service.process.pid!;
  const [first, startedAt] = [await count(), performance.now()];
  const cpu = { server: cpuMs(pid), postgres: familyCpuMs(postgres) };
  let last = first;
  while (last < before + RUNS) {
    if (performance.now() - startedAt > WITHIN_MS) throw new Error(`Only ${last - before} of ${RUNS} runs have ended.`);
    await sleep(LOOK_EVERY_MS);
    last = await count();
  }
  const [runs, ms] = [last - first, performance.now() - startedAt];
  return {
    perSecond: (runs * 1_000) / ms,
    serverMicros: ((cpuMs(pid) - cpu.server) * 1_000) / runs,
    postgresMicros: ((familyCpuMs(postgres) - cpu.postgres) * 1_000) / runs,
  };
}
