import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { cpuMs, familyCpuMs } from '../rig/processes.js';
import { TriggerBed, type TriggerPlace } from './trigger-bed.js';

/** Triggers of an idle node, and the share of a core that they may cost it. */
const TRIGGERS = 10_000;
const SCHEDULES = 1_000;
const SHARE = 0.02;

const BATCH = 1_000;
/** A look at all environments is taken once a minute. */
const IDLE_MS = 62_000;
const SETTLE_MS = 10_000;

/** CPU of a node that does nothing, without triggers and with many. */
export async function idleTriggerFindings(bed: Bed): Promise<readonly Finding[]> {
  return TriggerBed.on(bed, async (triggers) => {
    const node = await triggers.start({});
    const place = await triggers.place(node);
    await place.defineEntity('Watched');
    const without = await idleShares(bed, node.process.pid!);
    await defineTriggers(place);
    const loaded = await idleShares(bed, node.process.pid!);
    const [service, postgres] = loaded.map((share, i) => share - without[i]);
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
    const text = `${TRIGGERS} triggers and ${SCHEDULES} schedules cost ${percent(service)} of a core, ${percent(SHARE)} allowed, and ${percent(postgres)} of PostgreSQL; without them ${without.map(percent).join(' and ')}`;
    return [{ isReached: service < SHARE, text }];
  });
}

/** Shares of a core that the node and PostgreSQL use. */
async function idleShares({ postgres }: Bed, pid: number): Promise<readonly [number, number]> {
  await sleep(SETTLE_MS);
  const before = [cpuMs(pid), familyCpuMs(postgres)];
  await sleep(IDLE_MS);
  return [(cpuMs(pid) - before[0]) / IDLE_MS, (familyCpuMs(postgres) - before[1]) / IDLE_MS];
}

async function defineTriggers(place: TriggerPlace): Promise<void> {
  const Notifications = [{ ToUser: 'ada.admin', Message: 'It has happened.' }];
  const members = { EntityName: 'Watched', Notifications };
  const event = { ...members, TriggerType: 'EventBased', TriggerEvent: 'Created' };
  for (let first = 0; first < TRIGGERS; first += BATCH)
    await place.bulk('Trigger', BATCH, (n) => ({ Name: `Event ${first + n}`, ...event }));
  const timed = { ...members, TriggerType: 'Scheduled', CronExpression: '0 3 1 1 *' };
  await place.bulk('Trigger', SCHEDULES, (n) => ({ Name: `Time ${n}`, ...timed }));
}
