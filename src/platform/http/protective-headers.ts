import type { ServerResponse } from 'node:http';

/**
 * Headers that keep answers, which hold data or tokens, out of caches, frames and the addresses sent to other sites, and
 * stop browsers from guessing their type and from running anything in them. Pages have a policy of their own.
 */
export const PROTECTIVE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

const NAMES = Object.keys(PROTECTIVE_HEADERS) as (keyof typeof PROTECTIVE_HEADERS)[];

/** Value of Strict-Transport-Security: one year in seconds, for this host without its subdomains. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Sets the headers of every answer; a route may override them.
 *
 * @param isStrict tells browsers to use HTTPS only; they ignore it on plain HTTP
 */
export function protect(res: ServerResponse, isStrict: boolean): void {
  for (const name of NAMES) res.setHeader(name, PROTECTIVE_HEADERS[name]);
  if (isStrict) res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
}
