import { criterionSql } from '#core/criteria/compile-criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { eachTeam, partColumn, readableParts, type RowFilter } from '#core/relations/relation.js';
import { allOf, EMPTY, ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import type { Grouping } from './grouping.js';
import { MAX_ANSWER_MB, MAX_ROW_MB, totalWithin } from '#core/sql/answer-limits.sql.js';
import { GroupFromClause, groupJson, groupsSql } from './groups.sql.js';
import { matchesSql } from './matches.sql.js';
import { rowJson } from './row-json.sql.js';
import { MAX_EXACT_ESTIMATE, MAX_ROWS, type Page, type PagerPage, type SelectPlan } from './select-plan.js';
import { servedBy, type Walk } from './served-order.js';
import { afterParts, afterSql, keyColumns, keyOrderSql, keysJson, orderSql } from './sort.sql.js';

/**
 * A query as one statement. One row at most: it answers that row as JSON text, `row`. Otherwise it answers one row of
 * `rows`, JSON texts with commas between them, null when there are none; `more`, whether the limit cut rows off;
 * `keys`, the last row's sort keys; and `total`. It fails as soon as an answer's limit is exceeded
 * (`answer-limits.sql.ts`).
 *
 * Aliases: `t` rows that match, `c` the same for the count, `s` the sorted page, `p` the page with row numbers `n`, `q`
 * its JSON, `f` rows found by a search before they are sorted, `g` rows that are grouped, `groups` and `c<n>` the
 * groups and their columns, `k<n>` sort keys. `<alias>j<n>` is the n-th lookup join of a row, `<alias>i` its includes,
 * `<alias>s<n>` and `<alias>m<n>` the rows of its n-th include.
 */
export const compileSelect = (plan: SelectPlan): Sql =>
  plan.page.kind === 'one' ? oneSql(plan) : manySql(plan, plan.page);

function oneSql(plan: SelectPlan): Sql {
  const from = new FromClause(plan.reader, plan.entity, 't');
  const json = rowJson(plan, from, MAX_ROW_MB);
  return sql`SELECT ${json} AS row FROM ${matchesSql(plan, from)}`;
}

type ManyPage = Exclude<Page, { kind: 'one' }>;

type RowsOfFrame = (from: FromClause, more?: readonly Sql[]) => Sql;

/** Rows of a page source; `isEachTeam`: of the team of the row `team`, one after the other. */
interface PagePart {
  readonly rows: RowsOfFrame;
  readonly isEachTeam: boolean;
  /** Begins the order of its rows: the column `partColumn` with its direction. */
  readonly lead: Sql;
}

/** Rows that pages are cut from: the records that match, or their groups. */
interface PageSource {
  /** Stands before the statement. */
  readonly before: Sql;
  readonly from: (alias: string) => FromClause;
  /** FROM item and WHERE for a from. */
  readonly rows: RowsOfFrame;
  /** Parts of these rows that have none in common (`readableParts`); usually one. */
  readonly parts: readonly PagePart[];
  /** True if an index has the rows of a part in the order of the page. */
  readonly isServed: boolean;
  readonly json: (from: FromClause) => Sql;
}

function sourceOf(plan: SelectPlan): PageSource {
  const { reader, entity, grouping } = plan;
  if (grouping) return groupSource(plan, grouping);
  const rowsOf =
    (rows: RowFilter): RowsOfFrame =>
    (from, more) =>
      matchesSql({ ...plan, rows }, from, more);
  const walk = servedBy(entity, plan.sort);
  const parts = readableParts(reader, entity, plan.rows, walk !== undefined && plan.page.kind === 'pager');
  return {
    before: EMPTY,
    from: (alias) => new FromClause(reader, entity, alias),
    rows: rowsOf(plan.rows),
    parts: parts.map((rows) => ({ rows: rowsOf(rows), isEachTeam: rows === 'team', lead: leadOf(rows, walk) })),
    isServed: walk !== undefined,
    json: (from) => rowJson(plan, from, MAX_ROW_MB),
  };
}

function leadOf(rows: RowFilter, walk?: Walk): Sql {
  const column = partColumn(rows);
  return column ? sql`t.${ident(column)}${raw(walk === 'backward' ? ' DESC' : '')}, ` : EMPTY;
}

/** Groups are made once, for the page and for the total. */
function groupSource(plan: SelectPlan, grouping: Grouping): PageSource {
  const rows: RowsOfFrame = (from, more = []) => {
    const condition = allOf([criterionSql(grouping.having, from), ...more]);
    return sql`groups ${raw(from.alias)} WHERE ${condition}`;
  };
  return {
    before: sql`WITH groups AS (${groupsSql(plan, grouping)}) `,
    from: (alias) => new GroupFromClause(plan.reader, grouping, alias),
    rows,
    parts: [{ rows, isEachTeam: false, lead: EMPTY }],
    isServed: false,
    json: (from) => groupJson(grouping, from),
  };
}

/** Cuts the page first and joins later: values that are only shown are looked up for the rows of the page alone. */
function manySql(plan: SelectPlan, page: ManyPage): Sql {
  const source = sourceOf(plan);
  const from = source.from('p');
  const json = source.json(from);
  const joins = from.joins();
  // A join may change the order in which rows arrive; without one they arrive in the order of the sub-select.
  const order = joins.holes.length > 0 ? raw(' ORDER BY p.n') : EMPTY;
  const size = limitOf(page);
  const keys = page.kind === 'pager' ? keysOf(plan, size) : raw('NULL::text');
  const selection = selectionSql(plan, source, page);
  // LIMIT makes PostgreSQL sort before it writes JSON, and write it once for both aggregates.
  const rows = sql`
    SELECT CASE WHEN p.n <= ${raw(String(size))} THEN ${json} END AS json, ${keys} AS keys
    FROM (SELECT s.*, row_number() OVER () AS n FROM (${selection}) s) p${joins}${order}
    LIMIT ${raw(String(size + 1))}`;
  return sql`${source.before}SELECT string_agg(q.json, ',') AS rows, count(*) > ${raw(String(size))} AS more,
      string_agg(q.keys, '') AS keys,
      ${totalSql(source, page)} AS total, ${totalWithin(MAX_ANSWER_MB, raw('q.json'))} AS room
    FROM (${rows}) q`;
}

const limitOf = (page: ManyPage): number => (page.kind === 'all' ? MAX_ROWS : page.size);

const keysOf = ({ sort }: SelectPlan, size: number): Sql =>
  sql`CASE WHEN p.n = ${raw(String(size))} THEN ${keysJson(sort, raw('p'))} END`;

/** The rows of the page in order, and one more, which tells that there are more. */
function selectionSql(plan: SelectPlan, source: PageSource, page: ManyPage): Sql {
  const { sort } = plan;
  const from = source.from('t');
  const offset = page.kind === 'pager' && page.offset ? sql` OFFSET ${page.offset}` : EMPTY;
  const end = sql`LIMIT ${raw(String(limitOf(page) + 1))}${offset}`;
  if (isFoundFirst(plan)) {
    const after = page.kind === 'pager' && page.after ? [afterSql(sort, page.after, from)] : [];
    const found = sql`
      SELECT t.*, ${keyColumns(sort, from)}
      FROM ${source.rows(from, after)}
      OFFSET 0`;
    return sql`SELECT * FROM (${found}) f ORDER BY ${keyOrderSql(sort, raw('f'))} ${end}`;
  }
  const ranges = rangesAfter(plan, source, page, from);
  if (source.parts.length > 1 || ranges.length > 1) return mergedSql(plan, source, page);
  const keys = page.kind === 'pager' ? sql`, ${keyColumns(sort, from)}` : EMPTY;
  // Before the rows, which have the joins of the order.
  const order = orderSql(sort, from);
  const [{ rows, lead }] = source.parts;
  return sql`SELECT t.*${keys} FROM ${rows(from, ranges[0])} ORDER BY ${lead}${order} ${end}`;
}

/**
 * Conditions of the rows after the cursor: one for each range of an index that has them in order, which have no row in
 * common, or one for all.
 */
function rangesAfter(
  { sort }: SelectPlan,
  { isServed: isInOrder }: PageSource,
  page: ManyPage,
  from: FromClause,
): readonly (readonly Sql[])[] {
  if (page.kind !== 'pager' || !page.after) return [[]];
  if (!isInOrder) return [[afterSql(sort, page.after, from)]];
  return afterParts(sort, page.after, from).map((part) => [part]);
}

/** A page of parts: each part is cut in its own order, by whatever index serves it, and the page is cut from the rest. */
function mergedSql(plan: SelectPlan, source: PageSource, page: ManyPage): Sql {
  const { sort } = plan;
  const limit = raw(String(limitOf(page) + 1));
  const [offset, skipped] =
    page.kind === 'pager' && page.offset ? [sql` OFFSET ${page.offset}`, sql` + ${page.offset}`] : [EMPTY, EMPTY];
  const parts = source.parts.flatMap(({ rows, isEachTeam, lead }) => {
    const from = source.from('t');
    const [keys, order] = [keyColumns(sort, from), orderSql(sort, from)];
    return rangesAfter(plan, source, page, from).map((after) => {
      const part = sql`SELECT t.*, ${keys} FROM ${rows(from, after)} ORDER BY ${lead}${order} LIMIT ${limit}${skipped}`;
      return isEachTeam ? sql`(SELECT t.* FROM ${eachTeam(part)})` : sql`(${part})`;
    });
  });
  return sql`
    SELECT * FROM (${list(parts, ' UNION ALL ')}) f
    ORDER BY ${keyOrderSql(sort, raw('f'))} LIMIT ${limit}${offset}`;
}

/**
 * A search that an index serves comes before the order: PostgreSQL, which does not know how rare the text is, would
 * rather walk through all rows in order until the page is full. OFFSET 0 keeps it from that.
 */
const isFoundFirst = ({ search, grouping }: SelectPlan): boolean => search?.isIndexed === true && !grouping;

/** A count of its own: `count(*) OVER ()` would carry every matching row through the page's sort. */
function totalSql(source: PageSource, page: Page): Sql {
  if (page.kind !== 'pager') return raw(`LEAST(count(*), ${MAX_ROWS})`);
  const rows = (): Sql => source.rows(source.from('c'));
  const counted: Readonly<Record<PagerPage['count'], () => Sql>> = {
    Exact: () => sql`(SELECT count(*) FROM ${rows()})`,
    Estimated: () =>
      sql`(SELECT count(*) FROM (SELECT 1 FROM ${rows()} LIMIT ${raw(String(MAX_EXACT_ESTIMATE + 1))}) m)`,
    None: () => raw('NULL::bigint'),
  };
  return counted[page.count]();
}

/** Asks the planner how many rows match. */
export function compileEstimate(plan: SelectPlan): Sql {
  const source = sourceOf(plan);
  return sql`EXPLAIN (FORMAT JSON) ${source.before}SELECT 1 FROM ${source.rows(source.from('c'))}`;
}
