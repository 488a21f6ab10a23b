import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { type Assignment, isMisspeltMatch, namesTarget } from '#core/requests/assignments.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import type { AssignedPaths, DraftRow } from '#records/core/drafts/draft.js';
import { type Fault, Faults } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import { PatternWork } from '#core/values/bounded-pattern.js';

/** A row of the body, of any JSON type, and its index. */
export interface NumberedRow {
  readonly index: number;
  readonly row: JsonValue;
}

/** A row as a record to store, or its faults. */
export interface DraftedRow {
  readonly index: number;
  readonly row?: DraftRow;
  readonly faults: readonly Fault[];
}

/** Faults of rows that do not have one cell per column. */
export async function unevenFaults(rows: AsyncIterable<NumberedRow>, width: number): Promise<readonly Fault[]> {
  const faults = new Faults();
  for await (const { index, row } of rows) {
    const at = `Values[${index}]`;
    const message = isArray(row)
      ? `${at} has ${row.length} values, but Fields names ${width}.`
      : `${at} must be an array with a value for each of Fields.`;
    faults.add('Validation', message, { path: at, rowIndex: index });
  }
  return faults.list;
}

/** Paths of a row's cells; formatted only when the row has a fault. */
class CellPaths implements AssignedPaths {
  constructor(
    private readonly path: string,
    /** Index of the cell by field name; the same for all rows. */
    private readonly cells: ReadonlyMap<string, number>,
  ) {}

  get(fieldName: string): string | undefined {
    const cell = this.cells.get(fieldName);
    return cell === undefined ? undefined : `${this.path}[${cell}]`;
  }

  has(fieldName: string): boolean {
    return this.cells.has(fieldName);
  }

  keys(): MapIterator<string> {
    return this.cells.keys();
  }
}

/** Drafts the rows of one bulk insert, each a record without nested records. */
export class FlatRows {
  /** Work of patterns on the rows since the event loop was yielded. */
  readonly patternWork = new PatternWork();
  readonly #cells: ReadonlyMap<string, number>;
  /** Indexes of cells that are lookups. */
  readonly #lookups: readonly number[];

  /** @param idsOf returns the function that creates the UUIDs of a row */
  constructor(
    private readonly ctx: RequestContext,
    private readonly entity: Entity,
    private readonly columns: readonly Field[],
    private readonly idsOf: (index: number) => () => string,
  ) {
    this.#cells = new Map(columns.map(({ name }, i) => [name, i]));
    this.#lookups = [...columns.keys()].filter((i) => columns[i].type === 'Lookup' && !columns[i].isSystem);
  }

  draft({ index, row }: NumberedRow): DraftedRow {
    const cells = isArray(row) ? row : [];
    const path = `Values[${index}]`;
    const assignments = this.columns.map(({ name }, i): Assignment => ({
      name,
      value: cells[i],
      path: `${path}[${i}]`,
    }));
    const nested = this.#nestedFaults(assignments);
    if (nested.length > 0) return { index, faults: nested };
    const drafter = new Drafter(this.ctx, this.idsOf(index));
    const paths = new CellPaths(path, this.#cells);
    const draft = drafter.addFlat(this.entity, this.columns, assignments, { path, depth: 0, paths });
    this.patternWork.add(drafter.reader.patternWork.done);
    const faults = drafter.faults.list;
    return faults.length > 0 ? { index, faults } : { index, row: draft, faults };
  }

  #nestedFaults(assignments: readonly Assignment[]): readonly Fault[] {
    return this.#lookups.flatMap((i): readonly Fault[] => {
      const { name, target } = this.columns[i];
      const { value, path } = assignments[i];
      const entity = this.ctx.catalogue.entity(target!);
      if (namesTarget(value, entity)) return [];
      const reader = readerOf(this.ctx);
      if (isMisspeltMatch(value, entity, `${path}.Value`, reader)) return reader.faults.list;
      const message = `${name} takes the Id of a ${target} or a Match: rows of a bulk insert are flat.`;
      return [{ code: 'Validation', message, fieldName: name, path }];
    });
  }
}
