import pg from 'pg';
import { changes, type FanOut, MANY_HEAR } from '../hub/fan-out.js';
import type { Bed } from '../rig/bed.js';
import { salesRepresentatives } from '../rig/callers.js';
import { pairsInTurns } from '../rig/pairs.js';
import { type Server, stop } from '../rig/processes.js';
import { fillPeer, growCustomers, placeIds } from './peer-data.js';
import { startPeer } from './start-peer.js';

/**
 * Runs `work` beside the ASP.NET Core peer. It has a database of its own on the service's PostgreSQL, with the same
 * users, regions and 40,000 customers.
 */
export async function withPeer(bed: Bed, work: (peer: Server) => Promise<void>): Promise<void> {
  await salesRepresentatives(bed);
  const peerUrl = await bed.newDatabase('peer');
  const [own, others] = [bed.databaseUrl, peerUrl].map((url) => new pg.Client({ connectionString: url }));
  await Promise.all([own.connect(), others.connect()]);
  let peer: Server | undefined;
  try {
    await growCustomers(own, bed.facts);
    peer = await startPeer(peerUrl, await placeIds(own, bed.facts));
    await fillPeer(own, others, bed.facts);
    await work(peer);
  } finally {
    await Promise.all([own.end(), others.end()]);
    if (peer !== undefined) await stop(peer.process);
  }
}

/** Least ratio of the messages per second. */
export const PEER_FAN_OUT_RATIO = 2;

/** Messages of the service beside those of the peer. */
export interface FanOutPair {
  readonly service: FanOut;
  readonly peer: FanOut;
}

/** Measures how both notify 1,000 clients of single inserts, after a warm-up. */
export async function peerFanOuts(bed: Bed, peer: Server, count: number): Promise<readonly FanOutPair[]> {
  const hear = async (server: Server): Promise<FanOut> => (await changes(bed, [MANY_HEAR], server))[0];
  const sides = { service: () => hear(bed.service), peer: () => hear(peer) };
  await pairsInTurns(1, sides);
  return pairsInTurns(count, sides);
}
