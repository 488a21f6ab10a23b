import { readUuid } from '#core/values/uuid-text.js';
import { DomainError, type Faults } from '#core/errors.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import { type Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { readSelectedFields } from './read-page.js';
import type { NamedField } from './select-command.js';
import { FILTER_MEMBERS, readWhereClause, type WhereClause } from './where-clause.js';

/** Members of the argument that narrows a subscription to changes. */
export const SUBSCRIPTION_MEMBERS = ['WhereClause', 'RecordIds', 'Operations', 'SelectedFields', 'Name'] as const;

/** Operations of changes as subscribers see them; `Removed`: the record left the subscriber's view. */
const NOTICE_OPERATIONS = ['Create', 'Update', 'Delete', 'Removed'] as const;
export type NoticeOperation = (typeof NOTICE_OPERATIONS)[number];

const MAX_RECORD_IDS = 1_000;
const MAX_NAME_LENGTH = 100;

/** Which changes of an entity a client subscribes to, and what it wants to know of them; absent members narrow nothing. */
export interface SubscriptionCommand {
  readonly where?: WhereClause;
  /** In lower case. */
  readonly recordIds?: ReadonlySet<string>;
  readonly operations?: ReadonlySet<NoticeOperation>;
  /** Absent: no values. */
  readonly selectedFields?: readonly NamedField[];
  /** Distinguishes subscriptions that are equal otherwise. */
  readonly name?: string;
  /** Faults of the shape, to which those of names and values are added. */
  readonly faults: Faults;
}

/**
 * Reads the argument (docs/interface/hub.md#filtered-subscriptions). Names of members may have any letter case, because
 * .NET clients write camelCase.
 */
export function readSubscription(json: JsonValue): SubscriptionCommand {
  const reader = new ShapeReader(true);
  const members = reader.closedObject(inTheirCase(json), '', SUBSCRIPTION_MEMBERS);
  const where = readWhereClause(reader, members.value('WhereClause'), 'WhereClause');
  const recordIds = readIds(members);
  const operations = readOperations(members);
  const selectedFields = readSelectedFields(members);
  const name = members.optionalText('Name');
  if (name !== undefined && name.length > MAX_NAME_LENGTH)
    members.fault('Name', `Name may have at most ${MAX_NAME_LENGTH} characters.`);
  return {
    faults: reader.faults,
    ...(where && { where }),
    ...(recordIds && { recordIds }),
    ...(operations && { operations }),
    ...(selectedFields && { selectedFields }),
    ...(name !== undefined && { name }),
  };
}

function readIds(members: Members): ReadonlySet<string> | undefined {
  const items = members.optionalArray('RecordIds');
  if (items === undefined) return undefined;
  if (items.length > MAX_RECORD_IDS)
    return members.fault('RecordIds', `RecordIds may have at most ${MAX_RECORD_IDS} ids, not ${items.length}.`);
  const ids = items.map((item) => (typeof item === 'string' ? readUuid(item) : undefined));
  const wrong = ids.indexOf(undefined);
  if (wrong >= 0) return members.fault(`RecordIds[${wrong}]`, `RecordIds[${wrong}] must be a UUID.`);
  return new Set(ids.filter((id) => id !== undefined));
}

function readOperations(members: Members): ReadonlySet<NoticeOperation> | undefined {
  const items = members.optionalArray('Operations');
  if (items === undefined) return undefined;
  const known = items.map((item) =>
    NOTICE_OPERATIONS.find((each) => typeof item === 'string' && each.toLowerCase() === item.toLowerCase()),
  );
  const wrong = known.indexOf(undefined);
  if (wrong >= 0) {
    const message = `Operations[${wrong}] must be one of ${NOTICE_OPERATIONS.join(', ')}.`;
    return members.fault(`Operations[${wrong}]`, message);
  }
  return new Set(known.filter((each) => each !== undefined));
}

/** The argument with its names, and those of its clause, in the letter case of the interface. */
function inTheirCase(json: JsonValue): JsonValue {
  const argument = renamed(json, SUBSCRIPTION_MEMBERS);
  if (!isObject(argument) || !isObject(argument.WhereClause)) return argument;
  const clause = renamed(argument.WhereClause, ['Filters', 'FilterLogic']);
  const filters = isArray(clause.Filters) ? clause.Filters.map((each) => renamed(each, FILTER_MEMBERS)) : undefined;
  return { ...argument, WhereClause: filters ? { ...clause, Filters: filters } : clause };
}

function renamed<Json extends JsonValue>(json: Json, names: readonly string[]): Json {
  if (!isObject(json)) return json;
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const entries = Object.entries(json).map(([name, value]) => [known.get(name.toLowerCase()) ?? name, value] as const);
  const object = Object.fromEntries(entries);
  if (Object.keys(object).length < entries.length)
    throw new DomainError({ code: 'Validation', message: 'A member is given twice, in different letter case.' });
  return object as Json;
}
