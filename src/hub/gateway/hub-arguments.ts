import type { HubName } from '#core/catalogue/hub-names.js';
import { nearMiss, shortened } from '#core/nearest.js';
import type { JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { SUBSCRIPTION_MEMBERS } from '#core/requests/read-subscription.js';
import { HubError } from '#signalr/index.js';

/** Arguments of a method by parameter name. */
export type Given = Readonly<Record<string, unknown>>;

/** Descriptions of the required arguments, for messages; the gateway, not the SignalR library, reports missing ones. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  EntityName: 'the name of an entity',
  CorrelationId: 'the CorrelationId of a write',
};

/** Argument whose members stand beside the others in the one object of a call. */
const FILTER = 'Filter';
const FILTER_NAMES: readonly string[] = SUBSCRIPTION_MEMBERS;

/**
 * Reads the arguments of a call, which are positional or one object.
 * @param parameters names in order; a question mark marks optional ones
 * @throws {HubError} if a required one is missing, or one is misspelt
 */
export function readArguments(
  { name, style }: HubName,
  parameters: readonly string[],
  values: readonly unknown[],
): Given {
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  const given =
    style === 'Object'
      ? namedArguments(name, names, values[0] ?? {})
      : Object.fromEntries(names.map((each, index) => [each, values[index]]));
  const missing = parameters.find((parameter) => given[parameter] === undefined && parameter in ARGUMENTS);
  if (missing !== undefined) throw new HubError(`Validation: ${name} needs ${ARGUMENTS[missing]}.`);
  return given;
}

/**
 * Finds the arguments in an object by their names in any letter case, because .NET clients write camelCase. Members
 * that resemble no name are ignored, as ASP.NET Core does.
 */
function namedArguments(method: string, parameters: readonly string[], value: unknown): Given {
  const isFiltered = parameters.includes(FILTER);
  const names = isFiltered ? [...parameters.filter((name) => name !== FILTER), ...FILTER_NAMES] : parameters;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HubError(`Validation: ${method} takes one object with ${names.join(' and ')}.`);
  const given: Record<string, unknown> = {};
  for (const [member, argument] of Object.entries(value)) {
    const known = names.find((each) => each.toLowerCase() === member.toLowerCase());
    if (known === undefined) refuseMisspelt(method, names, member);
    else if (known in given) throw new HubError(`Validation: ${method} has ${known} twice, in different letter case.`);
    else given[known] = argument;
  }
  return isFiltered ? withFilter(given) : given;
}

/** Moves the members of a filter into an argument of their own, if there are any. */
function withFilter(given: Given): Given {
  const filter = Object.entries(given).filter(
    ([name, value]) => FILTER_NAMES.includes(name) && (value ?? null) !== null,
  );
  return filter.length === 0 ? given : { ...given, [FILTER]: Object.fromEntries(filter) };
}

function refuseMisspelt(method: string, names: readonly string[], member: string): void {
  const meant = nearMiss(member, names);
  if (meant === undefined) return;
  throw new HubError(`UnknownMember: ${method}: unknown member '${shortened(member)}', did you mean '${meant}'?`);
}

/**
 * Reads an argument as JSON, whatever protocol it came by.
 * @throws {DomainError} MalformedJson beyond the depth of JSON
 */
export const jsonArgument = (value: unknown): JsonValue =>
  readJson(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)));
