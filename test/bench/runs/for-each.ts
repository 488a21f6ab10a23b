import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../rig/bed.js';
import { rssBytes } from '../rig/processes.js';
import { Automation, equal } from './automation.js';

/** Limits of a ForEach over this number of rows: memory that it adds, and the time of its last thousand beside its first. */
export const ROWS = 10_000;
export const GROWTH_BYTES = 150 * 2 ** 20;
export const SLOWDOWN = 1.5;
const PART = 1_000;
const SAMPLE_MS = 200;
const WITHIN_MS = 3_600_000;
const SETTLE_MS = 2_000;

/** Result of one ForEach. */
export interface Loop {
  readonly name: string;
  readonly msPerRow: number;
  /** Time of the last thousand iterations beside that of the first. */
  readonly slowdown: number;
  readonly grownBytes: number;
}

const SOURCE = {
  Name: 'Rows',
  Type: 'RunQuery',
  EntityName: 'Box',
  SelectedFields: ['Id', 'N', 'Label'],
  Sort: [{ FieldName: 'N' }],
};
const insertOf = (label: string): object => ({
  Name: 'Add',
  Type: 'InsertRecord',
  EntityName: 'Slip',
  Fields: [
    { FieldName: 'N', Value: '{{Item.N}}' },
    { FieldName: 'Label', Value: label },
  ],
});
const UPDATE = {
  Name: 'Mark',
  Type: 'UpdateRecords',
  EntityName: 'Box',
  Fields: [{ FieldName: 'Label', Value: 'seen {{Item.N}}' }],
  WhereClause: equal('Id', '{{Item.Id}}'),
};

const LOOPS: Readonly<Record<string, object>> = {
  InsertRecord: insertOf('{{Item.Label}}'),
  UpdateRecords: UPDATE,
  'InsertRecord with a token of the query': insertOf('{{Item.Label}} of {{Actions.Rows.Label}}'),
};

export const forEachLoops = (bed: Bed): Promise<readonly Loop[]> =>
  Automation.on(bed, async (automation) => {
    await automation.clear();
    await automation.addBoxes(ROWS);
    const loops: Loop[] = [];
    for (const [name, action] of Object.entries(LOOPS)) loops.push(await loopOf(automation, name, action));
    return loops;
  });

async function loopOf(automation: Automation, name: string, action: object): Promise<Loop> {
  const { schema, bed } = automation;
  const id = await automation.workflow('Manual', [
    SOURCE,
    { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [action] },
  ]);
  await sleep(SETTLE_MS);
  const pid = bed.service.process.pid!;
  const before = rssBytes(pid);
  const { CorrelationId: runId } = await automation.send(`/workflows/execute/${id}`, {}, undefined, {
    Prefer: 'respond-async',
  });
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, rssBytes(pid))), SAMPLE_MS);
  await automation.completed(runId as string, WITHIN_MS);
  clearInterval(timer);
  const [{ first, last, all }] = await automation.query<Readonly<Record<'first' | 'last' | 'all', number>>>(
    `SELECT extract(epoch FROM max("EndedOn") FILTER (WHERE "Iteration" < $2) - min("StartedOn"))::float8 AS first,
       extract(epoch FROM max("EndedOn") - min("StartedOn") FILTER (WHERE "Iteration" >= $3))::float8 AS last,
       extract(epoch FROM max("EndedOn") - min("StartedOn"))::float8 AS all
     FROM "${schema}"."WorkflowStep" WHERE "RunId" = $1 AND "Iteration" IS NOT NULL`,
    [runId, PART, ROWS - PART],
  );
  return { name, msPerRow: (all * 1_000) / ROWS, slowdown: last / first, grownBytes: highest - before };
}
