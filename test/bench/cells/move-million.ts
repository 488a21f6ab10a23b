import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Finding } from '../findings.js';
import { LargeTable } from '../many/large-table.js';
import { type Bed, onBed } from '../rig/bed.js';
import { type Server, stop } from '../rig/processes.js';
import { environmentOf, idOf } from '../rig/seed.js';
import { callHeaders, PLACE, startService } from '../rig/service.js';

/** Customers of the environment that moves. Each has a row of history. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
/** Longest time for which writes may be refused. */
const REFUSED_MS = 5_000;

const CALLERS = 4;
/** Pause of a caller between two calls, and before it repeats one: a client waits at least as long. */
const [PAUSE_MS, AGAIN_MS] = [10, 100];
/** Time for which the callers write before the move and behind it. */
const MARGIN_MS = 5_000;
const COMMAND = fileURLToPath(new URL('../../../dist/src/env.js', import.meta.url));
const RATE_PER_SECOND = 1_000;

/** Answers that callers got who write during a move. */
interface Seen {
  /** Time of each answer 200, and how long its caller had waited for it, refusals included. */
  readonly stored: { readonly at: number; readonly waitedMs: number; readonly origin: string }[];
  readonly refusals: Map<string, number>;
}

/** Moves an environment while it is written: how long writes are refused, how long all takes. */
async function findMove(bed: Bed): Promise<readonly Finding[]> {
  const large = await LargeTable.of(bed, ROWS);
  await stop(large.node.process);
  await addHistory(large.url);
  const findings: Finding[] = [];
  await onBed([], async (other) => {
    for (const each of [bed, other]) await stop(each.service.process);
    const targetUrl = await other.newDatabase('target');
    const source = await startService(large.url, [], { DATABASE_POOL_SIZE: '10' });
    const target = await startService(targetUrl, [], { DEMO: 'false' });
    try {
      findings.push(...(await moveUnderLoad([source, target], [large.url, targetUrl])));
    } finally {
      for (const { process: child } of [source, target]) await stop(child);
    }
  });
  return findings;
}

async function moveUnderLoad(cells: readonly Server[], urls: readonly string[]): Promise<readonly Finding[]> {
  const headers = await callHeaders(cells[0]);
  const seen: Seen = { stored: [], refusals: new Map() };
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, (_, n) => write(n, { cells, headers, seen, isOver: () => isOver }));
  await sleep(MARGIN_MS);
  const began = performance.now();
  await move(urls);
  const tookMs = performance.now() - began;
  await sleep(MARGIN_MS);
  isOver = true;
  await Promise.all(callers);
  return [refusedFinding(seen, cells), { isReached: true, text: tookText(seen, began, tookMs) }];
}

function refusedFinding({ stored, refusals }: Seen, [source, target]: readonly Server[]): Finding {
  const timesOf = ({ port }: Server): readonly number[] =>
    stored.filter(({ origin }) => origin.endsWith(`:${port}`)).map(({ at }) => at);
  const refusedMs = Math.min(...timesOf(target)) - Math.max(...timesOf(source));
  const waits = stored.map(({ waitedMs }) => waitedMs);
  const refused = [...refusals].map(([code, count]) => `${count} × ${code}`).join(', ');
  return {
    isReached: refusedMs < REFUSED_MS,
    text:
      `no write stored for ${refusedMs.toFixed(0)} ms of ${REFUSED_MS}, longest wait of a caller ` +
      `${Math.max(...waits).toFixed(0)} ms (${refused})`,
  };
}

function tookText({ stored }: Seen, began: number, tookMs: number): string {
  const during = stored.filter(({ at }) => at >= began && at <= began + tookMs).length;
  const before = stored.filter(({ at }) => at < began).length;
  const rate = (count: number, ms: number): string => ((count * RATE_PER_SECOND) / ms).toFixed(0);
  return (
    `${ROWS} records and as many rows of history in ${(tookMs / 1_000).toFixed(1)} s; writes ${rate(before, MARGIN_MS)}/s before, ` +
    `${rate(during, tookMs)}/s meanwhile; load average ${loadavg()[0].toFixed(1)}`
  );
}

/** A caller and what it shares with the others. */
interface Writing {
  readonly cells: readonly Server[];
  readonly headers: Readonly<Record<string, string>>;
  readonly seen: Seen;
  readonly isOver: () => boolean;
}

/** Inserts customers one after the other, each with a key, and repeats each until it is stored, wherever it is. */
async function write(caller: number, { cells, headers, seen, isOver }: Writing): Promise<void> {
  let [cell] = cells;
  for (let n = 0; !isOver(); n++) {
    const began = performance.now();
    for (;;) {
      const origin = `http://127.0.0.1:${cell.port}`;
      const code = await insert(origin, headers, `${caller}${String(n).padStart(9, '0')}`);
      if (code === '200') {
        seen.stored.push({ at: performance.now(), waitedMs: performance.now() - began, origin });
        break;
      }
      seen.refusals.set(code, (seen.refusals.get(code) ?? 0) + 1);
      if (code.startsWith('421')) [, cell] = cells;
      await sleep(AGAIN_MS);
    }
    await sleep(PAUSE_MS);
  }
}

/** @returns the status, with the code of a refusal */
async function insert(origin: string, headers: Writing['headers'], number: string): Promise<string> {
  const RegionId = { Match: { FieldName: 'Code', Value: 'NO' } };
  const TaxId = `DE99${number}`;
  const fields = { Name: 'New', TaxId, Segment: 'Wholesale', CreditLimit: '100.00', IsActive: true, RegionId };
  const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
  const response = await fetch(`${origin}/api/v1/records/insert`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': number },
    body: JSON.stringify({ EntityName: 'Customer', Fields }),
  });
  const body = (await response.json()) as { readonly ErrorDetails?: readonly { readonly Code: string }[] };
  return response.status === 200 ? '200' : `${response.status} ${body.ErrorDetails?.[0]?.Code ?? ''}`;
}

/** Runs the command to its end. @throws {Error} where it fails */
async function move([DATABASE_URL, TARGET_DATABASE_URL]: readonly string[]): Promise<void> {
  const name = Object.values(PLACE).join('/');
  const child = spawn(process.execPath, [COMMAND, 'move', name, '--to', 'b'], {
    env: { PATH: process.env.PATH, DATABASE_URL, TARGET_DATABASE_URL, DATABASE_POOL_SIZE: '4' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The move ended with ${code}.`);
}

/** Stores a row of history for each customer, as a log has it that was restored: no trigger is matched with it. */
async function addHistory(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { environmentId, userId } = await environmentOf(client);
    await client.query(
      `INSERT INTO platform.change (xid, occurred_at, environment_id, entity, operation, record_id, record_information_id,
         row_version, new, user_id, correlation_id)
       SELECT '0', now() - n * interval '1 ms', $1, 'Customer', 'Create', ${idOf('n')}, ${idOf('n')}, 1,
         json_build_object('Name', 'Customer ' || md5(n::text), 'Segment', 'Wholesale', 'CreditLimit', '7500.00'), $2,
         ${idOf('n')}
       FROM generate_series(0, $3::int - 1) n`,
      [environmentId, userId, ROWS],
    );
    await client.query('VACUUM ANALYZE platform.change');
  } finally {
    await client.end();
  }
}

/** Benches of moves between cells, by their names. */
export const CELL_MOVE_FINDINGS: Readonly<Record<string, typeof findMove>> = { 'move-million': findMove };
