import { readFileSync } from 'node:fs';

/** Milliseconds between two looks at the clock; a turn that lasts longer is one window. */
const LOOK_MS = 1;

/** CPU of the main thread so far in milliseconds; of the whole process where the system does not tell that of threads. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

/** CPU that turns of the event loop take, in milliseconds, however busy the machine is. */
export interface TurnCpu {
  readonly longestMs: number;
  readonly totalMs: number;
}

/**
 * Measures the CPU of the turns of this process's event loop while something runs. A timer looks at the clock of the
 * thread in every turn, so what two looks are apart is at most one long turn and a millisecond.
 */
export async function turnCpuOf<Result>(work: () => Promise<Result>): Promise<TurnCpu & { readonly result: Result }> {
  const began = mainThreadMs();
  let [last, longestMs] = [began, 0];
  const look = (): void => {
    const now = mainThreadMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    const result = await work();
    look();
    return { result, longestMs, totalMs: last - began };
  } finally {
    clearInterval(timer);
  }
}
