import { Logger } from '@nestjs/common';
import type { Config } from './platform/config/config.js';

/** Milliseconds for pool and database to close once the requests are done. */
const CLOSE_MS = 4_000;
/** Milliseconds that clients of the hub may take to go. They are part of the requests' grace, if that is longer. */
const HUB_CLOSE_MS = 5_000;

/** How long after a stop signal a process of the service has ended, whatever happens. */
export const stopWithinMs = ({ http }: Config): number =>
  http.drainDelayMs + Math.max(http.shutdownGraceMs, HUB_CLOSE_MS) + CLOSE_MS;

/** A terminal signals npm and the service, and npm passes the signal on: what comes so soon is the same Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;
/** As shells report a process that was ended by Ctrl-C. */
const INTERRUPTED = 130;

/**
 * Calls `stop` once, at the first signal to stop. Another Ctrl-C ends the process at once; the data is safe, as after a
 * crash.
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

/** A state nobody foresaw: the supervisor's restart is safer than going on. */
export function crash(error: unknown): never {
  new Logger('Process').fatal(error);
  process.exit(1);
}

/** Runs a program of the service. */
export async function runProgram(start: () => Promise<void>): Promise<void> {
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    await start();
  } catch (error) {
    process.stderr.write(
      `The service did not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(1);
  }
}
