import type { Finding } from '../findings.js';
import { cellCostFindings } from './cell-costs.js';
import { place, type Placement } from '../cluster/placement.js';
import type { Load, LoadResult, RequestTemplate } from '../load/load.js';
import { type Bed, onBed } from '../rig/bed.js';
import { medianPair, pairsInTurns } from '../rig/pairs.js';
import { reply } from '../rig/processes.js';
import { byIdRequest, type CallHeaders, insertRequest } from '../rig/requests.js';
import { measured, type Measured } from '../rig/rounds.js';

/** Least share of a cell's rate that is left while the other cell is saturated. */
const SHARE = 0.9;

const CALLERS = 16;
const PAIRS = 7;
const [WARM_UP_MS, ROUND_MS] = [8_000, 4_000];
/** Time by which the load of the other cell goes on longer on either side. */
const MARGIN_MS = 500;

/** A cell with its load on one core: node, PostgreSQL and callers. */
const onCore = (core: string): Placement => ({ name: `core ${core}`, service: core, others: core });

const REQUESTS: Readonly<Record<string, (headers: CallHeaders) => RequestTemplate>> = {
  'by-id': byIdRequest,
  insert: insertRequest,
};

const loadOf = (bed: Bed, request: (headers: CallHeaders) => RequestTemplate, durationMs: number): Load => ({
  port: bed.service.port,
  connections: CALLERS,
  request: request(bed.headers),
  durationMs,
});

/** Saturates a cell while `work` runs. @throws {Error} when one of its requests failed */
async function saturated<T>(
  bed: Bed,
  request: (headers: CallHeaders) => RequestTemplate,
  work: () => Promise<T>,
): Promise<T> {
  bed.load.send(loadOf(bed, request, ROUND_MS + 2 * MARGIN_MS));
  const ended = reply<LoadResult>(bed.load);
  await new Promise((resolve) => setTimeout(resolve, MARGIN_MS));
  const result = await work();
  const { failures, firstFailure } = await ended;
  if (failures > 0) throw new Error(`${failures} requests failed; the first: ${firstFailure}`);
  return result;
}

async function compare(one: Bed, other: Bed, name: string): Promise<Finding> {
  const request = REQUESTS[name];
  const run = (durationMs: number): Promise<Measured> => measured(one, one.service, loadOf(one, request, durationMs));
  for (const bed of [one, other]) await measured(bed, bed.service, loadOf(bed, request, WARM_UP_MS));
  const pairs = await pairsInTurns(PAIRS, {
    beside: () => saturated(other, request, () => run(ROUND_MS)),
    alone: () => run(ROUND_MS),
  });
  const ratioOf = ({ beside, alone }: (typeof pairs)[number]): number => beside.perSecond / alone.perSecond;
  const { ratio, pair } = medianPair(pairs, ratioOf);
  const ratios = pairs.map(ratioOf);
  const range = `(${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  const rates = `${pair.beside.perSecond.toFixed(0)}/s beside a saturated cell, ${pair.alone.perSecond.toFixed(0)}/s alone`;
  return {
    isReached: ratio >= SHARE,
    text: `${name} ${ratio.toFixed(2)} of ${SHARE} ${range}  ${rates}; each cell on a core`,
  };
}

/** Measures a cell alone and beside another one that is saturated: two PostgreSQL servers, two nodes, two cores. */
async function findCells(one: Bed): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  await onBed([], async (other) => {
    place(one, one.service, onCore('0'));
    place(other, other.service, onCore('1'));
    for (const name of Object.keys(REQUESTS)) findings.push(await compare(one, other, name));
  });
  return findings;
}

/** Benches of cells, by their names. */
export const CELL_FINDINGS: Readonly<Record<string, typeof findCells>> = {
  'two-cells': findCells,
  'cell-costs': cellCostFindings,
};
