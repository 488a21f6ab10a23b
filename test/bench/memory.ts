import { randomInt } from 'node:crypto';
import { Caller } from './load/caller.js';
import { NumberedRequest } from './load/numbered-request.js';
import type { Bed } from './rig/bed.js';
import { rssBytes } from './rig/processes.js';
import type { CallHeaders } from './rig/requests.js';

export const IDLE_RSS_BYTES = 150 * 2 ** 20;
export const LOADED_RSS_BYTES = 220 * 2 ** 20;

const SHAPES = 100_000;
const STEPS = 10;
const CONNECTIONS = 8;
/** Limit of the memory that the second half of the shapes may add: the caches are full long before it. */
const GROWTH_BYTES = 20 * 2 ** 20;

const FIELDS = [
  'Id',
  'Name',
  'TaxId',
  'Email',
  'Phone',
  'Segment',
  'CreditLimit',
  'IsActive',
  'OnboardedOn',
  'RegionId',
];

/** Each with an even chance. */
const some = <T>(items: readonly T[]): readonly T[] => items.filter(() => randomInt(2) === 1);

/** A query of a shape that hardly any other query has: 2^10 selections, 2^10 filters, 3^10 orders. */
function randomSelect(): object {
  return {
    EntityName: 'Customer',
    SelectedFields: some(FIELDS),
    WhereClause: { Filters: [...some(FIELDS), 'Id'].map((FieldName) => ({ FieldName, Operator: 7 })) },
    Sort: some(FIELDS).map((FieldName) => ({ FieldName, Direction: randomInt(1, 3) })),
    Pager: { PageSize: 1, Count: 'None' },
  };
}

const requestOf = (headers: CallHeaders): Buffer =>
  new NumberedRequest({
    method: 'POST',
    path: '/api/v1/queries/select',
    headers,
    body: JSON.stringify(randomSelect()),
  }).next();

async function send(caller: Caller, headers: CallHeaders, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { status, text } = await caller.call(requestOf(headers));
    if (status !== '200') throw new Error(`A query failed: ${text()}`);
  }
}

interface Step {
  readonly shapes: number;
  readonly bytes: number;
}

/** Memory of the service while it answers queries of ever new shapes. */
export async function shapesGrowth({
  service: { port, process },
  headers,
}: Bed): Promise<{ readonly isBounded: boolean; readonly steps: readonly Step[] }> {
  const callers = await Promise.all(Array.from({ length: CONNECTIONS }, () => Caller.open(port)));
  const steps: Step[] = [];
  for (let step = 1; step <= STEPS; step++) {
    await Promise.all(callers.map((caller) => send(caller, headers, SHAPES / STEPS / CONNECTIONS)));
    steps.push({ shapes: (step * SHAPES) / STEPS, bytes: rssBytes(process.pid!) });
  }
  for (const caller of callers) caller.close();
  return { isBounded: steps[STEPS - 1].bytes - steps[STEPS / 2 - 1].bytes < GROWTH_BYTES, steps };
}
