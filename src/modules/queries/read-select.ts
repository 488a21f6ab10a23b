import { readWhereClause } from '../../core/criteria/where-clause.js';
import { DomainError } from '../../core/errors.js';
import { isArray, isObject, JsonNumber, type JsonValue } from '../../core/json/json.js';
import { ShapeReader, type Members } from '../../core/json/shape-reader.js';
import {
  COUNT_MODES,
  type CountMode,
  type NamedField,
  type Pager,
  type SelectCommand,
  type SortItem,
} from './select-command.js';

/** Members of the contract that this version refuses, where they ask for something. */
const LATER_MEMBERS = ['Includes', 'GroupBy', 'Aggregates', 'Having', 'Distinct', 'GlobalSearch', 'LoadChildren'];

const MEMBERS = [
  'EntityName',
  'SelectedFields',
  'WhereClause',
  'Sort',
  'Pager',
  'Options',
  'LoadLookUpValues',
  'LoadRecordInfo',
  'IncludeDeleted',
  ...LATER_MEMBERS,
];

export const MAX_SELECTED_FIELDS = 1_000;
export const MAX_SORT_ITEMS = 32;
export const MAX_PAGE_SIZE = 1_000;
export const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_NUMBER = 2 ** 31 - 1;

/**
 * Reads the shape of a query's body.
 * @returns the command, which carries the faults of the shape, and lines for the answer's `Log`.
 * @throws {DomainError} when the body does not even name an entity.
 */
export function readSelect(
  body: JsonValue | undefined,
  strict: boolean,
): { readonly command: SelectCommand; readonly log: readonly string[] } {
  const reader = new ShapeReader(strict);
  const select = reader.object(body, '', MEMBERS);
  const entityName = select.text('EntityName');
  for (const name of LATER_MEMBERS) {
    if (!isNothing(select.value(name))) select.fault(name, `${name} is not available in this version.`);
  }
  const options = select.has('Options')
    ? reader.object(select.value('Options'), 'Options', ['NullSafeNegation'])
    : undefined;
  const read = {
    selectedFields: readSelectedFields(select),
    where: readWhereClause(reader, select.value('WhereClause'), 'WhereClause'),
    sort: readSort(reader, select),
    pager: select.has('Pager') ? readPager(reader, select.value('Pager')) : undefined,
    nullSafeNegation: options?.flag('NullSafeNegation', false) ?? false,
    loadLookUpValues: select.flag('LoadLookUpValues', false),
    loadRecordInfo: select.flag('LoadRecordInfo', false),
    includeDeleted: select.flag('IncludeDeleted', false),
  };
  const { faults, log } = reader;
  if (entityName === undefined) throw new DomainError(...faults.list);
  return { command: { entityName, ...read, faults }, log };
}

/** A value that asks for nothing: clients send the members they have no use for as null, empty or false. */
const isNothing = (json: JsonValue | undefined): boolean =>
  json === undefined ||
  json === null ||
  json === false ||
  json === '' ||
  (isArray(json) && json.length === 0) ||
  (isObject(json) && Object.keys(json).length === 0);

function readSelectedFields(select: Members): readonly NamedField[] | undefined {
  const names = select.optionalArray('SelectedFields') ?? [];
  if (names.length > MAX_SELECTED_FIELDS) {
    return select.fault('SelectedFields', `SelectedFields may name at most ${MAX_SELECTED_FIELDS} fields.`);
  }
  const fields = names.flatMap((name, i): readonly NamedField[] => {
    const at = `SelectedFields[${i}]`;
    if (typeof name === 'string' && name !== '') return [{ name, path: at }];
    select.fault(`SelectedFields[${i}]`, `${at} must be the name of a field.`);
    return [];
  });
  return fields.length > 0 ? fields : undefined;
}

function readSort(reader: ShapeReader, select: Members): readonly SortItem[] {
  const items = select.optionalArray('Sort') ?? [];
  if (items.length > MAX_SORT_ITEMS) {
    select.fault('Sort', `Sort may have at most ${MAX_SORT_ITEMS} items.`);
    return [];
  }
  return items.flatMap((json, i): readonly SortItem[] => {
    const item = reader.object(json, `Sort[${i}]`, ['FieldName', 'Direction']);
    const name = isObject(json) ? item.text('FieldName') : undefined;
    const descending = readDirection(item);
    return name === undefined ? [] : [{ name, path: item.at('FieldName'), descending }];
  });
}

const DESCENDING: ReadonlyMap<string, boolean> = new Map([
  ['1', false],
  ['ASC', false],
  ['2', true],
  ['DESC', true],
]);

/** 0 is refused as well: a client that counts from 0 must not get the opposite order in silence (T9). */
function readDirection(item: Members): boolean {
  if (!item.has('Direction')) return false;
  const value = item.value('Direction');
  const text = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value.toUpperCase() : '';
  const descending = DESCENDING.get(text);
  if (descending === undefined) item.fault('Direction', `${item.at('Direction')} must be 1 (ASC) or 2 (DESC).`);
  return descending ?? false;
}

function readPager(reader: ShapeReader, json: JsonValue | undefined): Pager {
  const pager = reader.object(json, 'Pager', ['PageNumber', 'PageSize', 'Count', 'Cursor']);
  const number = pager.int('PageNumber', { min: 1, max: MAX_PAGE_NUMBER, fallback: 1 });
  const size = pager.int('PageSize', { min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE });
  const cursor = pager.optionalText('Cursor');
  if (cursor !== undefined && number > 1) pager.fault('PageNumber', 'Pager.PageNumber must be 1 beside a Cursor.');
  return { number, size, count: readCount(pager), ...(cursor !== undefined && { cursor }) };
}

function readCount(pager: Members): CountMode {
  const text = pager.optionalText('Count');
  const mode = COUNT_MODES.find((known) => known.toLowerCase() === text?.toLowerCase());
  if (text !== undefined && !mode) pager.fault('Count', `Pager.Count must be one of ${COUNT_MODES.join(', ')}.`);
  return mode ?? 'Exact';
}
