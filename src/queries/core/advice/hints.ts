import type { Criterion } from '#core/criteria/criterion.js';
import type { SelectPlan } from '#queries/core/select/select-plan.js';

/** Figures of one measured call. */
export interface Reading {
  readonly rowsRead: number;
  readonly rowsAnswered: number;
}

const PARTS: ReadonlySet<string> = new Set(['Contains', 'EndsWith', 'StartsWith', 'SplitContains']);
const MANY_ROWS = 10_000;
const MANY_ANSWERED = 1_000;

/** A sentence that says what to do, and the queries that it is for. */
interface Hint {
  readonly applies: (plan: SelectPlan, reading: Reading) => boolean;
  readonly text: string;
}

const readsMany = ({ rowsRead }: Reading): boolean => rowsRead > MANY_ROWS;

const HINTS: readonly Hint[] = [
  {
    applies: ({ page }, reading) => page.kind === 'pager' && page.count === 'Exact' && readsMany(reading),
    text: 'An exact total reads all matching rows: set Pager.Count to Estimated or None.',
  },
  {
    applies: ({ page }, reading) => page.kind === 'pager' && page.offset !== undefined && readsMany(reading),
    text: 'A page by its number reads all rows before it: go on with NextCursor as Pager.Cursor.',
  },
  {
    applies: ({ page }, { rowsAnswered }) => page.kind === 'all' && rowsAnswered > MANY_ANSWERED,
    text: 'Without a Pager all matching rows are answered: ask for pages.',
  },
  {
    applies: ({ where }, reading) => hasPart(where) && readsMany(reading),
    text: 'Text inside of values is compared row by row: use GlobalSearch and make the entity Searchable.',
  },
  {
    applies: ({ search, entity }) => search !== undefined && !entity.searchable,
    text: 'Make the entity Searchable: an index then serves GlobalSearch.',
  },
  {
    applies: ({ sort }, reading) => sort.some(({ path }) => path.steps.length > 0) && readsMany(reading),
    text: 'An order by fields of looked-up records sorts all matching rows: sort by fields of the entity itself.',
  },
];

/** Lists reasons of slowness other than a missing index, with remedies; complete sentences. */
export const hintsFor = (plan: SelectPlan, reading: Reading): readonly string[] =>
  HINTS.filter(({ applies }) => applies(plan, reading)).map(({ text }) => text);

function hasPart(criterion: Criterion): boolean {
  if (criterion.kind === 'all' || criterion.kind === 'any') return criterion.of.some(hasPart);
  if (criterion.kind === 'not') return hasPart(criterion.of);
  return criterion.kind === 'compare' && PARTS.has(criterion.operator);
}
