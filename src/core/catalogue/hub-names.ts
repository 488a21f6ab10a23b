import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';

/** Argument style of a hub call: positional arguments, or one object with named members. */
type ArgumentStyle = 'List' | 'Object';

/** Name and argument style of a hub method or message in an environment. */
export interface HubName {
  readonly name: string;
  readonly style: ArgumentStyle;
}

/** Default names of the hub's methods and messages (docs/interface/hub.md#names-of-hub-methods-and-messages). */
export const HUB_NAMES = {
  RegisterEntity: { name: 'RegisterEntity', style: 'List' },
  UnregisterEntity: { name: 'UnregisterEntity', style: 'List' },
  GetOperation: { name: 'GetOperation', style: 'List' },
  StreamChanges: { name: 'StreamChanges', style: 'List' },
  EntityChanged: { name: 'EntityChanged', style: 'Object' },
  ScopeChanged: { name: 'ScopeChanged', style: 'Object' },
  SubscriptionEnded: { name: 'SubscriptionEnded', style: 'Object' },
  OperationCompleted: { name: 'OperationCompleted', style: 'Object' },
  Notification: { name: 'Notification', style: 'Object' },
} as const satisfies Record<string, HubName>;

export type HubNames = Readonly<Record<keyof typeof HUB_NAMES, HubName>>;

/** Letters, digits and the other characters that identifiers of client languages contain. */
const NAME = /^[A-Za-z_$][\w$.-]{0,99}$/;

/**
 * Reads an environment's names: `{"EntityChanged": "recordChanged"}` or
 * `{"EntityChanged": {"Name": "recordChanged", "Arguments": "List"}}`. An invalid name keeps its default. If two names
 * are equal in any letter case, all names keep their defaults.
 */
export function readHubNames(given: JsonValue | undefined): HubNames {
  if (given === undefined || !isObject(given)) return HUB_NAMES;
  const names = namesOf(given);
  return areDistinct(names) ? (Object.fromEntries(names) as unknown as HubNames) : HUB_NAMES;
}

type NamedPart = readonly [part: string, HubName];

const namesOf = (given: JsonObject): readonly NamedPart[] =>
  Object.entries(HUB_NAMES).map(([part, standard]) => [part, readName(given[part], standard)]);

const areDistinct = (names: readonly NamedPart[]): boolean =>
  new Set(names.map(([, { name }]) => name.toLowerCase())).size === names.length;

function readName(given: JsonValue | undefined, standard: HubName): HubName {
  const named: JsonObject = given !== undefined && isObject(given) ? given : { Name: given ?? null };
  const { Name, Arguments } = named;
  return {
    name: typeof Name === 'string' && NAME.test(Name) ? Name : standard.name,
    style: Arguments === 'List' || Arguments === 'Object' ? Arguments : standard.style,
  };
}

/** Checks names as an operator gives them: what `readHubNames` would replace by a default is a fault. */
export function checkHubNames(reader: ShapeReader, given: JsonValue, path: string): void {
  const parts = Object.keys(HUB_NAMES);
  const names = reader.object(given, path, parts);
  for (const part of parts) if (names.has(part)) checkHubName(reader, names, part);
  if (isObject(given) && !areDistinct(namesOf(given)))
    reader.faults.add('Validation', `${path}: names must differ in more than letter case.`, { path });
}

function checkHubName(reader: ShapeReader, names: Members, part: string): void {
  const value = names.value(part) ?? null;
  if (isObject(value)) reader.object(value, names.at(part), ['Name', 'Arguments']);
  const { Name = part, Arguments = 'List' } = isObject(value) ? value : { Name: value };
  if (typeof Name !== 'string' || !NAME.test(Name))
    names.fault(part, `${names.at(part)} must be a name of letters, digits, "_", "$", "." and "-".`);
  if (Arguments !== 'List' && Arguments !== 'Object')
    names.fault(part, `${names.at(part)}.Arguments must be List or Object.`);
}
