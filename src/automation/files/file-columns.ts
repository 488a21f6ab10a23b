import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { ColumnKind, FileColumn } from '#platform/outbound/files/file-table.js';
import { serialOf } from '#platform/outbound/files/serial-date.js';

/** Columns as the definition of a query has them. */
export interface QueryShape {
  /** Names in the order in which the query asks for them. */
  readonly asked: readonly string[];
  readonly entity: Entity | undefined;
}

/** Reads the definition of a RunQuery. */
export function queryShape({ catalogue }: RequestContext, query: JsonObject): QueryShape {
  const aliases = listOf(query.Aggregates).map((item) => (isObject(item) ? (item.Alias ?? null) : null));
  const asked = [...listOf(query.SelectedFields), ...listOf(query.GroupBy), ...aliases];
  const entityName = typeof query.EntityName === 'string' ? query.EntityName : '';
  return { asked: asked.filter((name) => typeof name === 'string'), entity: catalogue.find(entityName) };
}

const listOf = (json: JsonValue | undefined): readonly JsonValue[] => (isArray(json) ? json : []);

/**
 * Columns of rows: the members of all rows, in the order of the query, then of the entity, then of the rows. Stored rows do
 * not keep the order of their members. Without rows, the columns that the query asks for.
 */
export function fileColumns(rows: readonly JsonObject[], { asked, entity }: QueryShape): readonly FileColumn[] {
  const found = new Set<string>(rows.length === 0 ? asked : []);
  for (const row of rows) for (const name in row) found.add(name);
  const known = [...asked, ...[...(entity?.fields.values() ?? [])].map((field) => field.name)];
  const places = new Map(known.map((name, at) => [name.toLowerCase(), at] as const).toReversed());
  const placeOf = (name: string): number => places.get(name.toLowerCase()) ?? Infinity;
  return [...found]
    .toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)))
    .map((name) => ({ name, kind: kindOf(name, rows, entity) }));
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  Date: 'date',
  DateTime: 'datetime',
};

/** The field decides on days and instants; in other columns all values do. */
function kindOf(name: string, rows: readonly JsonObject[], entity: Entity | undefined): ColumnKind {
  const field = entity?.fields.get(name.toLowerCase());
  return field ? (KINDS[field.type] ?? 'text') : kindOfValues(name, rows);
}

function kindOfValues(name: string, rows: readonly JsonObject[]): ColumnKind {
  let kind: ColumnKind | undefined;
  for (const row of rows) {
    const value = row[name] ?? null;
    if (value === null) continue;
    const own = typeof value === 'string' && serialOf(value) !== undefined ? kindOfTime(value) : 'text';
    if (own === 'text' || (kind !== undefined && kind !== own)) return 'text';
    kind = own;
  }
  return kind ?? 'text';
}

const kindOfTime = (text: string): ColumnKind => (text.length === 'yyyy-MM-dd'.length ? 'date' : 'datetime');
