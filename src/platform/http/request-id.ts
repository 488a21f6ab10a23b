import { randomUUID } from 'node:crypto';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's `X-Request-Id` if it is sane, else a new UUID; safe to put into headers, logs and JSON as it is. */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) ? header : randomUUID();
}
