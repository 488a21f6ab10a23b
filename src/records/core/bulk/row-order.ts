import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import { textOf } from '#core/tokens/template.js';
import type { NumberedRow } from './flat-rows.js';

/** Maximum of rows of a statement, also where rows refer to each other in a circle. */
const MAX_STATEMENT = 10_000;

/** Columns of a call by which its rows may refer to each other. */
export interface RowReferences {
  /** Columns that are lookups of the entity itself. */
  readonly lookups: readonly number[];
  /** Index of a column by its field's name in lower case. */
  readonly columns: ReadonlyMap<string, number>;
}

/** The references of a call; `undefined` where its rows cannot refer to each other. */
export function rowReferences(entity: Entity, columns: readonly Field[]): RowReferences | undefined {
  const lookups = [...columns.entries()].filter(([, { target }]) => target === entity.name).map(([i]) => i);
  if (lookups.length === 0) return undefined;
  return { lookups, columns: new Map(columns.map(({ name }, i) => [name.toLowerCase(), i])) };
}

/** A row in its place. */
interface Placed {
  readonly row: NumberedRow;
  /** Rows that it names by `Id`: stored by the same statement, or before. */
  readonly byId: readonly number[];
  /** Rows that it names by `Match`, which sees stored rows only: stored by a statement before. */
  readonly byMatch: readonly number[];
}

/**
 * Orders the rows of a call so that the targets of their lookups come first, and groups those that one statement may store.
 * @param size maximum of rows of a group, unless rows refer to each other in a circle
 * @returns `undefined` where the rows can be stored as they stand
 */
export function orderedGroups(
  rows: readonly NumberedRow[],
  references: RowReferences,
  size: number,
): readonly (readonly NumberedRow[])[] | undefined {
  const placed = withTargets(rows, references);
  if (placed.every(({ byId, byMatch }, i) => byMatch.length === 0 && byId.every((target) => target <= i))) {
    return undefined;
  }
  const { order, levels } = visited(placed);
  order.sort((a, b) => levels[a] - levels[b]);
  return grouped(placed, order, { levels, size });
}

function withTargets(rows: readonly NumberedRow[], { lookups, columns }: RowReferences): readonly Placed[] {
  const known = new Map<string, ReadonlyMap<string, number>>();
  const rowsBy = (name: string): ReadonlyMap<string, number> => {
    const column = columns.get(name);
    const found = known.get(name) ?? new Map(column === undefined ? [] : rows.map((row, i) => [cell(row, column), i]));
    known.set(name, found);
    return found;
  };
  const targetsOf = (i: number, keys: readonly (RowKey | undefined)[]): readonly number[] =>
    keys
      .map((key) => key && rowsBy(key.name).get(key.value))
      .filter((target) => target !== undefined)
      .filter((target) => target !== i);
  return rows.map((row, i) => {
    const cells = lookups.map((lookup) => (isArray(row.row) ? (row.row[lookup] ?? null) : null));
    return { row, byId: targetsOf(i, cells.map(idOf)), byMatch: targetsOf(i, cells.map(matchOf)) };
  });
}

/** Column, by its field's name in lower case, and value by which a row names another one. */
interface RowKey {
  readonly name: string;
  readonly value: string;
}

const idOf = (json: JsonValue): RowKey | undefined =>
  typeof json === 'string' ? { name: 'id', value: keyOf(json) } : undefined;

function matchOf(json: JsonValue): RowKey | undefined {
  const match = isObject(json) ? (json.Match ?? null) : null;
  return isObject(match) ? { name: keyOf(match.FieldName), value: keyOf(match.Value) } : undefined;
}

const keyOf = (json: JsonValue | undefined): string => textOf(json).trim().toLowerCase();

const cell = ({ row }: NumberedRow, column: number): string => (isArray(row) ? keyOf(row[column]) : '');

/** Visits targets before the rows that name them, otherwise in the order of the body. A row stands above those it matches. */
function visited(placed: readonly Placed[]): { readonly order: number[]; readonly levels: Uint32Array } {
  const levels = new Uint32Array(placed.length);
  const isSeen = new Uint8Array(placed.length);
  const order: number[] = [];
  for (const start of placed.keys()) {
    const stack: { readonly at: number; next: number }[] = [];
    const visit = (at: number): void => {
      if (!isSeen[at]) stack.push({ at, next: 0 });
      isSeen[at] = 1;
    };
    visit(start);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const { byId, byMatch } = placed[top.at];
      const target = top.next < byId.length ? byId[top.next] : byMatch[top.next - byId.length];
      if (target === undefined) {
        order.push(top.at);
        levels[top.at] = Math.max(0, ...byId.map((id) => levels[id]), ...byMatch.map((match) => levels[match] + 1));
        stack.pop();
      } else {
        top.next++;
        visit(target);
      }
    }
  }
  return { order, levels };
}

/** Cuts the order between levels, and where a group is full unless a circle of references would be cut. */
function grouped(
  placed: readonly Placed[],
  order: readonly number[],
  { levels, size }: { readonly levels: Uint32Array; readonly size: number },
): readonly (readonly NumberedRow[])[] {
  const positions = new Uint32Array(placed.length);
  for (const [position, at] of order.entries()) positions[at] = position;
  const groups: NumberedRow[][] = [];
  let group: NumberedRow[] = [];
  let farthest = 0;
  for (const [position, at] of order.entries()) {
    const isLevel = position > 0 && levels[at] !== levels[order[position - 1]];
    const isFull = group.length >= size && (farthest < position || group.length >= MAX_STATEMENT);
    if (group.length > 0 && (isLevel || isFull)) {
      groups.push(group);
      group = [];
    }
    group.push(placed[at].row);
    farthest = Math.max(farthest, ...placed[at].byId.map((target) => positions[target]));
  }
  return [...groups, group];
}
