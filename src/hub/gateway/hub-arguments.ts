import type { HubName } from '#core/catalogue/hub-names.js';
import { nearMiss, shortened } from '#core/nearest.js';
import { HubError } from '#signalr/index.js';

/** Arguments of a method by parameter name. */
export type Given = Readonly<Record<string, unknown>>;

/** Descriptions of the required arguments, for messages; the gateway, not the SignalR library, reports missing ones. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  EntityName: 'the name of an entity',
  CorrelationId: 'the CorrelationId of a write',
};

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
function namedArguments(method: string, names: readonly string[], value: unknown): Given {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HubError(`Validation: ${method} takes one object with ${names.join(' and ')}.`);
  const given: Record<string, unknown> = {};
  for (const [member, argument] of Object.entries(value)) {
    const known = names.find((each) => each.toLowerCase() === member.toLowerCase());
    if (known === undefined) refuseMisspelt(method, names, member);
    else if (known in given) throw new HubError(`Validation: ${method} has ${known} twice, in different letter case.`);
    else given[known] = argument;
  }
  return given;
}

function refuseMisspelt(method: string, names: readonly string[], member: string): void {
  const meant = nearMiss(member, names);
  if (meant === undefined) return;
  throw new HubError(`UnknownMember: ${method}: unknown member '${shortened(member)}', did you mean '${meant}'?`);
}
