import { Definition } from '../../core/catalogue/definition.js';
import type { JsonObject, JsonValue } from '../../core/json/json.js';
import { ShapeReader } from '../../core/requests/shape-reader.js';
import { readParameters } from '../../core/query-parameters/read-parameters.js';
import { readSelect } from '../../core/requests/read-select.js';
import type { SelectCommand } from '../../core/requests/select-command.js';
import type { SavedQuery, SavedView } from './saved-query.js';

/** Fields of the records that are members of a query's body. */
const VIEW_MEMBERS = ['SelectedFields', 'WhereClause', 'Sort'];
const QUERY_MEMBERS = [
  'EntityName',
  ...VIEW_MEMBERS,
  'GroupBy',
  'Aggregates',
  'Having',
  'Includes',
  'Distinct',
  'GlobalSearch',
  'LoadLookUpValues',
  'LoadChildren',
  'LoadRecordInfo',
];

/** Reads a body as if a caller had sent it, but without mercy for unknown members. */
function selectIn(body: JsonObject): SelectCommand {
  const { command } = readSelect(body, true);
  command.faults.throwIfAny();
  return command;
}

const picked = (record: JsonObject, members: readonly string[]): Record<string, JsonValue> =>
  Object.fromEntries(members.map((name) => [name, record[name] ?? null]));

/**
 * The query that a `SavedQuery` record describes.
 * @throws {DomainError} with everything that is wrong with its shape.
 */
export function readSavedQuery(record: JsonObject, views: readonly SavedView[]): SavedQuery {
  const reader = new ShapeReader(true);
  const parameters = readParameters(reader, reader.object(record, '', Object.keys(record)));
  reader.faults.throwIfAny();
  const Options = { NullSafeNegation: record.NullSafeNegation ?? false };
  const select = selectIn({ ...picked(record, QUERY_MEMBERS), Options });
  const { id, name } = identityOf(record);
  return { id, name, entityName: select.entityName, parameters, select, views };
}

/**
 * The view that a `SavedView` record describes.
 * @param entityName the query's entity.
 * @throws {DomainError} with everything that is wrong with its shape.
 */
export function readSavedView(record: JsonObject, entityName: string): SavedView {
  const definition = new Definition(record);
  const { selectedFields, where, sort } = selectIn({ EntityName: entityName, ...picked(record, VIEW_MEMBERS) });
  return {
    ...identityOf(record),
    ownerId: definition.text('OwnerId') ?? '',
    visibility: (definition.text('Visibility') ?? 'All') as SavedView['visibility'],
    roleId: definition.text('RoleId'),
    select: { selectedFields, where, sort },
  };
}

function identityOf(record: JsonObject): { readonly id: string; readonly name: string } {
  const definition = new Definition(record);
  return { id: definition.text('Id') ?? '', name: definition.text('Name') ?? '' };
}
