import type { Entity } from '../../core/catalogue/entity.js';
import { bothClauses } from '../../core/criteria/change-filters.js';
import type { JsonObject } from '../../core/json/json.js';
import { isGrouped, type SelectCommand } from '../../core/select/select-command.js';
import { askedFor, pageOf } from './choices.rules.js';
import type { ListItem, ListRequest } from './list.js';
import { textOf } from './list-text.js';

/** Names of what a query answers, in the order of its columns; without SelectedFields those of the rows' own fields. */
function columnsOf(command: SelectCommand, entity: Entity): ReadonlySet<string> {
  const named = command.selectedFields?.map(({ name }) => name);
  if (!isGrouped(command)) return new Set(named ?? [...entity.fields.values()].map(({ name }) => name));
  const aggregates = command.aggregates.map(
    ({ alias, function: made, field }) => alias ?? made + (field?.name ?? '').replaceAll('.', ''),
  );
  return new Set([...(named ?? command.groupBy.map(({ name }) => name)), ...aggregates]);
}

/** The page of a saved query that a list asks for; of groups it looks at the columns, of rows at the fields. */
export function queryListCommand(command: SelectCommand, entity: Entity, request: ListRequest): SelectCommand {
  const [value, text = value] = columnsOf(command, entity);
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

/** A row of a saved query as a value: its first column, and its second as text. */
export function queryListItem(row: JsonObject): ListItem {
  const [value = null, text = value] = Object.values(row);
  return { value, text: textOf(text), isActive: true };
}
