import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../rig/bed.js';
import { stop } from '../rig/processes.js';
import { startService } from '../rig/service.js';
import { Automation, equal } from './automation.js';
import { TWO_STEPS } from './run-rate.js';

/** From the request whose write starts a run to the start of its first step, while all else is idle. */
export const START_MS = 100;
const RUNS = 60;
const WITHIN_MS = 30_000;
/** Between two of them; as long as what finds a run without a signal. */
const PAUSE_MS = [150, 450] as const;

/**
 * Measures starts of runs on the node that stored their cause, and on another one, because the node that stores it
 * executes none. The clock of all is that of the machine. The request itself counts.
 */
export const runStarts = (bed: Bed): Promise<Readonly<Record<string, readonly number[]>>> =>
  Automation.on(bed, async (automation) => {
    const triggered = await automation.workflow('Triggered', TWO_STEPS, { EntityName: 'Box' });
    const manual = await automation.workflow('Manual', [
      { Name: 'None', Type: 'RunQuery', EntityName: 'Box', WhereClause: equal('N', -1) },
    ]);
    const triggerId = await automation.trigger(triggered);
    const other = await startService(bed.databaseUrl, [], { ROLES: 'api' });
    const insert = (port: number) => async (): Promise<string> =>
      recordOf(automation, (await automation.insert('Box', { N: 1, Label: 'new' }, port)).Id as string);
    const execute = async (): Promise<string> =>
      (await automation.send(`/workflows/execute/${manual}`, {}, other.port)).RunId as string;
    try {
      return {
        'same node': await timesMs(automation, insert(bed.service.port)),
        'other node': await timesMs(automation, insert(other.port)),
        'executed on another node': await timesMs(automation, execute),
      };
    } finally {
      await stop(other.process);
      await automation.deactivate('Trigger', triggerId);
    }
  });

/** The run of a new record. */
async function recordOf(automation: Automation, boxId: string): Promise<string> {
  let runId = '';
  const find = async (): Promise<number> => {
    const rows = await automation.query<{ id: string }>(
      `SELECT r."Id" AS id FROM "${automation.schema}"."WorkflowRun" r
       JOIN "${automation.schema}"."Box" b ON b."RecordInformationId" = r."RecordId" WHERE b."Id" = $1`,
      [boxId],
    );
    runId = rows[0]?.id ?? '';
    return rows.length;
  };
  await automation.reached('the run', 1, find, WITHIN_MS);
  return runId;
}

async function timesMs(automation: Automation, cause: () => Promise<string>): Promise<readonly number[]> {
  const steps = `"${automation.schema}"."WorkflowStep"`;
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    await sleep(randomInt(...PAUSE_MS));
    const sentAt = Date.now();
    const runId = await cause();
    let startedOn: Date | undefined;
    const find = async (): Promise<number> => {
      const rows = await automation.query<{ on: Date }>(
        `SELECT min("StartedOn") AS on FROM ${steps} WHERE "RunId" = $1 HAVING count(*) > 0`,
        [runId],
      );
      startedOn = rows[0]?.on;
      return rows.length;
    };
    await automation.reached('the first step', 1, find, WITHIN_MS);
    times.push(startedOn!.getTime() - sentAt);
  }
  return times;
}
