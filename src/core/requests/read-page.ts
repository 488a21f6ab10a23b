import { isObject } from '#core/json/json.js';
import { parseDirection } from '#core/values/direction.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { COUNT_MODES, type NamedField, type Pager, type SortItem } from './select-command.js';

export const MAX_SELECTED_FIELDS = 1_000;
export const MAX_SORT_ITEMS = 32;
export const MAX_PAGE_SIZE = 1_000;
export const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_NUMBER = 2 ** 31 - 1;
/** Rows that a page may skip without a line in `Log` (docs/interface/queries.md#paging). */
const MAX_QUIET_OFFSET = 10_000;

/** Reads `SelectedFields`; `undefined` for all fields. */
export function readSelectedFields(holder: Members): readonly NamedField[] | undefined {
  const names = holder.optionalArray('SelectedFields') ?? [];
  if (names.length > MAX_SELECTED_FIELDS) {
    return holder.fault('SelectedFields', `SelectedFields may name at most ${MAX_SELECTED_FIELDS} fields.`);
  }
  const fields = names.flatMap((name, i): readonly NamedField[] => {
    const at = `${holder.at('SelectedFields')}[${i}]`;
    if (typeof name === 'string' && name !== '') return [{ name, path: at }];
    holder.fault(`SelectedFields[${i}]`, `${at} must be the name of a field.`);
    return [];
  });
  return fields.length > 0 ? fields : undefined;
}

/** Reads `Sort`. */
export function readSort(reader: ShapeReader, holder: Members): readonly SortItem[] {
  const items = holder.optionalArray('Sort') ?? [];
  if (items.length > MAX_SORT_ITEMS) {
    holder.fault('Sort', `Sort may have at most ${MAX_SORT_ITEMS} items.`);
    return [];
  }
  return items.flatMap((json, i): readonly SortItem[] => {
    const item = reader.closedObject(json, `${holder.at('Sort')}[${i}]`, ['FieldName', 'Direction']);
    const name = isObject(json) ? item.text('FieldName') : undefined;
    const descending = readDirection(item);
    return name === undefined ? [] : [{ name, path: item.at('FieldName'), descending }];
  });
}

/** Reads `Direction`. */
function readDirection(item: Members): boolean {
  if (!item.has('Direction')) return false;
  const descending = parseDirection(item.value('Direction') ?? null);
  if (descending === undefined) item.fault('Direction', `${item.at('Direction')} must be 1 (ASC) or 2 (DESC).`);
  return descending ?? false;
}

/** Reads `Pager`; `undefined` for all rows. */
export function readPager(reader: ShapeReader, holder: Members): Pager | undefined {
  if (!holder.has('Pager')) return undefined;
  const pager = reader.closedObject(holder.value('Pager'), holder.at('Pager'), [
    'PageNumber',
    'PageSize',
    'Count',
    'Cursor',
  ]);
  const number = pager.int('PageNumber', { min: 1, max: MAX_PAGE_NUMBER, fallback: 1 });
  const size = pager.int('PageSize', { min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE });
  const cursor = pager.optionalText('Cursor');
  if (cursor !== undefined && number > 1) {
    pager.fault('PageNumber', `${pager.at('PageNumber')} must be 1 beside a Cursor.`);
  }
  const count = readChoice(pager, 'Count', COUNT_MODES) ?? 'Exact';
  return { number, size, count, ...(cursor !== undefined && { cursor }) };
}

/** Logs that a page by number skips many rows, because pages by cursor do not slow down. */
export function logDeepPage({ log }: ShapeReader, { number, size }: Pager): void {
  const skipped = (number - 1) * size;
  if (skipped <= MAX_QUIET_OFFSET) return;
  log.push(
    `Pager.PageNumber ${number} reads and skips ${skipped} rows. ` +
      'Pager.Cursor with the NextCursor of the answer before reads the rows of its page only.',
  );
}

/** Reads one of several names, in any letter case; `undefined` if it is missing or, with a fault, invalid. */
export function readChoice<T extends string>(holder: Members, name: string, options: readonly T[]): T | undefined {
  const text = holder.optionalText(name);
  if (text === undefined) return undefined;
  const wanted = text.toLowerCase();
  const option = options.find((known) => known.toLowerCase() === wanted);
  return option ?? holder.fault(name, `${holder.at(name)} must be one of ${options.join(', ')}.`);
}
