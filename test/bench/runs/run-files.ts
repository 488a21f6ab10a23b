import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../rig/bed.js';
import { forkProgram, reply, rssBytes, stop } from '../rig/processes.js';
import { Automation, equal } from './automation.js';
import type { Written } from './write-files.js';

/** Rows of a written file, and the limit of the memory that this adds. */
const FILE_ROWS = 100_000;
const FILE_BYTES = 60 * 2 ** 20;
export const FILE_GROWTH_BYTES = 100 * 2 ** 20;
const SAMPLE_MS = 20;
const BODY_BYTES = 2 ** 20;
const SETTLE_MS = 2_000;
const WITHIN_MS = 300_000;

/** A file that was written, and what this cost. */
export interface FileCost {
  readonly name: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly grownBytes: number;
}

/** Measures files of many rows alone, and then a large one of a run, with its zip, on its way into the database and out. */
export async function fileCosts(bed: Bed): Promise<readonly FileCost[]> {
  const costs: FileCost[] = [];
  for (const name of ['csv', 'xlsx', 'zip']) costs.push(await writtenAlone(name));
  return [...costs, ...(await Automation.on(bed, writtenByRun))];
}

/** Writes a file in a process of its own, so that the memory of one does not hide that of the next. */
async function writtenAlone(format: string): Promise<FileCost> {
  const program = forkProgram('../runs/write-files.ts');
  try {
    program.send({ format, rows: FILE_ROWS });
    const { bytes, ms, grownBytes } = await reply<Written>(program);
    return { name: `${format} of ${FILE_ROWS} rows`, bytes, seconds: ms / 1_000, grownBytes };
  } finally {
    await stop(program);
  }
}

async function writtenByRun(automation: Automation): Promise<readonly FileCost[]> {
  const { bed, schema } = automation;
  await automation.clear();
  await automation.insert('Box', { N: 1, Label: 'large', Body: randomText(BODY_BYTES) });
  const id = await automation.workflow('Manual', [
    {
      Name: 'Large',
      Type: 'RunQuery',
      EntityName: 'Box',
      SelectedFields: ['Body'],
      WhereClause: equal('Label', 'large'),
    },
    {
      Name: 'File',
      Type: 'GenerateFile',
      Format: 'Text',
      FileName: 'large.txt',
      Text: '{{Actions.Large.Body}}'.repeat(FILE_BYTES / BODY_BYTES),
    },
    { Name: 'Pack', Type: 'Zip', FileName: 'large.zip', Files: ['File'] },
  ]);
  await sleep(SETTLE_MS);
  const pid = bed.service.process.pid!;
  const before = rssBytes(pid);
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, rssBytes(pid))), SAMPLE_MS);
  const { CorrelationId: runId } = await automation.send(`/workflows/execute/${id}`, {}, undefined, {
    Prefer: 'respond-async',
  });
  await automation.completed(runId as string, WITHIN_MS);
  const file = `http://127.0.0.1:${bed.service.port}/api/v1/workflows/runs/${String(runId)}/file`;
  const response = await fetch(file, { headers: automation.headers });
  const bytes = (await response.arrayBuffer()).byteLength;
  clearInterval(timer);
  if (!response.ok) throw new Error(`The file is not there: ${response.status}`);
  const steps = await automation.query<{ name: string; seconds: number }>(
    `SELECT "Name" AS name, extract(epoch FROM "EndedOn" - "StartedOn")::float8 AS seconds
     FROM "${schema}"."WorkflowStep" WHERE "RunId" = $1 ORDER BY "StartedOn"`,
    [runId],
  );
  const secondsOf = (name: string): number => steps.find((step) => step.name === name)!.seconds;
  const grownBytes = highest - before;
  return [
    { name: 'text of a run', bytes: FILE_BYTES, seconds: secondsOf('File'), grownBytes },
    { name: 'zip of a run', bytes, seconds: secondsOf('Pack'), grownBytes },
  ];
}

/** Letters that do not compress to nothing. */
const randomText = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
