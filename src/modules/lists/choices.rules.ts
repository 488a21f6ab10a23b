import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Entity } from '../../core/catalogue/entity.js';
import { bothClauses } from '../../core/requests/rewrite-filters.js';
import { FieldPath, resolveField } from '../../core/criteria/field-path.js';
import type { Filter, WhereClause } from '../../core/requests/where-clause.js';
import { Faults } from '../../core/errors.js';
import type { JsonObject, JsonValue } from '../../core/json/json.js';
import { readSelect } from '../../core/requests/read-select.js';
import type { NamedField, Pager, SelectCommand } from '../../core/requests/select-command.js';
import type { Choices, ListItem, ListRequest, NamedChoices } from './list.js';
import { listText } from './list-text.js';

/** The flag by which records are taken out of use. */
const ACTIVE = 'IsActive';
const ID: NamedField = { name: 'Id', path: 'Id' };

/** A filter of the service's own; what is wrong with its value is told at the member of the query string. */
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

/** The filters that `search` and `ids` stand for. */
export function askedFor(text: string, valueField: string, { search, ids }: ListRequest): WhereClause | undefined {
  return bothClauses(
    search === undefined ? undefined : filterOn({ fieldName: text, operator: 'Contains', value: search }, 'search'),
    ids && filterOn({ fieldName: valueField, operator: 'IN', value: ids }, 'ids'),
  );
}

/** The choices of an entity, with what they are not asked to be. */
export const choicesOf = (entity: Entity, named: Omit<NamedChoices, 'entityName'> = {}): Choices => ({
  ...named,
  entityName: entity.name,
  value: named.value ?? { name: 'Id', path: 'valueField' },
  text: named.text ?? { name: entity.displayField.name, path: 'textField' },
});

/**
 * Which records are offered as new values: those that the list's own clause takes and whose `IsActive`, if there is such
 * a field, is not false. A clause that looks at `IsActive` decides about it alone (our reading).
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
 * The query that gives a page of a list.
 * @param where which records count, besides what the request asks for.
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
  // Names that are none are told once, as what is to be shown.
  const asked = shown.every(isKnown) ? bothClauses(below, askedFor(text.name, value.name, request)) : undefined;
  return {
    ...queryOf(entity, faults),
    selectedFields: shown,
    where: bothClauses(where, asked),
    sort: sort ?? (isKnown(text) ? [{ ...text, descending: false }] : []),
    pager: pageOf(request),
  };
}

/** Which of some records of a list are still offered. */
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

/** The rows of `choicesCommand` as values of the list. @param active ids of those that are offered; absent: all are. */
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
