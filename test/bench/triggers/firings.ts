import { setTimeout as sleep } from 'node:timers/promises';
import { NUMBER, type RequestTemplate } from '../load/load.js';
import type { Bed } from '../rig/bed.js';
import { medianPair, pairsInTurns } from '../rig/pairs.js';
import { measured, type Measured } from '../rig/rounds.js';
import type { Finding } from '../findings.js';
import { MATCHING, TriggerBed, type TriggerPlace } from './trigger-bed.js';

/** Firings per second that one node enqueues while others insert, and the share of their rate that they keep. */
const PER_SECOND = 1_000;
const WATCHED_SHARE = 0.85;
/** The share of those who insert records of which no trigger is. */
const PLAIN_SHARE = 0.98;

const CALLERS = 16;
const ROUNDS = 5;
const WARM_UP_MS = 4_000;
const ROUND_MS = 4_000;
const POLL_MS = 100;

const side = ({ perSecond, serverMicros, postgresMicros }: Measured): string =>
  `${perSecond.toFixed(0)}/s, ${serverMicros.toFixed(0)} + ${postgresMicros.toFixed(0)} µs`;

/** Inserts whose records fire a trigger beside inserts whose records do not. */
export async function firingFindings(bed: Bed): Promise<readonly Finding[]> {
  return TriggerBed.on(bed, async (triggers) => {
    const place = await triggers.place(await triggers.start(MATCHING));
    for (const name of ['Watched', 'Plain']) await place.defineEntity(name);
    const WhereClause = { Filters: [{ FieldName: 'Kind', Operator: 'EqualTo', Value: 'a' }] };
    const triggerId = await place.defineTrigger('Watched', 'Watch', { WhereClause });
    const inserts = new Inserts(bed, place, triggerId);
    for (const name of ['Watched', 'Plain']) await inserts.measure(name, WARM_UP_MS);
    return [await watchedFinding(inserts), await plainFinding(inserts, place, triggerId)];
  });
}

interface Fired extends Measured {
  /** Firings that were enqueued meanwhile. */
  readonly firedPerSecond: number;
}

/** Single inserts of many callers. */
class Inserts {
  constructor(
    private readonly bed: Bed,
    private readonly place: TriggerPlace,
    private readonly triggerId: string,
  ) {}

  async measure(EntityName: string, durationMs = ROUND_MS): Promise<Fired> {
    const request = insertRequest(this.place, EntityName);
    const { node } = this.place;
    const before = await this.#runCount();
    const startedAt = performance.now();
    const load = { port: node.port, connections: CALLERS, durationMs, request };
    const result = await measured(this.bed, node, load);
    const fired = (await this.#runCount()) - before;
    const firedPerSecond = (fired * 1_000) / (performance.now() - startedAt);
    await this.#drain();
    return { ...result, firedPerSecond };
  }

  #runCount(): Promise<number> {
    return this.place.runCount(this.triggerId);
  }

  /** Waits until nothing more is matched. */
  async #drain(): Promise<void> {
    for (let last = -1, count = await this.#runCount(); count > last; count = await this.#runCount()) {
      last = count;
      await sleep(3 * POLL_MS);
    }
  }
}

const insertRequest = ({ headers }: TriggerPlace, EntityName: string): RequestTemplate => ({
  method: 'POST',
  path: '/api/v1/records/insert',
  headers,
  body: JSON.stringify({
    EntityName,
    Fields: Object.entries({ Label: `L${NUMBER}`, Amount: '12.50', Kind: 'a', DueOn: '2026-01-15' }).map(
      ([FieldName, Value]) => ({ FieldName, Value }),
    ),
  }),
});

async function watchedFinding(inserts: Inserts): Promise<Finding> {
  const pairs = await pairsInTurns(ROUNDS, {
    watched: () => inserts.measure('Watched'),
    plain: () => inserts.measure('Plain'),
  });
  const { ratio, pair } = medianPair(pairs, ({ watched, plain }) => watched.perSecond / plain.perSecond);
  const { firedPerSecond } = pair.watched;
  const parts = [
    `${firedPerSecond.toFixed(0)} of ${PER_SECOND} firings/s`,
    `inserts ${ratio.toFixed(2)} of ${WATCHED_SHARE}`,
    `with a trigger ${side(pair.watched)} | without ${side(pair.plain)}`,
  ];
  return { isReached: ratio >= WATCHED_SHARE && firedPerSecond >= PER_SECOND, text: parts.join('  ') };
}

async function plainFinding(inserts: Inserts, place: TriggerPlace, triggerId: string): Promise<Finding> {
  const measureWhile = async (IsActive: boolean): Promise<Measured> => {
    await place.update('Trigger', triggerId, { IsActive });
    await inserts.measure('Plain', WARM_UP_MS / 4);
    return inserts.measure('Plain');
  };
  const pairs = await pairsInTurns(ROUNDS, { active: () => measureWhile(true), none: () => measureWhile(false) });
  const { ratio, pair } = medianPair(pairs, ({ active, none }) => active.perSecond / none.perSecond);
  const text = `inserts beside triggers of another entity ${ratio.toFixed(2)} of ${PLAIN_SHARE}  ${side(pair.active)} | none ${side(pair.none)}`;
  return { isReached: ratio >= PLAIN_SHARE, text };
}
