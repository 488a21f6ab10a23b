import { permanentFault } from './delivery.errors.js';
import { canonicalHost, type HostAndPort } from '#platform/process/config/host-pattern.js';

/** Where a call goes: a checked URL and its host and port. */
export interface Target extends HostAndPort {
  readonly url: URL;
  /** Name for messages: the host that the caller named. A redirect's host is text of the other side, maybe a secret. */
  readonly shown: string;
}

const MAX_URL_CHARACTERS = 8_192;
const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const AFTER = ' (after a redirect)';
const CONTROL = /\p{Cc}/u;

/**
 * Parses the URL of a call or redirect. Hosts get one form: other notations of IPv4 become dotted decimals, names lose
 * their final dot, international names become ASCII.
 *
 * @param from target that redirects here.
 * @throws {DeliveryError} permanent
 */
export function parseTarget(text: string, from?: Target): Target {
  const url = parseUrl(text, from?.url.href);
  if (!Object.hasOwn(DEFAULT_PORT, url.protocol)) throw permanentFault('The URL must start with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw permanentFault('The URL must not hold credentials; send them as a header.');
  const port = url.port === '' ? DEFAULT_PORT[url.protocol] : Number(url.port);
  const host = canonicalHost(url.hostname);
  return { url, host, port, shown: shownName(host, from) };
}

function shownName(host: string, from: Target | undefined): string {
  if (from === undefined) return host;
  return from.host === host ? from.shown : from.shown.replace(AFTER, '') + AFTER;
}

function parseUrl(text: string, base: string | undefined): URL {
  if (text.length > MAX_URL_CHARACTERS) throw permanentFault(`A URL has at most ${MAX_URL_CHARACTERS} characters.`);
  if (CONTROL.test(text) || !URL.canParse(text, base)) throw permanentFault('The URL is malformed.');
  return new URL(text, base);
}
