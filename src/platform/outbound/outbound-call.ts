import type { JsonValue } from '#core/json/json.js';
import { permanentFault } from './delivery.errors.js';

/** HTTP call that a workflow makes. */
export interface OutboundCall {
  /** Environment that calls; its secrets are redacted in the answer, and its key signs the call. */
  readonly environmentId: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of headers that hold secrets: they are not sent to another origin. */
  readonly secretHeaders?: readonly string[];
  /** Body as it is sent, in UTF-8; the caller sets `Content-Type`. */
  readonly body?: string;
  /** Sent as `X-Event-Id`, the same on every try, so that the receiver detects repetitions. */
  readonly eventId: string;
  /** Time limit for everything, redirects included; default HTTP_TIMEOUT_MS, which is also the maximum. */
  readonly timeoutMs?: number;
  /** Largest body in bytes; default 1 MB. */
  readonly maxBodyBytes?: number;
  /** Refuses redirects; by default they are followed. */
  readonly refusesRedirects?: boolean;
  /** Uses a connection that an earlier call has left, and leaves its own; the call may be sent twice. */
  readonly keepsConnection?: boolean;
  /** Signs by Standard Webhooks, in place of `X-Signature`. */
  readonly isWebhook?: boolean;
}

/** Answer with a status from 200 to 299. */
export interface OutboundAnswer {
  readonly statusCode: number;
  /** JSON with exact numbers if the answer says that it is JSON, else text; null for an empty body. */
  readonly body: JsonValue;
}

/** Checked call: what is sent to the first host. */
export interface PreparedCall {
  readonly method: string;
  /** Headers of the caller, without those that the service sets. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const MAX_BODY_BYTES = 1024 * 1024;
const [MAX_HEADERS, MAX_HEADER_CHARACTERS] = [50, 16_384];
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Visible characters of Latin-1, spaces and tabs: no line breaks, no NUL. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;

/** Headers that belong to the connection or are set by the service. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-event-id',
  'x-signature',
]);

/** Checks everything of a call except its URL. @throws {DeliveryError} permanent; never shows the value of a header */
export function prepareCall({
  method,
  headers = {},
  body,
  eventId,
  maxBodyBytes = MAX_BODY_BYTES,
}: OutboundCall): PreparedCall {
  if (!METHODS.includes(method)) throw permanentFault(`The method must be one of ${METHODS.join(', ')}.`);
  if (!EVENT_ID.test(eventId)) throw permanentFault('The event id must have 1 to 200 visible ASCII characters.');
  const bytes = body === undefined ? undefined : Buffer.from(body);
  if (bytes && WITHOUT_BODY.has(method)) throw permanentFault(`A call with method ${method} has no body.`);
  if (bytes && bytes.length > maxBodyBytes)
    throw permanentFault(`The body has ${bytes.length} bytes; at most ${maxBodyBytes} are allowed.`);
  return { method, headers: checkedHeaders(Object.entries(headers)), body: bytes };
}

function checkedHeaders(headers: readonly [string, string][]): readonly (readonly [string, string])[] {
  const length = headers.reduce((total, [name, value]) => total + name.length + value.length, 0);
  if (headers.length > MAX_HEADERS || length > MAX_HEADER_CHARACTERS)
    throw permanentFault(
      `A call has at most ${MAX_HEADERS} headers with ${MAX_HEADER_CHARACTERS} characters together.`,
    );
  const names = new Set<string>();
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name)) throw permanentFault('The name of a header holds characters that are not allowed.');
    if (!HEADER_VALUE.test(value))
      throw permanentFault(`The header ${name} holds line breaks or other characters that are not allowed.`);
    const lower = name.toLowerCase();
    if (RESERVED_HEADERS.has(lower)) throw permanentFault(`The header ${name} is set by the service.`);
    if (names.has(lower)) throw permanentFault(`The header ${name} is given twice.`);
    names.add(lower);
  }
  return headers;
}
