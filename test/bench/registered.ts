import { setTimeout as sleep } from 'node:timers/promises';
import { NOTIFICATIONS } from './hub/fan-out.js';
import { HubClients } from './hub/hub-clients.js';
import type { Bed } from './rig/bed.js';
import { pairsInTurns } from './rig/pairs.js';
import { insertRequest } from './rig/requests.js';
import { measured, type Measured } from './rig/rounds.js';

/** Least share of the writes' rate that is left while this number of clients is registered for other records. */
export const SHARE = 0.9;
export const CLIENTS = 1_000;

const CALLERS = 16;
const ENTITY = 'Order';
const WARM_UP_MS = 4_000;
const ROUND_MS = 2_500;
/** Time after which the work of connecting or leaving is over. */
const SETTLE_MS = 1_500;
const ROUNDS = 6;

/** Inserts of the same callers, with clients that hear of something else and without any. */
export interface RegisteredPair {
  readonly registered: Measured;
  readonly alone: Measured;
}

/** Pairs after a warm-up. */
export async function registeredPairs(bed: Bed): Promise<readonly RegisteredPair[]> {
  const clients = new HubClients();
  const inserts = (durationMs: number): Promise<Measured> =>
    measured(bed, bed.service, {
      port: bed.service.port,
      connections: CALLERS,
      request: insertRequest(bed.headers),
      durationMs,
    });
  const registered = async (): Promise<Measured> => {
    const group = { count: CLIENTS, headers: bed.headers, entity: ENTITY };
    await clients.connect(bed.service.port, NOTIFICATIONS, [group]);
    await sleep(SETTLE_MS);
    const result = await inserts(ROUND_MS);
    await clients.leave();
    await sleep(SETTLE_MS);
    return result;
  };
  try {
    await inserts(WARM_UP_MS);
    return await pairsInTurns(ROUNDS, { registered, alone: () => inserts(ROUND_MS) });
  } finally {
    await clients.stop();
  }
}
