import { Definition } from '#core/catalogue/definition.js';
import { labelled } from '#core/catalogue/labels.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { readParameters } from '#core/fields/read-parameters.js';
import { readSelect } from '#core/requests/read-select.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import type { SavedQuery, SavedView } from '#queries/core/saved/saved-query.js';

/** Fields of the record that are members of a query's body. */
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

/** Reads a stored body like a caller's, but refuses unknown members. */
function selectIn(body: JsonObject): SelectCommand {
  const { command } = readSelect(body, true);
  command.faults.throwIfAny();
  return command;
}

const picked = (record: JsonObject, members: readonly string[]): Record<string, JsonValue> =>
  Object.fromEntries(members.map((name) => [name, record[name] ?? null]));

/**
 * Reads a `SavedQuery` record.
 * @throws {DomainError} with all faults of its shape.
 */
export function readSavedQuery(record: JsonObject, views: readonly SavedView[]): SavedQuery {
  const reader = new ShapeReader(true);
  const parameters = readParameters(reader, reader.object(record, '', Object.keys(record)));
  reader.faults.throwIfAny();
  const Options = { NullSafeNegation: record.NullSafeNegation ?? false };
  const select = selectIn({ ...picked(record, QUERY_MEMBERS), Options });
  const { id, name } = identityOf(record);
  return { id, name, entityName: select.entityName, parameters, select, views, ...labelled(new Definition(record)) };
}

/**
 * Reads a `SavedView` record.
 * @param entityName entity of the query.
 * @throws {DomainError} with all faults of its shape.
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
