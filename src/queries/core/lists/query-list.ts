import type { Entity } from '#core/catalogue/entity.js';
import { bothClauses } from '#core/requests/rewrite-filters.js';
import type { Faults } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { didYouMean } from '#core/nearest.js';
import { isEveryField, isGrouped, type NamedField, type SelectCommand } from '#core/requests/select-command.js';
import { askedFor, pageOf } from './choices.js';
import type { ListItem, ListRequest } from './list.js';
import { listText } from './list-text.js';

/** Lists the column names of a query in order; without SelectedFields the rows' own fields. */
function resultColumns(command: SelectCommand, entity: Entity): ReadonlySet<string> {
  const own = [...entity.fields.values()].map(({ name }) => name);
  const named = command.selectedFields?.flatMap((field) => (isEveryField(field) ? own : [field.name]));
  if (!isGrouped(command)) return new Set(named ?? own);
  const aggregates = command.aggregates.map(
    ({ alias, function: made, field }) => alias ?? made + (field?.name ?? '').replaceAll('.', ''),
  );
  return new Set([...(named ?? command.groupBy.map(({ name }) => name)), ...aggregates]);
}

/** Columns of a query that hold the values and texts of a list. */
export interface ListColumns {
  readonly value: string;
  readonly text: string;
}

/** Determines the columns of a list: the named ones, or the query's first and second. An unknown column is a fault. */
export function listColumns(
  command: SelectCommand,
  entity: Entity,
  { value, text }: { readonly value?: NamedField; readonly text?: NamedField },
  faults: Faults,
): ListColumns {
  const columns = [...resultColumns(command, entity)];
  const named = ({ name, path }: NamedField): string | undefined => {
    const wanted = name.toLowerCase();
    const found = columns.find((column) => column.toLowerCase() === wanted);
    const near = found === undefined ? didYouMean(name, columns) : '';
    if (found === undefined) faults.add('UnknownField', `${path}: the query has no such column.${near}`, { path });
    return found;
  };
  const [first, second = first] = columns;
  return { value: (value && named(value)) ?? first, text: (text && named(text)) ?? second };
}

/** Builds the query for one page of a list; filters apply to the columns of groups, or to the fields of rows. */
export function queryListCommand(
  command: SelectCommand,
  { value, text }: ListColumns,
  request: ListRequest,
): SelectCommand {
  const asked = askedFor(text, value, request);
  const path = 'dataSourceQueryId';
  return {
    ...command,
    ...(isGrouped(command)
      ? { having: bothClauses(command.having, asked) }
      : { where: bothClauses(command.where, asked) }),
    selectedFields:
      command.selectedFields ?? (isGrouped(command) ? undefined : [value, text].map((name) => ({ name, path }))),
    sort: command.sort.length > 0 ? command.sort : [{ name: text, path, descending: false }],
    pager: pageOf(request),
    loadLookUpValues: false,
    loadChildren: false,
    loadRecordInfo: false,
    includes: [],
  };
}

/** Converts a row of a saved query to a list item. */
export function queryListItem(row: JsonObject, columns: ListColumns): ListItem {
  const cells = new Map(Object.entries(row).map(([name, cell]) => [name.toLowerCase(), cell]));
  const value = cells.get(columns.value.toLowerCase()) ?? null;
  return { value, text: listText(cells.get(columns.text.toLowerCase()) ?? null), isActive: true };
}
