import { Logger } from '@nestjs/common';
import type { Config } from './platform/process/config/config.js';
import { startFault } from './start-fault.js';

/** Time limit in milliseconds for closing pools and database after the last request. */
const CLOSE_MS = 4_000;
/**
 * Time limit in milliseconds for closing hub connections; it runs within the grace period of requests if that is
 * longer.
 */
const HUB_CLOSE_MS = 5_000;

/** Longest time in milliseconds between a stop signal and the end of the process. */
export const stopWithinMs = ({ http }: Config): number =>
  http.drainDelayMs + Math.max(http.shutdownGraceMs, HUB_CLOSE_MS) + CLOSE_MS;

/** Time in which signals count as one Ctrl-C: the terminal signals npm and the service, and npm forwards the signal. */
const SAME_SIGNAL_MS = 1_000;
/** Exit code that shells report for a process ended by Ctrl-C. */
const INTERRUPTED = 130;

/**
 * Calls `stop` once, at the first stop signal. Another Ctrl-C ends the process at once, which is as safe for the data
 * as a crash.
 */
export function onStopSignal(stop: () => void): void {
  let firstAtMs: number | undefined;
  const receive = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (firstAtMs === undefined) stop();
    else if (signal === 'SIGINT' && nowMs - firstAtMs > SAME_SIGNAL_MS) process.exit(INTERRUPTED);
    firstAtMs ??= nowMs;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, receive);
}

/** Ends the process after an unexpected error, because a restart by the supervisor is safer than continuing. */
export function crash(error: unknown): never {
  new Logger('Process').fatal(error);
  process.exit(1);
}

/** Runs a program of the service. */
export async function runProgram(start: () => Promise<void>): Promise<void> {
  // Whoever reads the output may have gone: that is no reason to end, nor to stay.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    await start();
  } catch (error) {
    process.stderr.write(`The service did not start. ${startFault(error)}\n`);
    process.exit(1);
  }
}
