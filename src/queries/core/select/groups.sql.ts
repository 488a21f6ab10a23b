import { equated } from '#core/criteria/compile-criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import type { FieldPath } from '#core/criteria/field-path.js';
import type { Reader } from '#core/relations/relation.js';
import { EMPTY, ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { jsonObject } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { LargeValues, MAX_INCLUDED_MB } from '#core/sql/answer-limits.sql.js';
import { averageScale, type Aggregate, type GroupColumn, type Grouping } from './grouping.js';
import { matchesSql } from './matches.sql.js';
import type { SelectPlan } from './select-plan.js';

/**
 * The groups as a row source, like the rows of an entity. Columns are numbered, since a dotted name may be too long.
 */
export class GroupFromClause extends FromClause {
  readonly #columns: ReadonlyMap<string, Sql>;

  constructor(reader: Reader, { entity, columns, aggregates }: Grouping, alias: string) {
    super(reader, entity, alias);
    const fields = [...columns, ...aggregates].map(({ field }) => field.name);
    this.#columns = new Map(fields.map((name, i) => [name, sql`${raw(alias)}.${columnName(i)}`]));
  }

  override column({ field }: FieldPath): Sql {
    return this.#columns.get(field.name)!;
  }
}

const columnName = (i: number): Sql => ident(`c${i + 1}`);

/** JSON text of the from's group. */
export function groupJson({ shown }: Grouping, from: FromClause): Sql {
  const large = new LargeValues();
  const members = shown.map((path) => {
    const column = from.column(path);
    const json = valueTypeOf(path.field).toJson(column, path.field);
    large.add(path.field, column, json);
    return { key: path.name, json, nullable: !path.field.required };
  });
  return large.bounded(MAX_INCLUDED_MB, jsonObject(members));
}

/** The groups of the rows that match, before Having. */
export function groupsSql(plan: SelectPlan, { columns, aggregates }: Grouping): Sql {
  const from = new FromClause(plan.reader, plan.entity, 'g');
  const grouped = columns.map((column) => groupedSql(column, from));
  const values = [...grouped.map(({ shown }) => shown), ...aggregates.map((each) => aggregateSql(each, from))];
  const by = columns.length > 0 ? sql` GROUP BY ${list(grouped.map(({ key }) => key))}` : EMPTY;
  const selected = list(values.map((value, i) => sql`${value} AS ${columnName(i)}`));
  return sql`SELECT ${selected} FROM ${matchesSql(plan, from)}${by}`;
}

/** Key by which rows are equal, as in a filter, and the value shown for the group: the first of its spellings. */
function groupedSql({ path, bucket }: GroupColumn, from: FromClause): { readonly key: Sql; readonly shown: Sql } {
  const column = from.column(path);
  if (bucket) {
    const isInstant = valueTypeOf(path.field).columnType(path.field) === 'timestamptz';
    const local = isInstant ? sql`${column} AT TIME ZONE ${bucket.timeZone}` : sql`${column}::timestamp`;
    const day = sql`date_trunc(${literal(bucket.unit.toLowerCase())}, ${local})::date`;
    return { key: day, shown: day };
  }
  const key = equated(column, path.field);
  return { key, shown: key === column ? column : sql`min(${column})` };
}

function aggregateSql({ function: made, path }: Aggregate, from: FromClause): Sql {
  if (!path) return raw('count(*)');
  const column = from.column(path);
  switch (made) {
    case 'Count':
      return sql`count(${column})`;
    case 'CountDistinct':
      return sql`count(DISTINCT ${equated(column, path.field)})`;
    case 'Sum':
      return sql`sum(${column})`;
    case 'Avg':
      return averageSql(column, path);
    case 'Min':
      return limitSql(column, path, EMPTY);
    case 'Max':
      return limitSql(column, path, raw(' DESC'));
  }
}

/** Exact but for its last digit: `avg` alone would give large numbers no fraction. Rounded half away from zero. */
function averageSql(column: Sql, { field }: FieldPath): Sql {
  const scale = averageScale(field);
  return sql`round(sum(${column}) * ${raw(`1.${'0'.repeat(scale)}`)} / count(${column}), ${raw(String(scale))})`;
}

/** The first value by the order of its type, which is not always the order of its column. */
function limitSql(column: Sql, { field }: FieldPath, direction: Sql): Sql {
  const ordered = valueTypeOf(field).comparable(column, field);
  if (ordered === column) return direction === EMPTY ? sql`min(${column})` : sql`max(${column})`;
  return sql`
    platform.first_text(${column} ORDER BY ${ordered}${direction}, ${column})
      FILTER (WHERE ${column} IS NOT NULL)`;
}
