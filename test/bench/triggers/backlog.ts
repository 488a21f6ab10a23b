import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { drain, drainText, isWithin } from './drain.js';
import { MATCHING, STORING, TriggerBed, type TriggerPlace } from './trigger-bed.js';

/** Changes to match, their least rate, and the memory that they may add to a node. */
const CHANGES = 100_000;
const LIMITS = { perSecond: 1_000, grownBytes: 100 * 2 ** 20 };
/** Most that a change of another environment waits meanwhile. */
const OTHER_MS = 2_000;

/** Half of the changes of a backlog create records, the others edit them. */
const RECORDS = CHANGES / 2;
const BATCH = 5_000;
const POLL_MS = 20;
const PAUSE_MS = 500;

const IS_KIND = { Filters: [{ FieldName: 'Kind', Operator: 'StartsWith', Value: 'k' }] };
const equals = (FieldName: string, Value: string): object => ({
  Filters: [{ FieldName, Operator: 'EqualTo', Value }],
});
const recordOf =
  (Kind: string) =>
  (n: number): object => ({ Label: `Record ${n}`, Amount: '1', Kind, DueOn: null });

/** A node that starts after many changes, of which each fires a trigger with a where-clause. */
export async function backlogFindings(bed: Bed): Promise<readonly Finding[]> {
  return TriggerBed.on(bed, async (triggers) => {
    const place = await triggers.place(await triggers.start(STORING));
    await place.defineEntity('Watched');
    const created = await place.defineTrigger('Watched', 'Created', { WhereClause: IS_KIND });
    const edited = await place.defineTrigger('Watched', 'Edited', {
      TriggerEvent: 'Edited',
      FieldChanges: [{ FieldName: 'Amount', To: '2' }],
      WhereClause: IS_KIND,
    });
    for (let first = 0; first < RECORDS; first += BATCH) await store(place, `k${first}`);
    const node = await triggers.start(MATCHING);
    const runCount = async (): Promise<number> => (await place.runCount(created)) + (await place.runCount(edited));
    // The memory of its start is not that of the backlog.
    while ((await runCount()) === 0) await sleep(POLL_MS);
    const drained = await drain(bed, node, CHANGES, runCount);
    return [{ isReached: isWithin(drained, LIMITS), text: `${CHANGES} changes at ${drainText(drained, LIMITS)}` }];
  });
}

async function store(place: TriggerPlace, Kind: string): Promise<void> {
  await place.bulk('Watched', BATCH, recordOf(Kind));
  const Fields = [{ FieldName: 'Amount', Value: '2' }];
  await place.send('PUT', '/records/update', { EntityName: 'Watched', Fields, WhereClause: equals('Kind', Kind) });
}

/** One bulk insert of which each record fires, while single inserts of another environment do. */
export async function bulkFiringFindings(bed: Bed): Promise<readonly Finding[]> {
  return TriggerBed.on(bed, async (triggers) => {
    const node = await triggers.start(MATCHING);
    const [place, other] = [await triggers.place(node), await triggers.place(node, 'other')];
    for (const each of [place, other]) await each.defineEntity('Watched');
    const triggerId = await place.defineTrigger('Watched', 'Created', { WhereClause: IS_KIND });
    const otherId = await other.defineTrigger('Watched', 'Created', { WhereClause: IS_KIND });
    const waits = new Waits(other, otherId);
    const done = new AbortController();
    const watching = waits.watch(done.signal);
    const bulk = place.bulk('Watched', CHANGES, recordOf('k'));
    const drained = await drain(bed, node, CHANGES, () => place.runCount(triggerId));
    await bulk;
    done.abort();
    await watching;
    await sleep(PAUSE_MS);
    const count = await place.runCount(triggerId);
    const text = `${count} of ${CHANGES} firings of a bulk insert, its own time included, at ${drainText(drained, LIMITS)}`;
    return [{ isReached: count === CHANGES && drained.grownBytes < 3 * LIMITS.grownBytes, text }, waits.finding()];
  });
}

/** Time from the answer of an insert to the run that it starts. */
class Waits {
  readonly #waitsMs: number[] = [];

  constructor(
    private readonly place: TriggerPlace,
    private readonly triggerId: string,
  ) {}

  async watch(over: AbortSignal): Promise<void> {
    for (let count = 1; !over.aborted; count++) {
      await this.place.insert('Watched', { Label: randomUUID(), Kind: 'k' });
      const answeredAt = performance.now();
      while ((await this.place.runCount(this.triggerId)) < count) await sleep(POLL_MS);
      this.#waitsMs.push(performance.now() - answeredAt);
      await sleep(PAUSE_MS);
    }
  }

  finding(): Finding {
    const longest = Math.max(...this.#waitsMs);
    const text = `runs of another environment meanwhile enqueued after at most ${longest.toFixed(0)} of ${OTHER_MS} ms (${this.#waitsMs.length})`;
    return { isReached: longest < OTHER_MS, text };
  }
}
