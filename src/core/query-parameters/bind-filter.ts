import type { Filter } from '../requests/where-clause.js';
import { isArray, type JsonValue } from '../json/json.js';

/**
 * The parameters a filter is compared with, by name as written but for a leading `@`.
 * @returns `undefined` where its Value holds something else than names; none where it refers to no parameter.
 */
export function parametersOf({ source, value, rows }: Filter): readonly string[] | undefined {
  if (source !== 'Parameter' || rows) return [];
  const names = isArray(value) ? value : [value];
  if (!names.every((name) => typeof name === 'string')) return undefined;
  return names.map((name) => name.replace(/^@/, ''));
}

/**
 * The filter with the values of its parameters; faults about them are told at `Reqtokens`. A list among several values
 * adds its items.
 * @param values by name in lower case.
 * @returns `undefined` where one of its parameters has no value: the filter leaves the logic.
 */
export function boundFilter(filter: Filter, values: ReadonlyMap<string, JsonValue>): Filter | undefined {
  const names = parametersOf(filter) ?? [];
  if (names.length === 0) return filter;
  const given = names.map((name) => values.get(name.toLowerCase()));
  if (given.includes(undefined)) return undefined;
  const several = given.flatMap((value) => (isArray(value) ? value : [value ?? null]));
  const value = isArray(filter.value) ? several : given[0];
  const valuePath = names.length === 1 ? `Reqtokens.${names[0]}` : 'Reqtokens';
  return { ...filter, source: 'Literal', value, valuePath };
}
