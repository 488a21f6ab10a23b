import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { bothClauses } from '#core/requests/rewrite-filters.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import type { Filter, WhereClause } from '#core/requests/where-clause.js';
import { Faults } from '#core/errors.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { readSelect } from '#core/requests/read-select.js';
import type { NamedField, Pager, SelectCommand } from '#core/requests/select-command.js';
import type { Choices, ListItem, ListRequest, NamedChoices } from './list.js';
import { listText } from './list-text.js';

/** Name of the field that takes records out of use. */
const ACTIVE = 'IsActive';
const ID: NamedField = { name: 'Id', path: 'Id' };

/** Builds a filter; faults of its value have the path of the query-string member. */
const filterOn = (filter: Pick<Filter, 'fieldName' | 'operator' | 'value' | 'nullSafe'>, at: string): WhereClause => ({
  filters: [{ ...filter, source: 'Literal', path: at, valuePath: at }],
  logic: { kind: 'filter', sequence: 1, position: 1 },
  path: at,
});

export const pageOf = ({ pageNumber, pageSize }: ListRequest): Pager => ({
  number: pageNumber,
  size: pageSize,
  count: 'Exact',
});

/** Builds the filters for `search` and `ids`. */
export function askedFor(text: string, valueField: string, { search, ids }: ListRequest): WhereClause | undefined {
  return bothClauses(
    search === undefined ? undefined : filterOn({ fieldName: text, operator: 'Contains', value: search }, 'search'),
    ids && filterOn({ fieldName: valueField, operator: 'IN', value: ids }, 'ids'),
  );
}

/** Builds the choices of an entity, with defaults for value and text. */
export const choicesOf = (entity: Entity, named: Omit<NamedChoices, 'entityName'> = {}): Choices => ({
  ...named,
  entityName: entity.name,
  value: named.value ?? { name: 'Id', path: 'valueField' },
  text: named.text ?? { name: entity.displayField.name, path: 'textField' },
});

/**
 * Builds the filter of offered records: the list's own clause and, if the entity has `IsActive`, not false. A clause
 * that mentions `IsActive` replaces this condition.
 */
export function offered(entity: Entity, { where }: Choices): WhereClause | undefined {
  if (entity.fields.get(ACTIVE.toLowerCase())?.type !== 'Bool') return where;
  if (where?.filters.some(({ fieldName }) => fieldName.toLowerCase() === ACTIVE.toLowerCase())) return where;
  return bothClauses(
    where,
    filterOn({ fieldName: ACTIVE, operator: 'NotEqualTo', value: false, nullSafe: true }, ACTIVE),
  );
}

/**
 * Builds the query for one page of a list.
 * @param where filter of the records besides those of the request.
 */
export function choicesCommand(
  catalogue: Catalogue,
  choices: Choices,
  request: ListRequest,
  where: WhereClause | undefined,
): SelectCommand {
  const { value, text, parent, sort } = choices;
  const { parentValue, faults } = request;
  const entity = catalogue.entity(choices.entityName);
  const isKnown = ({ name }: NamedField): boolean => resolveField(catalogue, entity, name) instanceof FieldPath;
  const below =
    parent && parentValue !== undefined
      ? filterOn({ fieldName: parent.name, operator: 'EqualTo', value: parentValue }, 'parentValue')
      : undefined;
  const shown = [value, text, ...(parent ? [parent] : []), ID];
  // Unknown names are reported once, as columns.
  const asked = shown.every(isKnown) ? bothClauses(below, askedFor(text.name, value.name, request)) : undefined;
  return {
    ...queryOf(entity, faults),
    selectedFields: shown,
    where: bothClauses(where, asked),
    sort: sort ?? (isKnown(text) ? [{ ...text, descending: false }] : []),
    pager: pageOf(request),
  };
}

/** Builds the query that selects the still offered records among `ids`. */
export function offeredCommand(entity: Entity, ids: readonly string[], where: WhereClause | undefined): SelectCommand {
  return {
    ...queryOf(entity, new Faults()),
    selectedFields: [ID],
    where: bothClauses(where, filterOn({ fieldName: 'Id', operator: 'IN', value: ids }, 'ids')),
  };
}

const queryOf = ({ name }: Entity, faults: Faults): SelectCommand => ({
  ...readSelect({ EntityName: name }, true).command,
  faults,
});

/**
 * Converts the rows of `choicesCommand` to list items.
 * @param active ids of the offered records; absent: all are offered.
 */
export function choiceItems(
  catalogue: Catalogue,
  choices: Choices,
  rows: readonly JsonObject[],
  active: ReadonlySet<JsonValue> | undefined,
): readonly ListItem[] {
  const { value, text, parent } = choices;
  const entity = catalogue.entity(choices.entityName);
  const columnOf = ({ name }: NamedField): string => {
    const path = resolveField(catalogue, entity, name);
    return path instanceof FieldPath ? path.name : name;
  };
  const [valueColumn, textColumn] = [columnOf(value), columnOf(text)];
  const parentColumn = parent && columnOf(parent);
  return rows.map((row) => ({
    value: row[valueColumn],
    text: listText(row[textColumn]),
    ...(parentColumn !== undefined && { parentValue: row[parentColumn] }),
    isActive: active?.has(row.Id) ?? true,
  }));
}
