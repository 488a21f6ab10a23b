import type { IncomingHttpHeaders } from 'node:http';
import type { Preferences } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';

const NONE: Preferences = Object.freeze({ strict: false, returnId: false });

/** One preference: up to a comma that is not inside quotes. */
const ELEMENTS = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;
const NAME_AND_VALUE = /^\s*([\w-]+)\s*=\s*"?([\w-]+)"?\s*(?:;|$)/;
const ROW_VERSION = /^("?)(0|[1-9]\d{0,17})\1$/;

/** Name → value in lower case; the first of several counts, what cannot be read is ignored (RFC 7240 §2). */
function preferred(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const element of header.match(ELEMENTS) ?? []) {
    const [, name, value] = NAME_AND_VALUE.exec(element.toLowerCase()) ?? [];
    if (name && !found.has(name)) found.set(name, value);
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

/**
 * What the caller asks for by `Prefer` and `If-Match`. Unknown preferences are ignored, as their RFC demands.
 *
 * @throws {DomainError} Validation when If-Match is no RowVersion: a condition must not get lost.
 */
export function preferencesOf({ prefer, 'if-match': ifMatch }: IncomingHttpHeaders): Preferences {
  if (prefer === undefined && ifMatch === undefined) return NONE;
  const wanted = preferred(String(prefer ?? ''));
  return Object.freeze({
    strict: wanted.get('handling') === 'strict',
    returnId: wanted.get('return') === 'id',
    ifMatch: ifMatch === undefined ? undefined : rowVersion(ifMatch),
  });
}
