import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import type { LeaseThreadData } from './lease-renewal.js';

/** Beats without a change after which the event loop counts as blocked. */
const MISSED_BEATS = 4;
/** Longest time for which a blocked process keeps its leases: a process that never answers again must lose them. */
const LONGEST_MS = 600_000;
const RENEWALS_PER_LEASE = 3;

const { beats, beatMs, renewals, connection } = workerData as LeaseThreadData;
const counter = new Int32Array(beats);
const renewEveryMs = Math.min(...renewals.map(({ leaseMs }) => leaseMs)) / RENEWALS_PER_LEASE;

let client: pg.Client | undefined;
let [lastBeat, missed, renewedAtMs, isRenewing] = [0, 0, 0, false];

/** Opens a connection when the process is blocked for the first time. */
async function connected(): Promise<pg.Client> {
  if (client) return client;
  const [{ default: driver }, { clientConfig }] = await Promise.all([
    import('pg'),
    import('#platform/database/connections/connection-settings.js'),
  ]);
  const opened = new driver.Client({ ...clientConfig(connection), connectionTimeoutMillis: renewEveryMs });
  opened.on('error', () => (client = undefined));
  await opened.connect();
  client = opened;
  return opened;
}

async function renewAll(): Promise<void> {
  if (isRenewing) return;
  isRenewing = true;
  try {
    const open = await connected();
    for (const { text, values } of renewals) await open.query(text, [...values]);
    renewedAtMs = performance.now();
  } catch {
    // It is tried again at the next beat; a lease that ends meanwhile is taken over.
    client = undefined;
  } finally {
    isRenewing = false;
  }
}

async function closeConnection(): Promise<void> {
  const open = client;
  client = undefined;
  await open?.end().catch(() => undefined);
}

/** Renews the leases of the process while its event loop, which else does, is blocked. */
setInterval(() => {
  const beat = Atomics.load(counter, 0);
  missed = beat === lastBeat ? missed + 1 : 0;
  lastBeat = beat;
  if (missed === 0) void closeConnection();
  else if (missed >= MISSED_BEATS && missed * beatMs < LONGEST_MS && performance.now() - renewedAtMs >= renewEveryMs)
    void renewAll();
}, beatMs);
