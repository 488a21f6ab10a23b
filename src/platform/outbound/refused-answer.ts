import type { IncomingMessage } from 'node:http';
import { type DeliveryError, permanentFault, temporaryFault } from './delivery.errors.js';

/** Statuses below 500 that ask for another try. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 429]);

const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

/** Returns the fault that an answer stands for; `undefined` for statuses from 200 to 299. */
export function answerFault({ statusCode, headers }: IncomingMessage, host: string): DeliveryError | undefined {
  const status = statusCode!;
  if (status >= 200 && status < 300) return undefined;
  const message = `The host ${host} answered with status ${status}.`;
  if (status < 500 && !TRY_AGAIN.has(status)) return permanentFault(message, { statusCode: status });
  return temporaryFault(message, {
    statusCode: status,
    retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
  });
}

/** Reads `Retry-After`, seconds or a date, as milliseconds from now, at most a day; `undefined` if it is neither. */
export function retryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
