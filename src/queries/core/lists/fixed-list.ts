import type { Field } from '#core/catalogue/field.js';
import { labelIn, type Languages } from '#core/catalogue/labels.js';
import type { ListItem, ListPage, ListRequest } from './list.js';
import { listText } from './list-text.js';

/** Lists the values of an Enum or MultiEnum in their declared order. */
export const enumItems = ({ values }: Field, languages: Languages): readonly ListItem[] =>
  values.map(({ value, text, isActive, labels }, i) => ({
    value,
    text: labelIn(labels, languages, text),
    isActive,
    sequence: i + 1,
  }));

/** Gives fixed values their texts in a language. */
export const worded = (items: readonly ListItem[], languages: Languages): readonly ListItem[] =>
  items.map(({ labels, ...item }) => (labels ? { ...item, text: labelIn(labels, languages, item.text) } : item));

/** Selects one page of fixed values in their order; inactive ones only by `ids`. */
export function fixedPage(items: readonly ListItem[], request: ListRequest): ListPage {
  const { pageNumber, pageSize } = request;
  const ids = request.ids && new Set(request.ids);
  const matching = items.filter((item) => isAskedFor(item, request, ids));
  const start = (pageNumber - 1) * pageSize;
  return { items: matching.slice(start, start + pageSize), totalRecords: matching.length };
}

function isAskedFor(item: ListItem, request: ListRequest, ids: ReadonlySet<string> | undefined): boolean {
  const { value, text, parentValue, isActive } = item;
  const { search, parentValue: parent } = request;
  if (ids ? !ids.has(listText(value)) : !isActive) return false;
  if (parent !== undefined && listText(parentValue ?? null) !== parent) return false;
  return search === undefined || text.toLowerCase().includes(search.toLowerCase());
}
