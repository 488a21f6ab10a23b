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

/** One year in seconds, for this host without its subdomains. */
const STRICT_TRANSPORT = ['Strict-Transport-Security', 'max-age=31536000'];

/**
 * Headers of every answer, a name before each value; a route may override them.
 *
 * @param isStrict tells browsers to use HTTPS only; they ignore it on plain HTTP
 */
export const protectiveHeaders = (isStrict: boolean): readonly string[] => [
  ...Object.entries(PROTECTIVE_HEADERS).flat(),
  ...(isStrict ? STRICT_TRANSPORT : []),
];
