import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { HERE, logChange, LogNode } from '../support/log-node.js';
import type { Bed } from './rig/bed.js';

/** From a commit to the delivery of its change. */
export const DELIVERY_MS = 10;
const CHANGES = 100;
/** The time between two changes: longer than signals are held back, shorter than what finds a change without them. */
const PAUSE_MS = [40, 200] as const;

/** Measures, on idle nodes, the time from a change to a reader on the node that committed it, and to one on another. */
export async function deliveryTimesMs({ databaseUrl }: Bed): Promise<Readonly<Record<string, readonly number[]>>> {
  const nodes = [new LogNode(databaseUrl), new LogNode(databaseUrl)] as const;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return {
      'same node': await timesMs(client, nodes[0], nodes[0]),
      'other node': await timesMs(client, nodes[0], nodes[1]),
    };
  } finally {
    await Promise.all([...nodes.map((node) => node.stop()), client.end()]);
  }
}

async function timesMs(client: pg.Client, writer: LogNode, reader: LogNode): Promise<readonly number[]> {
  const subscription = await reader.log.subscribe(HERE);
  const times: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const next = subscription.next();
    await sleep(randomInt(...PAUSE_MS));
    await logChange(client, randomUUID());
    const committedAt = performance.now();
    writer.commits.noted(undefined);
    await next;
    times.push(performance.now() - committedAt);
  }
  subscription.close();
  return times;
}
