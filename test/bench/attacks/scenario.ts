import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../findings.js';
import { type Answered, repeatedly, type Stage } from './stage.js';

/** One request of a victim. `ms` is what the scenario promises to bound. */
type Work = (stage: Stage) => Promise<Pick<Answered, 'status' | 'ms'>>;

/** Limit of the time that a victim waits. */
interface Bound {
  /** Of the times before the attack. */
  readonly times?: number;
  readonly maxMs?: number;
  /** The median counts instead of the p99: for requests that are too long to be sent often. */
  readonly ofMedian?: boolean;
}

/** An attack, its victims and what these may still expect. */
export interface Scenario {
  readonly name: string;
  /** Creates what the attack needs. */
  prepare?(stage: Stage): Promise<void>;
  /** Begins the attack. @returns what ends it */
  attack(stage: Stage): Promise<() => Promise<void>>;
  readonly victims: Readonly<Record<string, { readonly work: Work; readonly bound: Bound }>>;
  /** Between two requests of a victim; 50 when absent. */
  readonly pauseMs?: number;
  /** Undoes what others would notice. */
  tidy?(stage: Stage): Promise<void>;
  /** Checks what else is promised, as of the end of the attack. */
  judge?(stage: Stage): Promise<readonly Finding[]>;
}

const BEFORE_MS = 5_000;
const DURING_MS = 15_000;
/** An attack takes hold in this time; what comes first meets it half begun. */
const ONSET_MS = 1_000;
const HEALTH_MS = 100;

/** Times in milliseconds and statuses of the requests of one victim. */
class Sample {
  readonly #ms: number[] = [];
  readonly #refusals = new Map<number, number>();

  add({ status, ms }: Pick<Answered, 'status' | 'ms'>): void {
    this.#ms.push(ms);
    if (status >= 300) this.#refusals.set(status, (this.#refusals.get(status) ?? 0) + 1);
  }

  at(share: number): number {
    const sorted = this.#ms.toSorted((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.POSITIVE_INFINITY;
  }

  get refusals(): string {
    return [...this.#refusals].map(([status, count]) => `${count} × ${status}`).join(', ');
  }

  get length(): number {
    return this.#ms.length;
  }
}

/** Measures all victims of a scenario for a while. */
async function measure(scenario: Scenario, stage: Stage, forMs: number): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample>();
  const ends = Object.entries(scenario.victims).map(([name, { work }]) => {
    const sample = new Sample();
    samples.set(name, sample);
    return repeatedly(1, async () => {
      sample.add(await work(stage));
      await sleep(scenario.pauseMs ?? 50);
    });
  });
  const health = new Sample();
  samples.set('health', health);
  ends.push(
    repeatedly(1, async () => {
      health.add({ status: 200, ms: await stage.healthMs() });
      await sleep(50);
    }),
  );
  await sleep(forMs);
  await Promise.all(ends.map((end) => end()));
  return samples;
}

function judged(name: string, { times, maxMs, ofMedian }: Bound, before: Sample, during: Sample): Finding {
  const share = ofMedian ? 0.5 : 0.99;
  const [was, is] = [before.at(share), during.at(share)];
  const limits = [times === undefined ? [] : `${times} ×`, maxMs === undefined ? [] : `${maxMs} ms`].flat();
  const isFast = is <= was * (times ?? Number.POSITIVE_INFINITY) && is < (maxMs ?? Number.POSITIVE_INFINITY);
  const label = ofMedian ? 'median' : 'p99';
  const text = `${name}: ${label} ${was.toFixed(0)} → ${is.toFixed(0)} ms (${(is / was).toFixed(1)} ×) of ${limits.join(' and ')}`;
  const refusals = during.refusals === '' ? '' : `, refused ${during.refusals}`;
  return { isReached: isFast && refusals === '', text: `${text}, ${during.length} requests${refusals}` };
}

/** Runs a scenario: victims alone, then beside the attack. */
export async function findingsOf(scenario: Scenario, stage: Stage): Promise<readonly Finding[]> {
  await scenario.prepare?.(stage);
  const before = await measure(scenario, stage, BEFORE_MS);
  const end = await scenario.attack(stage);
  await sleep(ONSET_MS);
  const during = await measure(scenario, stage, DURING_MS);
  const others = (await scenario.judge?.(stage)) ?? [];
  await end();
  await scenario.tidy?.(stage);
  const bounds = Object.entries(scenario.victims).map(([name, { bound }]): [string, Bound] => [name, bound]);
  return [
    ...[...bounds, ['health', { maxMs: HEALTH_MS }] as [string, Bound]].map(([name, bound]) =>
      judged(`${scenario.name}, ${name}`, bound, before.get(name)!, during.get(name)!),
    ),
    ...others,
  ];
}
