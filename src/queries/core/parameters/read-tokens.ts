import { shortened } from '#core/nearest.js';
import type { Faults } from '#core/errors.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import type { DefaultContext } from '#core/fields/defaults.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import { parameterDefault, parameterValue } from '#core/fields/parameter-values.js';

/** Values of a run's `Reqtokens`. */
export interface Tokens {
  /** Values by parameter name in lower case; an optional parameter without value and default is missing. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** Lines for the answer's `Log`: names that are not parameters. */
  readonly log: readonly string[];
}

/** Maximum number of ignored names in `Log`. */
const MAX_LOGGED = 100;

interface Given {
  readonly name: string;
  readonly value: JsonValue;
}

/**
 * Determines the value of every parameter (docs/interface/queries.md#query-parameters). Names match in any letter case,
 * a leading `@` is dropped. A missing value and `""` are the same: a fault for a required parameter, otherwise the
 * default. `null` is a value.
 */
export function readTokens(
  parameters: readonly Parameter[],
  tokens: JsonObject,
  context: DefaultContext,
  faults: Faults,
): Tokens {
  const given = new Map<string, Given>();
  for (const [name, value] of Object.entries(tokens)) {
    const key = tokenKey(name);
    if (given.has(key)) faults.add('Validation', `Reqtokens gives '${shortened(name)}' twice.`, { path: pathOf(name) });
    given.set(key, { name, value });
  }
  const values = new Map<string, JsonValue>();
  for (const parameter of parameters) {
    const key = parameter.name.toLowerCase();
    const value = tokenValue(parameter, given.get(key), context, faults);
    if (value !== undefined) values.set(key, value);
    given.delete(key);
  }
  const ignored = [...given.values()].slice(0, MAX_LOGGED);
  return { values, log: ignored.map(({ name }) => `${pathOf(name)} is not a parameter and was ignored.`) };
}

/** Equal for names of one token. */
export const tokenKey = (name: string): string => name.replace(/^@/, '').toLowerCase();

const pathOf = (name: string): string => `Reqtokens.${name.slice(0, 64)}`;

function tokenValue(
  parameter: Parameter,
  given: Given | undefined,
  context: DefaultContext,
  faults: Faults,
): JsonValue | undefined {
  const { name, required } = parameter;
  if (given === undefined || given.value === '') {
    if (required) faults.add('Validation', `Reqtokens must give '${name}' a value.`, { path: pathOf(name) });
    const fallback = required ? undefined : parameterDefault(parameter, context);
    return fallback?.ok ? fallback.value : undefined;
  }
  const read = parameterValue(parameter, given.value);
  if (read.ok) return read.value;
  const path = read.item === undefined ? pathOf(given.name) : `${pathOf(given.name)}[${read.item}]`;
  faults.add('Validation', `${path} must be ${read.expected}.`, { path });
  return undefined;
}
