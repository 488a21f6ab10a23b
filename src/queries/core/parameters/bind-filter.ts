import type { Filter } from '#core/requests/where-clause.js';
import { isArray, type JsonValue } from '#core/json/json.js';

/**
 * Lists the parameters in a filter's Value, as written but without a leading `@`.
 * @returns `undefined` if the Value holds anything but names; an empty list if the filter uses no parameter.
 */
export function parametersOf({ source, value, rows }: Filter): readonly string[] | undefined {
  if (source !== 'Parameter' || rows) return [];
  const names = isArray(value) ? value : [value];
  if (!names.every((name) => typeof name === 'string')) return undefined;
  return names.map((name) => name.replace(/^@/, ''));
}

/**
 * Replaces the parameters of a filter by their values, which are data; faults of values have paths in `Reqtokens`. A list among several
 * values adds its items.
 * @param values by name in lower case.
 * @returns `undefined` if a parameter has no value; the filter is then removed from the logic.
 */
export function boundFilter(filter: Filter, values: ReadonlyMap<string, JsonValue>): Filter | undefined {
  const names = parametersOf(filter) ?? [];
  if (names.length === 0) return filter;
  const given = names.map((name) => values.get(name.toLowerCase()));
  if (given.includes(undefined)) return undefined;
  const several = given.flatMap((value) => (isArray(value) ? value : [value ?? null]));
  const value = isArray(filter.value) ? several : given[0];
  const valuePath = names.length === 1 ? `Reqtokens.${names[0]}` : 'Reqtokens';
  return { ...filter, source: 'Literal', value, valuePath, isData: true };
}
