import { BULK_START_COST, START_COST, type StartPair, startPairs } from './approvals/starts.js';
import { assignedPages, PAGE_COST } from './assigned/assigned-pages.js';
import { COST, CLIENTS as INSERTERS, bareInserts } from './bare-insert.js';
import { EVENT_MS, eventTimesMs } from './event.js';
import { httpHookFindings } from './hooks/http-hooks.js';
import { broadcasts, changes, type FanOut, MANY_CLIENTS, OTHERS_MS, PER_SECOND } from './hub/fan-out.js';
import { filterFindings } from './hub/filtered-clients.js';
import { connectionBytes, IDLE, IDLE_BYTES, REGISTERED } from './idle.js';
import { keyCallFindings } from './key-calls.js';
import { LOG_SHARE, logSizes } from './log/log-size.js';
import { moveFindings } from './moves/moves.js';
import { descriptionFindings } from './openapi/descriptions.js';
import { CLIENTS, registeredPairs, SHARE } from './registered.js';
import { type FanOutPair, PEER_FAN_OUT_RATIO } from './peers/with-peer.js';
import type { Bed } from './rig/bed.js';
import { medianPair } from './rig/pairs.js';
import { median } from './rig/rounds.js';
import { studioFindings } from './studio/studio.js';

/** Result of a bench, in one line. */
export interface Finding {
  readonly isReached: boolean;
  readonly text: string;
}

type Find = (bed: Bed) => Promise<readonly Finding[]>;

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const rounded = (values: readonly number[]): number => Math.round(median(values));

/** The range of the rounds. */
function range(ratios: readonly number[]): string {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  return `(${low}–${high})`;
}

/** @param timesMs by what was done; the median of each is to be below the target. */
export function findTimes(
  what: string,
  targetMs: number,
  timesMs: Readonly<Record<string, readonly number[]>>,
): readonly Finding[] {
  const kinds = Object.entries(timesMs);
  const parts = kinds.map(([kind, times]) => {
    const [middle, highest] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0));
    return `${kind} ${middle} ms (at most ${highest})`;
  });
  const isReached = kinds.every(([, times]) => median(times) < targetMs);
  return [{ isReached, text: `${what} in ${targetMs} ms: ${parts.join(', ')}` }];
}

function fanOutFinding(fanOut: FanOut): Finding {
  const { name, clients, perSecond, perFrame, serverMicros, p50Ms, p99Ms, othersP99Ms } = fanOut;
  const numbers = [
    `${perSecond.toFixed(0)}/s${clients < MANY_CLIENTS ? '' : ` of ${PER_SECOND}`}`,
    `${serverMicros.toFixed(1)} µs each`,
    `${perFrame.toFixed(0)} a frame`,
    `after ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`,
    `others' requests p99 ${othersP99Ms.toFixed(0)} of ${OTHERS_MS} ms`,
  ];
  const isFast = clients < MANY_CLIENTS || perSecond >= PER_SECOND;
  return { isReached: isFast && othersP99Ms < OTHERS_MS, text: `${name} to ${clients}: ${numbers.join(', ')}` };
}

/** The service's messages beside those of another server. */
export function peerFanOutFindings(pairs: readonly FanOutPair[]): readonly Finding[] {
  const ratioOf = ({ service, peer }: FanOutPair): number => service.perSecond / peer.perSecond;
  const { ratio, pair } = medianPair(pairs, ratioOf);
  const [one, other] = [pair.service, pair.peer].map((side) => fanOutFinding(side).text);
  const ratios = `${ratio.toFixed(2)} of ${PEER_FAN_OUT_RATIO} ${range(pairs.map(ratioOf))}`;
  return [{ isReached: ratio >= PEER_FAN_OUT_RATIO, text: `${ratios}  service ${one} | other ${other}` }];
}

async function findRegistered(bed: Bed): Promise<readonly Finding[]> {
  const pairs = await registeredPairs(bed);
  const ratios = pairs.map(({ registered, alone }) => registered.perSecond / alone.perSecond);
  const [one, other] = (['registered', 'alone'] as const).map((side) => {
    const of = pairs.map((pair) => pair[side]);
    const [perSecond, server, postgres] = (['perSecond', 'serverMicros', 'postgresMicros'] as const).map((member) =>
      rounded(of.map((each) => each[member])),
    );
    return `${perSecond}/s, ${server} + ${postgres} µs`;
  });
  const text = `${median(ratios).toFixed(2)} of ${SHARE} ${range(ratios)}  ${CLIENTS} registered ${one} | none ${other}`;
  return [{ isReached: median(ratios) >= SHARE, text }];
}

async function findIdle(bed: Bed): Promise<readonly Finding[]> {
  const { idle, registered } = await connectionBytes(bed);
  return [
    { isReached: idle < IDLE_BYTES, text: `${IDLE} idle: ${megabytes(idle)} of ${megabytes(IDLE_BYTES)}` },
    { isReached: true, text: `${REGISTERED} registered: ${megabytes(registered)}` },
  ];
}

async function findBareInserts(bed: Bed): Promise<readonly Finding[]> {
  const all = await bareInserts(bed);
  const costs = all.map(({ bare, logged }) => bare.perSecond / logged.perSecond - 1);
  const [one, other] = (['logged', 'bare'] as const).map((name) => {
    const of = all.map((each) => each[name]);
    return `${name} ${rounded(of.map((each) => each.perSecond))}/s, ${rounded(of.map((each) => each.postgresMicros))} µs`;
  });
  const text = `costs ${median(costs).toFixed(2)} of ${COST} ${range(costs)}  ${INSERTERS} clients, ${one} | ${other}`;
  return [{ isReached: median(costs) < COST, text }];
}

async function findLogSizes(bed: Bed): Promise<readonly Finding[]> {
  return Object.entries(await logSizes(bed)).map(([name, { row, indexedRow, change, indexedChange }]) => {
    const share = indexedChange / indexedRow;
    const sizes = `log ${change.toFixed(0)} + ${(indexedChange - change).toFixed(0)} of indexes`;
    const rows = `row ${row.toFixed(0)} + ${(indexedRow - row).toFixed(0)}`;
    const text = `customers ${name}: ${share.toFixed(2)} of ${LOG_SHARE}  bytes of ${sizes} | ${rows}`;
    return { isReached: share <= LOG_SHARE, text };
  });
}

function startFinding(name: string, pairs: readonly StartPair[], limit: number): Finding {
  const costs = pairs.map(({ starting, plain }) => plain.perSecond / starting.perSecond);
  const [one, other] = (['starting', 'plain'] as const).map((side) => {
    const of = pairs.map((pair) => pair[side]);
    return `${side} ${rounded(of.map((each) => each.perSecond))}/s, ${rounded(of.map((each) => each.postgresMicros))} µs`;
  });
  const text = `${name}: ${median(costs).toFixed(2)} of ${limit} ${range(costs)}  ${one} | ${other}`;
  return { isReached: median(costs) <= limit, text };
}

async function findStarts(bed: Bed): Promise<readonly Finding[]> {
  const { single, bulk } = await startPairs(bed);
  return [startFinding('inserts', single, START_COST), startFinding('bulk rows', bulk, BULK_START_COST)];
}

async function findAssignedPages(bed: Bed): Promise<readonly Finding[]> {
  return Object.entries(await assignedPages(bed)).map(([kind, pairs]) => {
    const costs = pairs.map(({ plain, approved }) => plain.perSecond / approved.perSecond);
    const [one, other] = (['approved', 'plain'] as const).map((name) => {
      const of = pairs.map((each) => each[name]);
      const [server, postgres] = [of.map((each) => each.serverMicros), of.map((each) => each.postgresMicros)].map(
        rounded,
      );
      return `${name} ${rounded(of.map((each) => each.perSecond))}/s, ${server} + ${postgres} µs`;
    });
    const text = `page ${kind} costs ${median(costs).toFixed(2)} of ${PAGE_COST} ${range(costs)}  ${one} | ${other}`;
    return { isReached: median(costs) <= PAGE_COST, text };
  });
}

/** Benches of the hub and of what every write leaves, by their names. */
export const FINDINGS: Readonly<Record<string, Find>> = {
  event: async (bed) => findTimes('insert to event', EVENT_MS, await eventTimesMs(bed)),
  'fan-out': async (bed) => [...(await broadcasts()), ...(await changes(bed))].map(fanOutFinding),
  registered: findRegistered,
  filters: filterFindings,
  'bare-insert': findBareInserts,
  assigned: findAssignedPages,
  idle: findIdle,
  'log-size': findLogSizes,
  start: findStarts,
  moves: moveFindings,
  openapi: descriptionFindings,
  'http-hooks': httpHookFindings,
  keys: keyCallFindings,
  studio: studioFindings,
};
