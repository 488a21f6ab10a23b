import { isObject, type JsonObject, type JsonValue } from '../json/json.js';

/** How values travel with a call: one by one in their order, or as one object with their names. */
type ArgumentStyle = 'List' | 'Object';

/** What a method or message of the hub is called in an environment. */
export interface HubName {
  readonly name: string;
  readonly style: ArgumentStyle;
}

/** The hub's methods and messages by the names they have where nobody changed them (contract §10). */
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

/** Letters, digits and what identifiers of any client's language hold. */
const NAME = /^[A-Za-z_$][\w$.-]{0,99}$/;

/**
 * The names that an environment gives: `{"EntityChanged": "recordChanged"}` or
 * `{"EntityChanged": {"Name": "recordChanged", "Arguments": "List"}}`. What cannot be one is left at its default; where
 * two would be the same in any letter case, all are.
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
