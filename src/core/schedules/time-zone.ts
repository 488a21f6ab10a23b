/** Name under which the runtime evaluates an IANA zone. Formatters are cached by it, so it has one spelling per zone. */
export type TimeZone = string & { readonly isCanonical: true };

/** Abbreviations: ICU and PostgreSQL give many of them different meanings. */
const ABBREVIATION = /^(?!UTC$|GMT$)[A-Z]{3}$/i;

/** IANA names: words with an area before them. Excludes offsets such as `+02:00`, and a directory that only ICU has. */
const NAME = /^(?!SystemV\/)[A-Z][A-Z0-9_+-]*(?:\/[A-Z0-9_+-]+)*$/i;

const MAX_LENGTH = 64;

/**
 * Returns the name under which the runtime evaluates an IANA zone; `undefined` for any other text. Letter case does not
 * matter. Offsets and abbreviations of three letters other than UTC and GMT are no zones: `CET` has summer time in Node
 * and none in PostgreSQL. The result can be an older name, such as `Asia/Katmandu`: show the caller's text instead.
 */
export function canonicalTimeZone(name: string): TimeZone | undefined {
  if (name.length > MAX_LENGTH || !NAME.test(name) || ABBREVIATION.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone as TimeZone;
  } catch {
    return undefined; // RangeError: the runtime does not know the zone.
  }
}
