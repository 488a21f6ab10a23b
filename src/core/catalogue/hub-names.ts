import { isObject, type JsonObject, type JsonValue } from '../json/json.js';

/** Argument style of a hub call: positional arguments, or one object with named members. */
type ArgumentStyle = 'List' | 'Object';

/** Name and argument style of a hub method or message in an environment. */
export interface HubName {
  readonly name: string;
  readonly style: ArgumentStyle;
}

/** Default names of the hub's methods and messages (docs/interface.md#names-of-hub-methods-and-messages). */
export const HUB_NAMES = {
  RegisterEntity: { name: 'RegisterEntity', style: 'List' },
  UnregisterEntity: { name: 'UnregisterEntity', style: 'List' },
  GetOperation: { name: 'GetOperation', style: 'List' },
  StreamChanges: { name: 'StreamChanges', style: 'List' },
  EntityChanged: { name: 'EntityChanged', style: 'Object' },
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
  const names = Object.entries(HUB_NAMES).map(([key, standard]) => [key, readName(given[key], standard)] as const);
  const distinct = new Set(names.map(([, { name }]) => name.toLowerCase()));
  return distinct.size < names.length ? HUB_NAMES : (Object.fromEntries(names) as unknown as HubNames);
}

function readName(given: JsonValue | undefined, standard: HubName): HubName {
  const named: JsonObject = given !== undefined && isObject(given) ? given : { Name: given ?? null };
  const { Name, Arguments } = named;
  return {
    name: typeof Name === 'string' && NAME.test(Name) ? Name : standard.name,
    style: Arguments === 'List' || Arguments === 'Object' ? Arguments : standard.style,
  };
}
