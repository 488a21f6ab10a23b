import type { IncomingMessage, ServerResponse } from 'node:http';

const METHODS = 'GET, POST, PUT, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, TenantId, AppId, EnvironmentId, If-Match, If-None-Match, Idempotency-Key, Prefer, ' +
  'traceparent, tracestate, X-Api-Key, X-Request-Id, X-Requested-With, X-SignalR-User-Agent';
const RESPONSE_HEADERS =
  'Allow, Content-Disposition, ETag, Location, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, ' +
  'RateLimit-Reset, Retry-After, WWW-Authenticate, X-Request-Id, X-Run-Id';
const FOR_EVERY_ORIGIN = [
  'Access-Control-Allow-Credentials',
  'true',
  'Access-Control-Expose-Headers',
  RESPONSE_HEADERS,
];

/**
 * Allows browsers of the listed origins, with credentials, and no others
 * (docs/interface/conventions.md#cross-origin-requests).
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /**
   * Adds the CORS headers.
   * @param headers of the answer, a name before each value
   * @returns true when the request was a preflight and has been answered
   */
  answered(req: IncomingMessage, res: ServerResponse, headers: string[]): boolean {
    if (this.#origins.size === 0) return false;
    headers.push('Vary', 'Origin');
    const { origin } = req.headers;
    if (origin === undefined || !this.#origins.has(origin)) return false;
    headers.push('Access-Control-Allow-Origin', origin, ...FOR_EVERY_ORIGIN);
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
    res.setHeader('Access-Control-Allow-Methods', METHODS);
    res.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    res.setHeader('Access-Control-Max-Age', '600');
    res.writeHead(204).end();
    return true;
  }
}
