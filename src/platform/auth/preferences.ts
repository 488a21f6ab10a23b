import type { IncomingHttpHeaders } from 'node:http';
import type { Preferences } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';

const NONE: Preferences = Object.freeze({ strict: false, returnId: false });

/** One preference: up to a comma that is not inside quotes. */
const ELEMENTS = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;
const NAME_AND_VALUE = /^\s*([\w-]+)\s*(?:=\s*"?([\w-]+)"?\s*)?(?:;|$)/;
/** The longest a caller may wait (contract §4.1). */
const MAX_WAIT_SECONDS = 30;
const MAX_KEY_LENGTH = 255;
const ROW_VERSION = /^("?)(0|[1-9]\d{0,17})\1$/;

/** Name → value in lower case; the first of several counts, what cannot be read is ignored (RFC 7240 §2). */
function preferred(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const element of header.match(ELEMENTS) ?? []) {
    const [, name, value] = NAME_AND_VALUE.exec(element.toLowerCase()) ?? [];
    if (name && !found.has(name)) found.set(name, value ?? '');
  }
  return found;
}

/**
 * The version every matched row must have. `*` asks only that there is a row, which an update of none answers by itself.
 * Weak tags and lists cannot name the one version a write may replace: refusing them is our reading.
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

/** `wait` is in seconds and counts also beside `respond-async`, as in RFC 7240 §4.3; more than the most is the most. */
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
 * What the caller asks for by `Prefer`, `If-Match` and `Idempotency-Key`. Unknown preferences are ignored, as their RFC
 * demands.
 *
 * @throws {DomainError} Validation when If-Match is no RowVersion or the key no key: neither must get lost.
 */
export function preferencesOf(headers: IncomingHttpHeaders): Preferences {
  const { prefer, 'if-match': ifMatch, 'idempotency-key': key } = headers;
  if (prefer === undefined && ifMatch === undefined && key === undefined) return NONE;
  const wanted = preferred(String(prefer ?? ''));
  return Object.freeze({
    strict: wanted.get('handling') === 'strict',
    returnId: wanted.get('return') === 'id',
    ifMatch: ifMatch === undefined ? undefined : rowVersion(ifMatch),
    waitMs: waitMs(wanted),
    idempotencyKey: key === undefined ? undefined : idempotencyKey(String(key)),
  });
}
