import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** CPU of the main thread so far in milliseconds; of the whole process where the system does not tell that of threads. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

/**
 * Measures the turns of this process's event loop. The time of a turn is the CPU time of its thread or its duration,
 * whichever is less: the CPU time is counted by the clock of the scheduler, and other processes add to the duration.
 */
class TurnWatch {
  longestMs = 0;
  readonly #cpuAtStart = mainThreadMs();
  #cpuBefore = this.#cpuAtStart;
  #loopBefore = performance.eventLoopUtilization();
  #immediate = this.#next();

  /** CPU of all turns so far in milliseconds. */
  get totalMs(): number {
    return mainThreadMs() - this.#cpuAtStart;
  }

  stop(): void {
    clearImmediate(this.#immediate);
  }

  /** Unlike a ref'd one, an unref'd immediate runs once in each turn without keeping the loop from waiting for events. */
  #next(): NodeJS.Immediate {
    return setImmediate(() => {
      const cpu = mainThreadMs();
      const loop = performance.eventLoopUtilization();
      const active = performance.eventLoopUtilization(loop, this.#loopBefore).active;
      this.longestMs = Math.max(this.longestMs, Math.min(cpu - this.#cpuBefore, active));
      this.#cpuBefore = mainThreadMs();
      this.#loopBefore = loop;
      this.#immediate = this.#next();
    }).unref();
  }
}

/** Executes work and measures the longest turn of the event loop meanwhile. The turn that starts the work does not count. */
export async function longestTurn<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly longestMs: number; readonly totalMs: number }> {
  const done = work();
  await new Promise((resolve) => setImmediate(resolve));
  const watch = new TurnWatch();
  try {
    const result = await done;
    // The turn that ended the work is measured as well.
    await new Promise((resolve) => setImmediate(resolve));
    return { result, longestMs: watch.longestMs, totalMs: watch.totalMs };
  } finally {
    watch.stop();
  }
}
