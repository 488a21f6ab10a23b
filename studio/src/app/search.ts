import type { ListState } from '../data/list-state';
import type { Condition } from '../data/where';

type Given = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : undefined;

function isCondition(value: unknown): value is Condition {
  const { field, operator } = (value ?? {}) as Partial<Condition>;
  return typeof field === 'string' && typeof operator === 'string';
}

/** Reads what an address says of a list; what it cannot mean is left out. */
export function readListSearch(given: Given): ListState {
  return {
    q: text(given.q),
    filter: Array.isArray(given.filter) ? given.filter.filter(isCondition) : undefined,
    logic: text(given.logic),
    sort: text(given.sort),
    columns: texts(given.columns),
    view: text(given.view),
    deleted: given.deleted === true ? true : undefined,
    details: text(given.details),
    undo: text(given.undo),
  };
}

/** State of a record's screen in its address: the part that is shown, and for a new one where its values come from. */
export interface RecordSearch {
  readonly tab?: string;
  /** Version of the record as it was. */
  readonly at?: number;
  /** Id of the record that is duplicated. */
  readonly from?: string;
  /** True for a record in the recycle bin. */
  readonly deleted?: boolean;
}

export const readRecordSearch = (given: Given): RecordSearch => ({
  tab: text(given.tab),
  at: typeof given.at === 'number' ? given.at : undefined,
  from: text(given.from),
  deleted: given.deleted === true ? true : undefined,
});

/** Texts of an address by their names, such as the choices of a form. */
export const readTextSearch = (given: Given): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)]));
