import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { drain, drainText, isWithin } from './drain.js';
import { MATCHING, TriggerBed, type TriggerPlace } from './trigger-bed.js';

/** Records that are due at one time, the least rate, and the memory that they may add to a node. */
const RECORDS = 100_000;
const LIMITS = { perSecond: 1_000, grownBytes: 100 * 2 ** 20 };
/** Most that other due times are late meanwhile. */
const LATE_MS = 2_000;

const BATCH = 5_000;
const FEW = 10;
const AHEAD_MS = 15_000;

/** A date-based trigger with very many due records beside other due times. */
export async function dueFindings(bed: Bed): Promise<readonly Finding[]> {
  return TriggerBed.on(bed, async (triggers) => {
    const node = await triggers.start(MATCHING);
    const [place, other] = [await triggers.place(node), await triggers.place(node, 'other')];
    for (const each of [place, other]) await each.defineEntity('Watched');
    await place.defineEntity('Plain');
    const DueOn = new Date().toISOString().slice(0, 10);
    const record = (n: number): object => ({ Label: `Record ${n}`, Amount: '1', Kind: 'k', DueOn });
    for (let first = 0; first < RECORDS; first += BATCH) await place.bulk('Watched', BATCH, record);
    await place.bulk('Plain', FEW, record);
    const timer = { TriggerType: 'Scheduled', TriggerEvent: null, CronExpression: '* * * * * *' };
    const everySecond = await other.defineTrigger('Watched', 'Second', timer);
    const dueAt = Math.ceil((Date.now() + AHEAD_MS) / 1_000) * 1_000;
    const many = await defineDue(place, 'Watched', dueAt);
    const few = await defineDue(place, 'Plain', dueAt + 1_000);
    while ((await place.runCount(many)) === 0) await sleep(100);
    const drained = await drain(bed, node, RECORDS, () => place.runCount(many));
    await other.update('Trigger', everySecond, { IsActive: false });
    const late = [await lateMs(triggers, place, few), await lateMs(triggers, other, everySecond)];
    const text = `other due times meanwhile at most ${late.map((ms) => ms.toFixed(0)).join(' and ')} of ${LATE_MS} ms late: of the same environment and of another`;
    return [
      { isReached: isWithin(drained, LIMITS), text: `${RECORDS} due records at ${drainText(drained, LIMITS)}` },
      { isReached: late.every((ms) => ms < LATE_MS), text },
    ];
  });
}

/** A trigger that is due for all records of an entity at one time of today. */
function defineDue(place: TriggerPlace, entity: string, dueAt: number): Promise<string> {
  const TimeOfDay = new Date(dueAt).toISOString().slice(11, 19);
  const members = { TriggerType: 'DateBased', TriggerEvent: null, DateField: 'DueOn', TimeOfDay };
  return place.defineTrigger(entity, `Due ${entity}`, members);
}

/** Longest time from a due time of a trigger to its first run. */
async function lateMs(triggers: TriggerBed, { schema }: TriggerPlace, triggerId: string): Promise<number> {
  const [{ ms }] = await triggers.query<{ ms: string }>(
    `SELECT max(extract(epoch FROM r.at - f.due_at)) * 1000 AS ms
     FROM (
       SELECT due_at, row_number() OVER (ORDER BY due_at) AS n FROM platform.fire_time WHERE trigger_id = $1
     ) f
     JOIN (
       SELECT "StartedOn" AS at, row_number() OVER (ORDER BY "StartedOn", "Id") AS n
       FROM "${schema}"."WorkflowRun"
       WHERE "TriggerId" = $1
     ) r ON r.n = f.n`,
    [triggerId],
  );
  return Number(ms);
}
