import type { IncomingMessage } from 'node:http';

/** Request of a client: negotiation, socket, stream, poll, message or end. Query names match in any letter case. */
export class ConnectionRequest {
  readonly path: string;
  readonly #query: ReadonlyMap<string, string>;

  constructor(readonly http: IncomingMessage) {
    const { path, query } = splitUrl(http.url ?? '/');
    this.path = path;
    this.#query = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
  }

  query(name: string): string | undefined {
    return this.#query.get(name.toLowerCase());
  }

  /** Value of a header; several values are joined with a comma. */
  header(name: string): string | undefined {
    const value = this.http.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Bearer token of the header, or of the query's `access_token`, because browsers cannot set headers on a socket. */
  get accessToken(): string | undefined {
    return /^Bearer +(\S+) *$/i.exec(this.header('authorization') ?? '')?.[1] ?? this.query('access_token');
  }
}

/** Path of a URL for comparison: in lower case and without a trailing slash. */
export const routeOf = (url: string): string => splitUrl(url).path.toLowerCase();

/** Splits a URL into its path, without a trailing slash, and its query. */
function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return { path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path, query: at < 0 ? '' : url.slice(at) };
}
