import { shortened } from '#core/nearest.js';

/** Name under which the runtime evaluates an IANA zone. Formatters are cached by it, so it has one spelling per zone. */
export type TimeZone = string & { readonly isCanonical: true };

/** Names of IANA zones that are also abbreviations with a fixed offset, and the zones that they are links to. */
const ZONES_BY_ABBREVIATION: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  MET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  WET: 'Europe/Lisbon',
  EST: 'America/Panama',
  MST: 'America/Phoenix',
  HST: 'Pacific/Honolulu',
};

/** Abbreviations: IANA has no such zones, and ICU and PostgreSQL give many of them different meanings. */
const ABBREVIATION = new RegExp(
  `^(?!(?:UTC|GMT|UCT|PRC|ROC|ROK|${Object.keys(ZONES_BY_ABBREVIATION).join('|')})$)[A-Z]{3}$`,
  'i',
);

/** IANA names: words with an area before them. Excludes offsets such as `+02:00`, and names that only ICU has. */
const NAME = /^(?!SystemV\/|US\/Pacific-New$)[A-Z][A-Z0-9_+-]*(?:\/[A-Z0-9_+-]+)*$/i;

const OFFSET = /^(?:UTC|GMT)?[+-]\d/i;

const MAX_LENGTH = 64;

/**
 * Returns the name of a zone that PostgreSQL takes for the same zone: it reads `CET` as an offset without summer time.
 * @param name of a zone that `canonicalTimeZone` knows
 */
export const sqlTimeZone = (name: string): string => ZONES_BY_ABBREVIATION[name.toUpperCase()] ?? name;

/**
 * Returns the name under which the runtime evaluates an IANA zone; `undefined` for any other text. Letter case does not
 * matter. This is the rule for every name of a zone: what the data of the runtime and of PostgreSQL both have, links
 * such as `Japan` included. The result can be an older name, such as `Asia/Katmandu`: show the caller's text instead.
 */
export function canonicalTimeZone(name: string): TimeZone | undefined {
  if (name.length > MAX_LENGTH || !NAME.test(name) || ABBREVIATION.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: sqlTimeZone(name) }).resolvedOptions().timeZone as TimeZone;
  } catch {
    return undefined; // RangeError: the runtime does not know the zone.
  }
}

/** Returns why a text is no zone, as a sentence; `undefined` for a zone. */
export function timeZoneProblem(name: string): string | undefined {
  if (canonicalTimeZone(name) !== undefined) return undefined;
  const shown = `'${shortened(name)}'`;
  if (ABBREVIATION.test(name))
    return `${shown} is an abbreviation with more than one meaning; write the name of a zone, such as Europe/Berlin or UTC.`;
  if (OFFSET.test(name))
    return `${shown} is an offset, which has no summer time; write the name of a zone, such as Europe/Berlin, UTC or Etc/GMT-2.`;
  return `${shown} is not an IANA time zone such as Europe/Berlin or UTC.`;
}
