import { Loop } from '#platform/process/scheduling/loop.js';

/** A loop whose work a test ends step by step. */
class Steps {
  readonly warnings: unknown[] = [];
  readonly ends: unknown[] = [];
  begun = 0;
  stop: AbortSignal | undefined;
  #end: ((pauseMs: number | Error) => void) | undefined;
  #onBegin: (() => void) | undefined;
  readonly loop = new Loop(
    (stop) => {
      this.begun++;
      this.stop = stop;
      this.#onBegin?.();
      return new Promise((resolve, reject) => {
        this.#end = (result) => (result instanceof Error ? reject(result) : resolve(result));
      });
    },
    {
      pauseMs: 1,
      logger: {
        warn: (error: unknown) => void this.warnings.push(error),
        log: (line: unknown) => void this.ends.push(line),
      },
    },
  );

  /** Ends the work under way. */
  end(pauseMs: number | Error): void {
    this.#end!(pauseMs);
  }

  next(): Promise<void> {
    return new Promise((resolve) => (this.#onBegin = resolve));
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

let steps: Steps;
beforeEach(() => {
  steps = new Steps();
});
afterEach(async () => {
  const stopped = steps.loop.stop();
  if (steps.begun > 0) steps.end(0);
  await stopped;
});

it('repeats work at once, and after its pause', async () => {
  steps.loop.start();
  for (const pauseMs of [0, 2]) {
    const next = steps.next();
    steps.end(pauseMs);
    await next;
  }
  expect(steps.begun).toBe(3);
});

it('waits until it is woken, and once more after a signal that came while it worked', async () => {
  steps.loop.start();
  steps.end(Infinity);
  await turn();
  expect(steps.begun).toBe(1);
  const second = steps.next();
  steps.loop.wake();
  await second;
  steps.loop.wake();
  const third = steps.next();
  steps.end(Infinity);
  await third;
  expect(steps.begun).toBe(3);
});

it('begins after the first pause, or when it is woken before', async () => {
  steps.loop.start(3_600_000);
  await turn();
  expect(steps.begun).toBe(0);
  const next = steps.next();
  steps.loop.wake();
  await next;
});

it('logs a failure and goes on', async () => {
  steps.loop.start();
  const next = steps.next();
  steps.end(new Error('a bug'));
  await next;
  expect(steps.warnings).toEqual([new Error('a bug')]);
});

it('logs the first of failures in a row, one of another kind, and their end', async () => {
  steps.loop.start();
  const ends = [new Error('away'), new Error('away'), new Error('a bug'), new Error('away'), 1, 1, new Error('away')];
  for (const end of ends) {
    const next = steps.next();
    steps.end(end);
    await next;
  }
  expect(steps.warnings.map(String)).toEqual(['Error: away', 'Error: a bug', 'Error: away']);
  expect(steps.ends).toEqual([expect.stringMatching(/^Works again after \d+\.\d s\. Failed attempts: 4\.$/)]);
});

it('begins once, and ends after the work under way', async () => {
  steps.loop.start();
  steps.loop.start();
  let isStopped = false;
  const stopped = steps.loop.stop().then(() => (isStopped = true));
  await turn();
  expect([isStopped, steps.stop!.aborted]).toEqual([false, true]);
  steps.end(0);
  await stopped;
  expect(steps.begun).toBe(1);
});

it('leaves no timer when it is stopped in a pause', async () => {
  const before = timers();
  steps.loop.start(3_600_000);
  await turn();
  await steps.loop.stop();
  expect(timers()).toBe(before);
});
