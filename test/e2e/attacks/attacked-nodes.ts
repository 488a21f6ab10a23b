import { setTimeout as sleep } from 'node:timers/promises';
import { repeatInBackground } from '../../support/repeat-in-background.js';
import { type Answer, TestApp } from '../../support/test-app.js';

type Call = (node: TestApp) => Promise<Answer>;

/** Answers of one kind of calls while an attack went on. */
class Calls {
  readonly answers: Answer[] = [];
  readonly ms: number[] = [];

  async add(call: () => Promise<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    const answer = await call();
    this.ms.push(performance.now() - startedAt);
    this.answers.push(answer);
    return answer;
  }

  get statuses(): readonly number[] {
    return [...new Set(this.answers.map(({ status }) => status))].toSorted((a, b) => a - b);
  }

  /** @param share such as 0.5 for the median */
  quantile(share: number): number {
    return this.ms.toSorted((a, b) => a - b)[Math.floor((this.ms.length - 1) * share)];
  }
}

/** Some nodes on one database, attackers, and victims of whom each sends a request now and then to each node. */
export class AttackedNodes {
  private constructor(readonly nodes: readonly TestApp[]) {}

  static async start(count: number, settings: Readonly<Record<string, string>>): Promise<AttackedNodes> {
    const nodes = [await TestApp.start(settings)];
    while (nodes.length < count) nodes.push(await nodes[0].startAnother(settings));
    return new AttackedNodes(nodes);
  }

  get first(): TestApp {
    return this.nodes[0];
  }

  async stop(): Promise<void> {
    for (const node of this.nodes.toReversed()) await node.stop();
  }

  /** Repeats the call in `times` parallel loops on each node. @returns the calls, and a function that ends them */
  attack(call: Call, times: number): { readonly calls: Calls; readonly end: () => Promise<void> } {
    const calls = new Calls();
    const ends = this.nodes.flatMap((node) =>
      Array.from({ length: times }, () =>
        repeatInBackground(async () => {
          const { status } = await calls.add(() => call(node));
          // An impolite client that pauses a little between retries.
          if (status !== 200) await sleep(100);
        }),
      ),
    );
    return { calls, end: async () => void (await Promise.all(ends.map((end) => end()))) };
  }

  /** Sends the calls for a while, with pauses, and asks for the health of each node meanwhile. */
  async suffer(
    victims: Readonly<Record<string, Call>>,
    forMs: number,
    pauseMs = 100,
  ): Promise<{ readonly victims: Readonly<Record<string, Calls>>; readonly health: Calls }> {
    const live: Call = (node) => node.send('GET', '/health/live');
    const ready: Call = (node) => node.send('GET', '/health/ready');
    const health = new Calls();
    const paced = (calls: Calls, call: Call): (() => Promise<void>)[] =>
      this.nodes.map((node) =>
        repeatInBackground(async () => {
          await calls.add(() => call(node));
          await sleep(pauseMs);
        }),
      );
    const found: Record<string, Calls> = {};
    const ends = [...paced(health, live), ...paced(health, ready)];
    for (const [name, call] of Object.entries(victims)) ends.push(...paced((found[name] = new Calls()), call));
    await sleep(forMs);
    await Promise.all(ends.map((end) => end()));
    return { victims: found, health };
  }
}

/**
 * Expects health answers within 100 ms: most of them, since tests share a busy machine, on which a process may even get
 * no processor for a second.
 */
export function expectHealthy(health: Calls): void {
  expect(health.statuses).toEqual([200]);
  expect(health.quantile(0.5)).toBeLessThan(100);
  expect(health.quantile(0.95)).toBeLessThan(1_000);
}
