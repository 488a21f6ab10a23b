import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { stop } from '../rig/processes.js';
import { type Caller, customerId, LargeTable, OWN_PART, type Times } from './large-table.js';

/** Customers of the large table, and of the small one beside it. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const FEW = 10_000;

const FAST_MS = 5;
const SAME = 1.1;
const CALLS = 21;
/** Calls of what takes long. */
const SLOW_CALLS = 3;
/** Calls of each table in turns of `TURN`, so that noise meets both. */
const PAIRED_CALLS = 400;
const TURN = 20;
const PAGE = 50;
const DEEP_PAGE = 1_000;
const MAX_PAGE = 1_000;
const OFFSET_PAGE = 5_000;

const NEWEST = [{ FieldName: 'CreatedOn', Direction: 2 }];
const BY_NAME = [{ FieldName: 'Name' }];
const CUSTOMERS = { EntityName: 'Customer', SelectedFields: ['Id', 'Name'] };

/** Pages, counts, reads and writes of a table with many rows, in the scopes of one owner, of a team, and of all. */
export async function tenMillionFindings(bed: Bed): Promise<readonly Finding[]> {
  const few = await LargeTable.of(bed, FEW);
  try {
    const many = await LargeTable.of(bed, ROWS);
    try {
      return [
        ...(await pageFindings(many, 'Own')),
        ...(await pageFindings(many, 'Team')),
        ...(await pageFindings(many, 'All')),
        await pairFinding('by Id', [few, many], byId),
        await pairFinding('insert', [few, many], (table) => table.insert()),
      ];
    } finally {
      await stop(many.node.process);
    }
  } finally {
    await stop(few.node.process);
  }
}

const textOf = ({ request, service, fastest }: Times): string =>
  `${request.toFixed(1)} ms (fastest ${fastest.toFixed(1)}, in the service ${service})`;

type Call = (table: LargeTable, n: number) => ReturnType<LargeTable['insert']>;

const byId: Call = (table, n) => {
  const Value = customerId((n * OWN_PART * 1_009) % (table.rows - (table.rows % OWN_PART)));
  return table.select('Own', {
    ...CUSTOMERS,
    WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value }] },
  });
};

/** Compares medians of calls on both tables, which take turns. */
async function pairFinding(name: string, [few, many]: readonly LargeTable[], call: Call): Promise<Finding> {
  const done: Readonly<Record<'few' | 'many', number[]>> = { few: [], many: [] };
  for (let n = 0; n < PAIRED_CALLS; n += TURN) {
    done.few.push((await few.times((k) => call(few, n + k), TURN)).request);
    done.many.push((await many.times((k) => call(many, n + k), TURN)).request);
  }
  const [small, large] = [middle(done.few), middle(done.many)];
  return {
    isReached: large / small <= SAME,
    text: `${name}: ${(large / small).toFixed(2)} of ${SAME} × that with ${FEW} rows (${large.toFixed(2)} and ${small.toFixed(2)} ms)`,
  };
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The cursor behind `pages` pages, walked in large steps. */
async function cursorBehind(table: LargeTable, caller: Caller, Sort: object, pages: number): Promise<string> {
  let Cursor: string | undefined;
  for (let rows = 0; rows < pages * PAGE; rows += MAX_PAGE) {
    const Pager = { PageSize: MAX_PAGE, Count: 'None', Cursor };
    const { NextCursor } = await table.select(caller, { ...CUSTOMERS, Sort, Pager });
    if (NextCursor === null) break;
    Cursor = NextCursor;
  }
  return Cursor!;
}

async function pageFindings(table: LargeTable, caller: Caller): Promise<readonly Finding[]> {
  const page = (calls: number, Sort: object, Pager: object, more: object = {}): Promise<Times> => {
    const body = { ...CUSTOMERS, Sort, Pager: { PageSize: PAGE, Count: 'None', ...Pager }, ...more };
    return table.times(() => table.select(caller, body), calls);
  };
  const fast = async (name: string, Sort: object): Promise<readonly Finding[]> => {
    const pages = {
      'first page': await page(CALLS, Sort, {}),
      [`page ${DEEP_PAGE} by cursor`]: await page(CALLS, Sort, {
        Cursor: await cursorBehind(table, caller, Sort, DEEP_PAGE),
      }),
    };
    return Object.entries(pages).map(([which, times]) => ({
      isReached: times.service < FAST_MS,
      text: `${caller}, ${name}, ${which}: ${textOf(times)}, of ${FAST_MS} ms`,
    }));
  };
  const contains = { WhereClause: { Filters: [{ FieldName: 'Name', Operator: 'Contains', Value: 'abcdef' }] } };
  const others: Readonly<Record<string, () => Promise<Times>>> = {
    'Exact count': () => page(SLOW_CALLS, [], { Count: 'Exact' }),
    'Estimated count': () => page(SLOW_CALLS, [], { Count: 'Estimated' }),
    'no count': () => page(CALLS, [], {}),
    [`page ${OFFSET_PAGE} by number`]: () => page(SLOW_CALLS, [], { PageNumber: OFFSET_PAGE }),
    Contains: () => page(SLOW_CALLS, [], {}, contains),
  };
  const findings = [...(await fast('newest first', NEWEST)), ...(await fast('by Name', BY_NAME))];
  for (const [name, measure] of Object.entries(others)) {
    // A statement that takes too long is a result, too.
    const text = await measure().then(textOf, (error: Error) => error.message.slice(0, 200));
    findings.push({ isReached: true, text: `${caller}, ${name}: ${text}` });
  }
  for (const { text } of findings) process.stderr.write(`${text}\n`);
  return findings;
}
