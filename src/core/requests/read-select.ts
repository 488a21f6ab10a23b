import { readWhereClause } from './where-clause.js';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { ShapeReader, type Members } from '#core/shapes/shape-reader.js';
import { readGrouping } from './read-grouping.js';
import { readIncludes } from './read-includes.js';
import { logDeepPage, readPager, readSelectedFields, readSort } from './read-page.js';
import { isEveryField, isGrouped, type SelectCommand } from './select-command.js';

/** Members of the body of a query. */
export const SELECT_MEMBERS = [
  'EntityName',
  'SelectedFields',
  'WhereClause',
  'Sort',
  'Pager',
  'Options',
  'Includes',
  'GroupBy',
  'Aggregates',
  'Having',
  'Distinct',
  'GlobalSearch',
  'LoadChildren',
  'LoadLookUpValues',
  'LoadRecordInfo',
  'IncludeDeleted',
];

const MAX_SEARCH_LENGTH = 1_000;
/** Each word is a condition of its own on every row. */
const MAX_SEARCH_WORDS = 32;

/**
 * Reads the body of a query.
 * @param isQueryString of a request whose members come from its query string: other names there are ignored
 * @returns the command, with the faults of its shape, and lines for the answer's `Log`.
 * @throws {DomainError} if the body names no entity.
 */
export function readSelect(
  body: JsonValue | undefined,
  strict: boolean,
  isQueryString = false,
): { readonly command: SelectCommand; readonly log: readonly string[] } {
  const reader = new ShapeReader(strict);
  const select = isQueryString
    ? reader.object(body, '', SELECT_MEMBERS)
    : reader.closedObject(body, '', SELECT_MEMBERS);
  const entityName = select.text('EntityName');
  const options = select.has('Options')
    ? reader.closedObject(select.value('Options'), 'Options', ['NullSafeNegation'])
    : undefined;
  const globalSearch = readGlobalSearch(select);
  const read = {
    selectedFields: readSelectedFields(select),
    where: readWhereClause(reader, select.value('WhereClause'), 'WhereClause'),
    sort: readSort(reader, select),
    pager: readPager(reader, select),
    includes: readIncludes(reader, select),
    ...readGrouping(reader, select),
    distinct: select.flag('Distinct', false),
    ...(globalSearch.length > 0 && { globalSearch }),
    loadChildren: select.flag('LoadChildren', false),
    nullSafeNegation: options?.flag('NullSafeNegation', false) ?? false,
    loadLookUpValues: select.flag('LoadLookUpValues', false),
    loadRecordInfo: select.flag('LoadRecordInfo', false),
    includeDeleted: select.flag('IncludeDeleted', false),
  };
  if (read.pager) logDeepPage(reader, read.pager);
  const { faults, log } = reader;
  if (entityName === undefined) throw new DomainError(...faults.list);
  const command = { entityName, ...read, faults };
  refuseContradictions(command, select);
  return { command, log };
}

/** Reads the words of `GlobalSearch`, each once; blanks separate them. */
function readGlobalSearch(select: Members): readonly string[] {
  const text = select.optionalText('GlobalSearch') ?? '';
  if (text.length > MAX_SEARCH_LENGTH) {
    select.fault('GlobalSearch', `GlobalSearch may have at most ${MAX_SEARCH_LENGTH} characters.`);
    return [];
  }
  if (text.includes('\0') || !text.isWellFormed()) {
    select.fault('GlobalSearch', 'GlobalSearch must be well-formed text without U+0000.');
    return [];
  }
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))];
  if (words.length > MAX_SEARCH_WORDS) {
    select.fault('GlobalSearch', `GlobalSearch may have at most ${MAX_SEARCH_WORDS} words.`);
  }
  return words;
}

/** Refuses members about single records in queries whose rows combine several records. */
function refuseContradictions(command: SelectCommand, select: Members): void {
  if (isGrouped(command) || command.distinct) refuseEveryField(command);
  if (isGrouped(command)) {
    refuse(select, command.distinct ? ['Distinct', ...membersOfRecords(command)] : membersOfRecords(command), 'groups');
    return;
  }
  if (command.having) select.fault('Having', 'Having needs GroupBy or Aggregates.');
  if (!command.distinct) return;
  if (!command.selectedFields) select.fault('SelectedFields', 'Distinct needs SelectedFields.');
  refuse(select, membersOfRecords(command), 'Distinct');
}

/** Rows of records have an Id: with all fields each of them would be a row, so that nothing would be combined. */
function refuseEveryField({ selectedFields, faults }: SelectCommand): void {
  for (const { path } of (selectedFields ?? []).filter(isEveryField)) {
    faults.add('Validation', `${path} must be the name of a column: rows of groups and of Distinct name theirs.`, {
      path,
    });
  }
}

function refuse(select: Members, names: readonly string[], besides: string): void {
  for (const name of names) select.fault(name, `${name} is not allowed together with ${besides}.`);
}

function membersOfRecords(command: SelectCommand): readonly string[] {
  const asked: Readonly<Record<string, boolean>> = {
    Includes: command.includes.length > 0,
    LoadChildren: command.loadChildren,
    LoadLookUpValues: command.loadLookUpValues,
    LoadRecordInfo: command.loadRecordInfo,
  };
  return Object.keys(asked).filter((name) => asked[name]);
}
