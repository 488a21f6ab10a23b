import type { IncomingMessage } from 'node:http';
import { DomainError } from '#core/errors.js';
import type { ArrivalLimits } from '#platform/observability/requests/request-state.js';

/** Window in which the rate is measured. The first one is also the grace period of a body that has not started. */
const WINDOW_MS = 5_000;

/**
 * Watches the arrival of a body and reports one that is slower than the least rate or takes too long in total.
 *
 * @returns function that ends the watch
 */
export function watchArrival(
  { socket }: IncomingMessage,
  { receiveMs, minBytesPerSecond }: ArrivalLimits,
  onLate: (reason: DomainError) => void,
): () => void {
  const endsAt = performance.now() + receiveMs;
  let windowMs = Math.min(WINDOW_MS, receiveMs);
  let received = socket.bytesRead;
  const check = (): void => {
    const isSlow = socket.bytesRead - received < (minBytesPerSecond * windowMs) / 1_000;
    const remainingMs = endsAt - performance.now();
    if (isSlow || remainingMs <= 0) return onLate(isSlow ? tooSlow(minBytesPerSecond) : tooLong());
    windowMs = Math.min(WINDOW_MS, remainingMs);
    received = socket.bytesRead;
    timer = setTimeout(checkAfterReading, windowMs);
  };
  // On a busy event loop, bytes that have arrived may not have been read yet.
  const checkAfterReading = (): void => void (immediate = setImmediate(check));
  let timer = setTimeout(checkAfterReading, windowMs);
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
