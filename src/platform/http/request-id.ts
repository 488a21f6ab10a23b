import { uuidV7 } from '#platform/process/ids/uuid-v7.js';

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * Request id: the caller's `X-Request-Id` if it is well-formed, else a new UUID. It needs no escaping in headers, logs
 * and JSON.
 */
export function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : uuidV7();
}
