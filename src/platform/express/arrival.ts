import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../core/errors.js';

/** How long a request's body may take to arrive. */
export interface ArrivalLimits {
  readonly receiveMs: number;
  /** Least average of each window. */
  readonly minBytesPerSecond: number;
}

/** How often the rate is judged. The first window is also the grace of a body that has not begun. */
const WINDOW_MS = 5_000;

/**
 * Watches a body arrive. A body that is slower than the least rate, or takes too long in all, is late.
 *
 * @returns ends the watch.
 */
export function watchArrival(
  { socket }: IncomingMessage,
  { receiveMs, minBytesPerSecond }: ArrivalLimits,
  onLate: (reason: DomainError) => void,
): () => void {
  const endsAt = performance.now() + receiveMs;
  let windowMs = Math.min(WINDOW_MS, receiveMs);
  let received = socket.bytesRead;
  const judge = (): void => {
    const isSlow = socket.bytesRead - received < (minBytesPerSecond * windowMs) / 1_000;
    const restMs = endsAt - performance.now();
    if (isSlow || restMs <= 0) return onLate(isSlow ? tooSlow(minBytesPerSecond) : tooLong());
    windowMs = Math.min(WINDOW_MS, restMs);
    received = socket.bytesRead;
    timer = setTimeout(readFirst, windowMs);
  };
  // On a busy event loop bytes may be there that were not read yet.
  const readFirst = (): void => void (immediate = setImmediate(judge));
  let timer = setTimeout(readFirst, windowMs);
  let immediate: NodeJS.Immediate | undefined;
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

const tooSlow = (minBytesPerSecond: number): DomainError =>
  new DomainError({
    code: 'RequestTimeout',
    message: `The body arrived too slowly. Send at least ${minBytesPerSecond} bytes per second.`,
    params: { MinBytesPerSecond: minBytesPerSecond },
  });

const tooLong = (): DomainError =>
  new DomainError({ code: 'RequestTimeout', message: 'The request took too long to arrive.' });
