import type { ServerResponse } from 'node:http';

/** Headers that keep answers, which hold data or tokens, out of caches, and stop browsers from guessing their type. */
export const PROTECTIVE_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** Value of Strict-Transport-Security: one year in seconds, for this host without its subdomains. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Sets the headers of every answer; a route may override them.
 *
 * @param isStrict tells browsers to use HTTPS only; they ignore it on plain HTTP
 */
export function protect(res: ServerResponse, isStrict: boolean): void {
  res.setHeader('Cache-Control', PROTECTIVE_HEADERS['Cache-Control']);
  res.setHeader('X-Content-Type-Options', PROTECTIVE_HEADERS['X-Content-Type-Options']);
  if (isStrict) res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
}
