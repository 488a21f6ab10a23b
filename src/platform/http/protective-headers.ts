import type { ServerResponse } from 'node:http';

/** Keeps answers, which hold data or tokens, out of caches, and browsers from guessing their type. */
export const PROTECTIVE_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** One year, in seconds, of this host alone: what other hosts of the domain do is not known here. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Sets the headers that every answer carries; a route may set others of the same names.
 * @param isStrict browsers are told to come by HTTPS only. They ignore it in answers that came by plain HTTP.
 */
export function protect(res: ServerResponse, isStrict: boolean): void {
  res.setHeader('Cache-Control', PROTECTIVE_HEADERS['Cache-Control']);
  res.setHeader('X-Content-Type-Options', PROTECTIVE_HEADERS['X-Content-Type-Options']);
  if (isStrict) res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
}
