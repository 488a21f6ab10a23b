/**
 * A program: measures the service beside what it is compared with, and prints one line per claim.
 *
 *     npm run bench                     all claims, then what has no other server beside it, but no attacks, workflows and triggers
 *     npm run bench -- insert page      some of them: edge, by-id, page, include, insert, bulk, bulk-x, bulk-large,
 *                                       memory, tail, event, fan-out, registered, filters, bare-insert, assigned, idle,
 *                                       log-size, start, moves, clone-role, env-files, openapi, http-hooks, keys, studio;
 *                                       attacks, or slow-selects, long-selects, sleeping-objects, trickling-bulks,
 *                                       hub-streams, large-answers, long-bodies, accepted-writes;
 *                                       workflows, or run-start, runs, run-turns, for-each, run-snapshot, run-files;
 *                                       triggers, or firings, backlog, bulk-firings, due-records, idle-triggers;
 *                                       observed, or no-difference, metrics, limits, traces, traces-all, studio-served: settings on
 *                                       beside off,
 *                                       other-build: this build beside that in the folder BENCH_BUILD;
 *                                       cluster, or cluster-connections, cluster-readers, cluster-rates, read-replicas;
 *                                       two-cells: a cell beside another one that is saturated, each on a core;
 *                                       cell-costs: what a cell of BENCH_ENVIRONMENTS (1,000) takes, in ten minutes;
 *                                       move-million: an environment moves to another cell under writes (BENCH_ROWS, 1 million);
 *                                       rights, or protected-fields, field-profiles, row-clauses, access-previews (BENCH_ROWS, 1 million);
 *                                       peer, or peer-by-id, peer-page, peer-insert …: beside ASP.NET Core and EF Core;
 *                                       environments (BENCH_ENVIRONMENTS of them, 200), ten-million (BENCH_ROWS, 1 million),
 *                                       env-copy (BENCH_ROWS, 1 million) beside pg_dump | psql,
 *                                       definition-writes: CPU of writes of definitions beside an insert of a customer
 *     npm run bench -- --rounds=9 page
 *     npm run bench -- --node=--cpu-prof insert   options for the service's process
 *
 * Ends with 1 when a target is missed.
 */
import { ATTACKS, attackFindings } from './attacks/attacks.js';
import { type Claim, CLAIMS } from './claims.js';
import { CLUSTER_FINDINGS } from './cluster/cluster-findings.js';
import { CELL_MOVE_FINDINGS } from './cells/move-million.js';
import { CELL_FINDINGS } from './cells/two-cells.js';
import { CLONE_MS, cloneTimesMs, SCOPES } from './clone-role.js';
import { environmentFileFindings } from './environment-files.js';
import { FINDINGS, type Finding, findTimes, peerFanOutFindings } from './findings.js';
import { GROWTH_BYTES, largeBulk, ROWS, STALL_MS } from './large-bulk.js';
import { readOptions } from './options.js';
import { IDLE_RSS_BYTES, LOADED_RSS_BYTES, shapesGrowth } from './memory.js';
import { MANY_FINDINGS } from './many/many-findings.js';
import { OBSERVED_FINDINGS } from './observed.js';
import { PEER_FAN_OUT, PEER_NAMES, peerClaims } from './peers/peer-claims.js';
import { hasDotnet } from './peers/start-peer.js';
import { peerFanOuts, withPeer } from './peers/with-peer.js';
import { type Bed, onBed } from './rig/bed.js';
import { salesRepresentatives } from './rig/callers.js';
import { rssBytes } from './rig/processes.js';
import { type Measured, median, type Round, rounds, type Side, type Sides } from './rig/rounds.js';
import { RIGHTS_FINDINGS } from './rights/rights-findings.js';
import { RUN_FINDINGS } from './runs/run-findings.js';
import { DELIVERY_MS, deliveryTimesMs } from './tail.js';
import { TRIGGER_FINDINGS } from './triggers/trigger-findings.js';

/** Findings by the name of their group; a quarter of an hour for some. */
const GROUPS = {
  workflows: RUN_FINDINGS,
  triggers: TRIGGER_FINDINGS,
  observed: OBSERVED_FINDINGS,
  cluster: CLUSTER_FINDINGS,
  cells: CELL_FINDINGS,
  'cell-moves': CELL_MOVE_FINDINGS,
  rights: RIGHTS_FINDINGS,
};
const NAMES = [
  ...CLAIMS.map(({ name }) => name),
  'bulk-large',
  'memory',
  'tail',
  'clone-role',
  'env-files',
  'attacks',
  'peer',
  ...ATTACKS,
  ...PEER_NAMES,
  ...[FINDINGS, GROUPS, ...Object.values(GROUPS), MANY_FINDINGS].flatMap(Object.keys),
];
const { wanted, rounds: roundCount, node: nodeOptions } = readOptions(NAMES);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

function verdict(name: string, isReached: boolean, text: string): void {
  if (!isReached) process.exitCode = 1;
  print(`${name.padEnd(7)} ${isReached ? 'reached' : 'MISSED '}  ${text}`);
}

function report(name: string, findings: readonly Finding[]): void {
  for (const { isReached, text } of findings) verdict(name, isReached, text);
}

function side(name: string, of: readonly Measured[]): string {
  const middle = (pick: (measured: Measured) => number): string => median(of.map(pick)).toFixed(0);
  return `${name} ${middle((m) => m.perSecond)}/s, ${middle((m) => m.serverMicros)} + ${middle((m) => m.postgresMicros)} µs, p99 ${middle((m) => m.p99Ms)} ms`;
}

function reportClaim({ name, target }: Claim, done: readonly Round[]): void {
  const ratios = done.map(({ service, other }) => service.perSecond / other.perSecond);
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  const ratio = median(ratios);
  const sides = `${side(
    'service',
    done.map((round) => round.service),
  )} | ${side(
    'other',
    done.map((round) => round.other),
  )}`;
  verdict(name, ratio >= target, `${ratio.toFixed(2)} of ${target.toFixed(2)} (${low}–${high})  ${sides}`);
}

async function sidesOf(claim: Claim, bed: Bed): Promise<Sides> {
  const { connections, differentCallers, request, otherOf, otherRequest = request } = claim;
  const callers = differentCallers ? (await salesRepresentatives(bed)).slice(0, connections) : undefined;
  const load = (of: Claim['request']): Side['load'] => ({ connections, callers, request: of(bed.headers) });
  return {
    service: { server: bed.service, load: load(request) },
    other: { server: otherOf(bed), load: load(otherRequest) },
  };
}

async function measureAll(bed: Bed): Promise<void> {
  const pid = bed.service.process.pid!;
  const idle = rssBytes(pid);
  print('Requests (bulk: rows) per second; CPU for each: server + PostgreSQL. Medians of the rounds.');
  let highest = idle;
  for (const claim of CLAIMS.filter(({ name }) => isWanted(name))) {
    const done = await measureClaim(bed, claim);
    highest = Math.max(highest, ...done.map(({ service }) => service.rssBytes));
  }
  if (isWanted('bulk-large')) await reportLargeBulk(bed);
  if (isWanted('memory')) await reportMemory(bed, idle, highest);
  if (isWanted('tail')) await reportDeliveries(bed);
  for (const [name, find] of Object.entries(FINDINGS)) if (isWanted(name)) report(name, await find(bed));
  // Last: they make the environment a large one.
  if (isWanted('clone-role')) await reportClones(bed);
  if (isWanted('env-files')) await reportEnvironmentFiles(bed);
  await reportAttacks(bed);
  await reportGroups(bed);
  await reportMany(bed);
  await reportPeer(bed);
}

async function measureClaim(bed: Bed, claim: Claim): Promise<readonly Round[]> {
  const done = await rounds(bed, await sidesOf(claim, bed), roundCount);
  reportClaim(claim, done);
  return done;
}

/** Only where it is asked for: it needs the .NET SDK. Last, since it changes the customers. */
async function reportPeer(bed: Bed): Promise<void> {
  const names = PEER_NAMES.filter((name) => wanted.includes(name) || wanted.includes('peer'));
  if (names.length === 0) return;
  if (!(await hasDotnet())) return print('peer    skipped: the .NET SDK 10 is not installed (no `dotnet` in PATH).');
  await withPeer(bed, async (peer) => {
    for (const claim of peerClaims(peer).filter(({ name }) => names.includes(name))) await measureClaim(bed, claim);
    print(
      `peer    ${megabytes(rssBytes(peer.process.pid!))} resident, service ${megabytes(rssBytes(bed.service.process.pid!))}`,
    );
    if (names.includes(PEER_FAN_OUT))
      report(PEER_FAN_OUT, peerFanOutFindings(await peerFanOuts(bed, peer, roundCount)));
  });
}

/** They fill databases of their own for minutes: only where they are asked for. */
async function reportMany(bed: Bed): Promise<void> {
  for (const [name, find] of Object.entries(MANY_FINDINGS)) if (wanted.includes(name)) report(name, await find(bed));
}

/** Only where they are asked for. */
async function reportGroups(bed: Bed): Promise<void> {
  for (const [group, findings] of Object.entries(GROUPS))
    for (const [name, find] of Object.entries(findings))
      if (wanted.includes(name) || wanted.includes(group)) report(name, await find(bed));
}

/** Each takes half a minute, and they make the service busy: only where they are asked for. */
async function reportAttacks(bed: Bed): Promise<void> {
  for (const name of ATTACKS)
    if (wanted.includes(name) || wanted.includes('attacks')) report('attacks', await attackFindings(bed, name));
}

async function reportLargeBulk(bed: Bed): Promise<void> {
  const { perSecond, grownBytes, stallMs } = await largeBulk(bed);
  const isReached = grownBytes < GROWTH_BYTES && stallMs < STALL_MS;
  const limits = `${megabytes(GROWTH_BYTES)} and ${STALL_MS} ms`;
  const found = `${megabytes(grownBytes)} and ${stallMs.toFixed(0)} ms`;
  verdict('bulk-large', isReached, `${ROWS} rows at ${perSecond.toFixed(0)}/s: ${found} of ${limits}`);
}

async function reportMemory(bed: Bed, idle: number, highest: number): Promise<void> {
  verdict('memory', idle <= IDLE_RSS_BYTES, `${megabytes(idle)} idle of ${megabytes(IDLE_RSS_BYTES)}`);
  if (highest > idle)
    verdict('memory', highest < LOADED_RSS_BYTES, `${megabytes(highest)} loaded of ${megabytes(LOADED_RSS_BYTES)}`);
  const { isBounded, steps } = await shapesGrowth(bed);
  verdict(
    'memory',
    isBounded,
    `shapes: ${steps.map(({ shapes, bytes }) => `${shapes}: ${megabytes(bytes)}`).join(', ')}`,
  );
}

async function reportClones(bed: Bed): Promise<void> {
  report('clone-role', findTimes(`${SCOPES} scopes`, CLONE_MS, await cloneTimesMs(bed, roundCount)));
}

async function reportEnvironmentFiles(bed: Bed): Promise<void> {
  report('env-files', await environmentFileFindings(bed, roundCount));
}

async function reportDeliveries(bed: Bed): Promise<void> {
  report('tail', findTimes('commit to delivery', DELIVERY_MS, await deliveryTimesMs(bed)));
}

// Ending by exit lets the hooks end what was started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await onBed(nodeOptions, measureAll);
