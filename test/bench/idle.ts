import { setTimeout as sleep } from 'node:timers/promises';
import { NOTIFICATIONS } from './hub/fan-out.js';
import type { ClientGroup } from './hub/hearing.js';
import { HubClients } from './hub/hub-clients.js';
import type { Bed } from './rig/bed.js';
import { rssBytes, stop } from './rig/processes.js';
import { startService } from './rig/service.js';

/** Number of connections that do nothing, and limit of the memory that they may add to the service. */
export const IDLE = 5_000;
export const IDLE_BYTES = 75 * 2 ** 20;
export const REGISTERED = 1_000;

/** Time after which the memory of starting and connecting is given back, as far as it ever is. */
const SETTLE_MS = 4_000;

/** Measures the memory that idle connections add to a fresh node, and that registered ones add. */
export async function connectionBytes(bed: Bed): Promise<{ readonly idle: number; readonly registered: number }> {
  const { headers } = bed;
  const idle = await addedBytes(bed, { count: IDLE, headers });
  return { idle, registered: await addedBytes(bed, { count: REGISTERED, headers, entity: 'Order' }) };
}

async function addedBytes({ databaseUrl }: Bed, group: ClientGroup): Promise<number> {
  const { process, port } = await startService(databaseUrl, []);
  const clients = new HubClients();
  try {
    await sleep(SETTLE_MS);
    const before = rssBytes(process.pid!);
    await clients.connect(port, NOTIFICATIONS, [group]);
    await sleep(SETTLE_MS);
    return rssBytes(process.pid!) - before;
  } finally {
    await Promise.all([clients.stop(), stop(process)]);
  }
}
