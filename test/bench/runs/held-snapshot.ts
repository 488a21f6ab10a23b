import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PostgresProxy, type WireMessage } from '../../support/postgres-proxy.js';
import type { Bed } from '../rig/bed.js';
import { stop } from '../rig/processes.js';
import { startService } from '../rig/service.js';
import { Automation, equal } from './automation.js';
import { fill } from './run-turns.js';

/** Jobs while a snapshot is held open, its least time, and the limit of claims beside those before. */
export const JOBS = 20_000;
export const SLOWER = 5;
const HELD_MS = 60_000;
const BEFORE = 5_000;
/** Jobs that are added at once, as if they came one after the other. */
const ADDED = 200;
/** Fewer waiting ones than this are filled up. */
const LEAST_WAITING = 200;
const LOOK_EVERY_MS = 100;
const WITHIN_MS = 900_000;
const SETTLE_MS = 3_000;

/** Milliseconds of a claim that found runs, and how many runs ended in a second. */
export interface Claims {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
}

const isClaim = ({ from, type, text }: WireMessage): boolean =>
  from === 'client' && type === 'B' && text.includes('FOR NO KEY UPDATE SKIP LOCKED');

/** Times claims as they pass a proxy, from the statement to its end. */
class ClaimWatch {
  timesMs: number[] = [];
  readonly #began = new Map<number, number>();

  constructor(proxy: PostgresProxy) {
    proxy.judge = (message) => {
      if (isClaim(message)) this.#began.set(message.connection, performance.now());
      else if (message.from === 'server' && message.type === 'C') this.#end(message);
      return undefined;
    };
  }

  #end({ connection, text }: WireMessage): void {
    const beganMs = this.#began.get(connection);
    this.#began.delete(connection);
    if (beganMs !== undefined && text !== 'UPDATE 0') this.timesMs.push(performance.now() - beganMs);
  }
}

/** Claims of a node that executes runs as they come, without and with a snapshot that is held open meanwhile. */
export const claimsWithSnapshot = (bed: Bed): Promise<Readonly<Record<'free' | 'held', Claims>>> =>
  Automation.on(bed, async (automation) => {
    const proxy = await PostgresProxy.start(bed.databaseUrl);
    const watch = new ClaimWatch(proxy);
    const worker = await startService(proxy.url, [], { ROLES: 'worker', RUN_WORKERS: '8', JOB_CONNECTIONS: '8' });
    const holder = new pg.Client({ connectionString: bed.databaseUrl });
    await holder.connect();
    try {
      const workflowId = await automation.workflow('Triggered', [
        { Name: 'None', Type: 'RunQuery', EntityName: 'Box', WhereClause: equal('N', -1) },
      ]);
      await sleep(SETTLE_MS);
      await claims(automation, watch, workflowId, { jobs: BEFORE, atLeastMs: 0 });
      const free = await claims(automation, watch, workflowId, { jobs: BEFORE, atLeastMs: 0 });
      await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await holder.query('SELECT count(*) FROM platform.run');
      const held = await claims(automation, watch, workflowId, { jobs: JOBS, atLeastMs: HELD_MS });
      await holder.query('COMMIT');
      return { free, held };
    } finally {
      await holder.end();
      await stop(worker.process);
      await proxy.stop();
      await automation.query('DELETE FROM platform.run');
    }
  });

/** Lets runs come and end. */
async function claims(
  automation: Automation,
  watch: ClaimWatch,
  workflowId: string,
  { jobs, atLeastMs }: { readonly jobs: number; readonly atLeastMs: number },
): Promise<Claims> {
  watch.timesMs = [];
  const startedAt = performance.now();
  const waiting = async (): Promise<number> => {
    const [{ count }] = await automation.query<{ count: number }>('SELECT count(*)::int AS count FROM platform.run');
    return count;
  };
  let added = 0;
  const isOver = (): boolean => added >= jobs && performance.now() - startedAt >= atLeastMs;
  for (; !isOver(); await sleep(LOOK_EVERY_MS)) {
    if (performance.now() - startedAt > WITHIN_MS) throw new Error(`Only ${added} jobs.`);
    while ((await waiting()) < LEAST_WAITING) {
      await fill(automation, workflowId, ADDED);
      added += ADDED;
    }
  }
  await automation.reached('the queue is empty', 0, async () => -(await waiting()), WITHIN_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const sorted = watch.timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)];
  return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond: added / seconds };
}
