import { isArray, type JsonValue } from '#core/json/json.js';
import { type Members, ShapeReader } from '#core/shapes/shape-reader.js';

/** Parsed query string of a request. */
export type QueryString = Readonly<Record<string, unknown>>;

/**
 * Lists the values of each name of a query string. Names that match a known one in any letter case count as that one;
 * anything but text counts as empty text.
 */
export function queryValues(query: QueryString, known: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of Object.entries(query)) {
    const meant = known.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
    const given = [value].flat().map((each) => (typeof each === 'string' ? each : ''));
    values.set(meant, [...(values.get(meant) ?? []), ...given]);
  }
  return values;
}

/** Maps the names of a query string to their value, or to all of them where there are several; empty ones are ignored. */
function queryMembers(query: QueryString, known: readonly string[]): Readonly<Record<string, JsonValue>> {
  const filled = [...queryValues(query, known)]
    .map(([name, values]) => ({ name, given: values.filter((value) => value !== '') }))
    .filter(({ given }) => given.length > 0);
  return Object.fromEntries(filled.map(({ name, given }) => [name, given.length === 1 ? given[0] : given]));
}

/**
 * Reads a query string. Names match in any letter case, empty values are ignored, and a name that is given several times is
 * a fault, unless it has a list.
 */
export function queryStringMembers(
  reader: ShapeReader,
  query: QueryString,
  known: readonly string[],
  lists: readonly string[] = [],
): Members {
  const members = queryMembers(query, known);
  const repeated = known.filter((name) => isArray(members[name]) && !lists.includes(name));
  for (const name of repeated) reader.faults.add('Validation', `${name} may be given once only.`, { path: name });
  const once = Object.entries(members).filter(([name]) => !repeated.includes(name));
  return reader.object(Object.fromEntries(once), '', known, repeated);
}

/**
 * Reads the query string of a route that takes no parameters: each one is unknown.
 * @param isStrict refuses them
 * @returns lines for `Log`
 * @throws {DomainError} UnknownMember
 */
export function unknownParameters(query: QueryString, isStrict: boolean): readonly string[] {
  const reader = new ShapeReader(isStrict);
  queryStringMembers(reader, query, []);
  reader.faults.throwIfAny();
  return reader.log;
}
