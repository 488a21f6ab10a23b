import type { Bed } from '../rig/bed.js';
import { type Finding, findTimes } from '../findings.js';
import { forEachLoops, GROWTH_BYTES, ROWS, SLOWDOWN } from './for-each.js';
import { type Claims, claimsWithSnapshot, JOBS, SLOWER } from './held-snapshot.js';
import { FILE_GROWTH_BYTES, fileCosts } from './run-files.js';
import { runRate, RUNS_PER_SECOND } from './run-rate.js';
import { runStarts, START_MS } from './run-starts.js';
import { DELAY_MS, runTurns, WAITING } from './run-turns.js';

type Find = (bed: Bed) => Promise<readonly Finding[]>;

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

async function findRate(bed: Bed): Promise<readonly Finding[]> {
  const { perSecond, serverMicros, postgresMicros } = await runRate(bed);
  const cost = `${serverMicros.toFixed(0)} + ${postgresMicros.toFixed(0)} µs`;
  const text = `${perSecond.toFixed(0)} runs/s of two steps of ${RUNS_PER_SECOND}, ${cost}`;
  return [{ isReached: perSecond >= RUNS_PER_SECOND, text }];
}

async function findTurns(bed: Bed): Promise<readonly Finding[]> {
  const { alone, during } = await runTurns(bed);
  const [before, highest] = [Math.max(...alone), Math.max(...during)].map((ms) => ms.toFixed(0));
  const text = `a run beside ${WAITING} waiting ones of another environment: at most ${highest} ms, ${before} ms without`;
  return [{ isReached: Math.max(...during) < DELAY_MS, text }];
}

const findLoops: Find = async (bed) =>
  (await forEachLoops(bed)).map(({ name, msPerRow, slowdown, grownBytes }) => {
    const cost = `${msPerRow.toFixed(1)} ms each, the last thousand ${slowdown.toFixed(2)} times the first`;
    const text = `${ROWS} × ${name}: ${cost}, ${megabytes(grownBytes)} of ${megabytes(GROWTH_BYTES)}`;
    return { isReached: grownBytes < GROWTH_BYTES && slowdown < SLOWDOWN, text };
  });

async function findClaims(bed: Bed): Promise<readonly Finding[]> {
  const { free, held } = await claimsWithSnapshot(bed);
  const side = ({ p50Ms, p99Ms, perSecond }: Claims): string =>
    `p99 ${p99Ms.toFixed(1)} ms, median ${p50Ms.toFixed(1)} ms, ${perSecond.toFixed(0)} runs/s`;
  const ratio = held.p99Ms / free.p99Ms;
  const text = `claims beside a held snapshot, ${JOBS} runs: ${ratio.toFixed(1)} of ${SLOWER}  held ${side(held)} | free ${side(free)}`;
  return [{ isReached: ratio < SLOWER, text }];
}

const findFiles: Find = async (bed) =>
  (await fileCosts(bed)).map(({ name, bytes, seconds, grownBytes }) => ({
    isReached: grownBytes < FILE_GROWTH_BYTES,
    text: `${name}: ${megabytes(bytes)} in ${seconds.toFixed(1)} s, ${megabytes(grownBytes)} of ${megabytes(FILE_GROWTH_BYTES)}`,
  }));

/** Benches of workflow runs by their names; `workflows` stands for all. */
export const RUN_FINDINGS: Readonly<Record<string, Find>> = {
  'run-start': async (bed) => findTimes('request to the first step', START_MS, await runStarts(bed)),
  runs: findRate,
  'run-turns': findTurns,
  'for-each': findLoops,
  'run-snapshot': findClaims,
  'run-files': findFiles,
};
