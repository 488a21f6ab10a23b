import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { pairsInTurns } from '../rig/pairs.js';
import { bulkRequest } from '../rig/requests.js';
import { measured, median, type Measured } from '../rig/rounds.js';
import type { Load } from '../load/load.js';
import { NOTIFICATIONS, requestsOf } from './fan-out.js';
import type { ClientGroup } from './hearing.js';
import { HubClients } from './hub-clients.js';

const SUBSCRIPTIONS = 1_000;
const CLAUSES = 50;
/** Time from a change to its message, and most that clauses which it does not meet may cost it. */
const TOLD_MS = 250;
const UNMET_MICROS = 30;

/** Callers who insert rows together, so that a machine of two cores makes about 2,000 changes a second. */
const [CALLERS, ROWS, PAUSE_MS] = [4, 20, 32];
const ROUND_MS = 2_500;
const SETTLE_MS = 1_500;
const ROUNDS = 6;

const loadOf = ({ service, headers }: Bed): Load => ({
  port: service.port,
  connections: CALLERS,
  pauseMs: PAUSE_MS,
  request: bulkRequest(headers, ROWS),
  durationMs: ROUND_MS,
});

/** Clients that hear of nothing. */
const others = ({ headers }: Bed): readonly ClientGroup[] => [{ count: CLAUSES, headers, entity: 'Order' }];

/** Subscriptions of a user with distinct clauses. @param met the last clause is one that every customer meets */
function groupsOf({ headers }: Bed, count: number, met: boolean): readonly ClientGroup[] {
  return Array.from({ length: CLAUSES }, (_, n) => ({
    count: count / CLAUSES,
    headers,
    entity: 'Customer',
    filter: {
      WhereClause: {
        Filters: [
          met && n === CLAUSES - 1
            ? { FieldName: 'Name', Operator: 'IsNotNULL' }
            : { FieldName: ['Name', 'Email', 'TaxId'][n % 3], Operator: 'EqualTo', Value: `none ${n}` },
        ],
      },
    },
  }));
}

/** Measures what subscriptions with clauses cost that changes meet, and that they do not meet. */
export async function filterFindings(bed: Bed): Promise<readonly Finding[]> {
  const clients = new HubClients();
  try {
    return [await tellMet(bed, clients), await costOfUnmet(bed, clients)];
  } finally {
    await clients.stop();
  }
}

async function tellMet(bed: Bed, clients: HubClients): Promise<Finding> {
  const { port } = bed.service;
  await clients.connect(port, NOTIFICATIONS, groupsOf(bed, SUBSCRIPTIONS, true));
  await clients.begin();
  const { requests } = await requestsOf(bed.load, loadOf(bed));
  const changes = requests * ROWS;
  const { p50Ms, p99Ms } = await clients.heard((changes * SUBSCRIPTIONS) / CLAUSES);
  await clients.leave();
  const rate = Math.round((changes * 1_000) / ROUND_MS);
  const text =
    `${SUBSCRIPTIONS} subscriptions with ${CLAUSES} clauses, ${rate} changes/s: after ${p50Ms.toFixed(0)} ms, ` +
    `p99 ${p99Ms.toFixed(0)} of ${TOLD_MS} ms`;
  return { isReached: p99Ms <= TOLD_MS, text };
}

async function costOfUnmet(bed: Bed, clients: HubClients): Promise<Finding> {
  const { port } = bed.service;
  const inserts = (groups: readonly ClientGroup[]) => async (): Promise<Measured> => {
    await clients.connect(port, NOTIFICATIONS, groups);
    await sleep(SETTLE_MS);
    const result = await measured(bed, bed.service, loadOf(bed));
    await clients.leave();
    await sleep(SETTLE_MS);
    return result;
  };
  const [filtered, plain] = [inserts(groupsOf(bed, CLAUSES, false)), inserts(others(bed))];
  await plain();
  const pairs = await pairsInTurns(ROUNDS, { filtered, plain });
  const total = ({ serverMicros, postgresMicros }: Measured): number => serverMicros + postgresMicros;
  const micros = median(pairs.map(({ filtered: one, plain: other }) => total(one) - total(other)));
  const text = `${CLAUSES} clauses that no change meets cost ${micros.toFixed(0)} of ${UNMET_MICROS} µs of CPU each`;
  return { isReached: micros < UNMET_MICROS, text };
}
