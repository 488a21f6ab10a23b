import { performance } from 'node:perf_hooks';

/** Node 23.9 and later. */
interface ThreadTimes {
  threadCpuUsage?(): NodeJS.CpuUsage;
}

/** CPU time of the event loop's thread in microseconds; before Node 23.9 that of the whole process. */
function cpuMicros(): number {
  const { user, system } = (process as ThreadTimes).threadCpuUsage?.() ?? process.cpuUsage();
  return user + system;
}

/**
 * Measures the turns of this process's event loop. The time of a turn is its CPU time or its duration, whichever is less:
 * other threads add to the CPU time of the process, and other processes to the duration.
 */
export class TurnWatch {
  #longestMs = 0;
  #cpuBefore = cpuMicros();
  #loopBefore = performance.eventLoopUtilization();
  #immediate: NodeJS.Immediate;

  private constructor() {
    this.#immediate = this.#next();
  }

  /** Longest turn while `work` is under way, in milliseconds. The turn that starts the work does not count. */
  static async longestMs(work: () => Promise<unknown>): Promise<number> {
    const done = work();
    await new Promise((resolve) => setImmediate(resolve));
    const watch = new TurnWatch();
    try {
      await done;
      return watch.#longestMs;
    } finally {
      clearImmediate(watch.#immediate);
    }
  }

  /** Unlike a ref'd one, an unref'd immediate runs once in each turn without keeping the loop from waiting for events. */
  #next(): NodeJS.Immediate {
    return setImmediate(() => {
      const cpu = cpuMicros();
      const loop = performance.eventLoopUtilization();
      const active = performance.eventLoopUtilization(loop, this.#loopBefore).active;
      this.#longestMs = Math.max(this.#longestMs, Math.min((cpu - this.#cpuBefore) / 1_000, active));
      this.#cpuBefore = cpuMicros();
      this.#loopBefore = loop;
      this.#immediate = this.#next();
    }).unref();
  }
}
