import type { IncomingHttpHeaders } from 'node:http';
import type { Preferences } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';

const NONE: Preferences = Object.freeze({ strict: false, returnId: false });

/** Pattern of one preference: it ends at a comma outside of quotes. */
const ELEMENTS = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;
const NAME_AND_VALUE = /^\s*([\w-]+)\s*(?:=\s*"?([\w-]+)"?\s*)?(?:;|$)/;
/** Longest wait that a caller can ask for (docs/interface/conventions.md#waiting-202-and-outcomes). */
const MAX_WAIT_SECONDS = 30;
const MAX_KEY_LENGTH = 255;
const ROW_VERSION = /^("?)(0|[1-9]\d{0,17})\1$/;

/** Values by name, in lower case. The first of several counts; malformed ones are ignored (RFC 7240, section 2). */
function preferred(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const element of header.match(ELEMENTS) ?? []) {
    const [, name, value] = NAME_AND_VALUE.exec(element.toLowerCase()) ?? [];
    if (name && !found.has(name)) found.set(name, value ?? '');
  }
  return found;
}

/**
 * Version that every matched row must have. `*` only requires that a row exists, which the count of an update shows.
 * Weak tags and lists are refused because they do not name a single version
 * (docs/interface/records.md#versions-and-if-match).
 */
function rowVersion(header: string): string | undefined {
  const tag = header.trim();
  if (tag === '*') return undefined;
  const version = ROW_VERSION.exec(tag)?.[2];
  if (version !== undefined) return version;
  throw new DomainError({
    code: 'Validation',
    message: 'The header If-Match must be one RowVersion, such as "3".',
    params: { Header: 'If-Match' },
  });
}

/** Wait in milliseconds, capped. `wait` is in seconds and counts beside `respond-async` too (RFC 7240, section 4.3). */
function waitMs(wanted: ReadonlyMap<string, string>): number | undefined {
  const wait = wanted.get('wait') ?? '';
  if (/^\d+$/.test(wait)) return Math.min(Number(wait), MAX_WAIT_SECONDS) * 1_000;
  return wanted.has('respond-async') ? 0 : undefined;
}

function idempotencyKey(header: string): string {
  if (header !== '' && header.length <= MAX_KEY_LENGTH) return header;
  throw new DomainError({
    code: 'Validation',
    message: `The header Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`,
    params: { Header: 'Idempotency-Key' },
  });
}

/**
 * Reads `Prefer`, `If-Match` and `Idempotency-Key`. Unknown preferences are ignored, as RFC 7240 requires.
 *
 * @throws {DomainError} Validation when If-Match or Idempotency-Key is malformed: neither may be ignored.
 */
export function preferencesOf(headers: IncomingHttpHeaders): Preferences {
  const { prefer, 'if-match': ifMatch, 'idempotency-key': key } = headers;
  if (prefer === undefined && ifMatch === undefined && key === undefined) return NONE;
  const wanted = preferred(String(prefer ?? ''));
  return Object.freeze({
    strict: wanted.get('handling') === 'strict',
    returnId: wanted.get('return') === 'id',
    ...(wanted.get('return') === 'representation' && { returnsRecords: true }),
    ifMatch: ifMatch === undefined ? undefined : rowVersion(ifMatch),
    waitMs: waitMs(wanted),
    idempotencyKey: key === undefined ? undefined : idempotencyKey(String(key)),
  });
}
