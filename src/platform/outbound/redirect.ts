import type { IncomingMessage } from 'node:http';
import { permanentFault } from './delivery.errors.js';
import type { PreparedCall } from './outbound-call.js';
import { parseTarget, type Target } from './target.js';

/** Request to one host on the way of a call. */
export interface Hop extends PreparedCall {
  readonly target: Target;
  /** Names of headers that hold secrets, in lower case. */
  readonly secretHeaders: ReadonlySet<string>;
  /** True until a redirect leads to another origin: then credentials and signature stay behind. */
  readonly isTrusted: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Redirects that keep method and body. */
const FAITHFUL: ReadonlySet<number> = new Set([307, 308]);

/** Headers that go to another origin, unless their definition holds a secret. Every other header may hold one. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-language',
  'content-type',
  'user-agent',
]);

export const isRedirect = ({ statusCode, headers }: IncomingMessage): boolean =>
  REDIRECTS.has(statusCode!) && headers.location !== undefined;

/** Returns the request that follows a redirect. @throws {DeliveryError} permanent */
export function afterRedirect(hop: Hop, { statusCode, headers }: IncomingMessage): Hop {
  const target = parseTarget(headers.location!, hop.target);
  if (hop.target.url.protocol === 'https:' && target.url.protocol !== 'https:')
    throw permanentFault(`The host ${hop.target.shown} redirects from https to http.`);
  const isTrusted = hop.isTrusted && target.url.origin === hop.target.url.origin;
  const kept = isTrusted
    ? hop
    : { ...hop, headers: hop.headers.filter(([name]) => isHarmless(name.toLowerCase(), hop)) };
  return { ...(becomesGet(hop.method, statusCode!) ? asGet(kept) : kept), target, isTrusted };
}

const isHarmless = (name: string, { secretHeaders }: Hop): boolean =>
  HARMLESS_HEADERS.has(name) && !secretHeaders.has(name);

/** As browsers do: 303 fetches the result of any call, 301 and 302 that of a POST. */
const becomesGet = (method: string, statusCode: number): boolean =>
  !FAITHFUL.has(statusCode) && method !== 'HEAD' && (statusCode === 303 || method === 'POST');

const asGet = (hop: Hop): Hop => ({
  ...hop,
  method: 'GET',
  body: undefined,
  headers: hop.headers.filter(([name]) => !/^content-/i.test(name)),
});
