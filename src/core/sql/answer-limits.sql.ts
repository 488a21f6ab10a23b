import type { Field } from '#core/catalogue/field.js';
import { list, raw, sql, type Sql } from './sql.js';

/** Limits that the database has an aggregate for, in MB. */
type Limit = 2 | 8 | 16;

/** All rows of an answer. */
export const MAX_ANSWER_MB = 16;
/** Texts and documents of one row: while it is built, a backend needs some ten times as much. */
export const MAX_ROW_MB = 8;
/** Included records of one row, or one group: includes are copied on each level, groups while they are made. */
export const MAX_INCLUDED_MB = 2;

const MAX_INT4 = 2_147_483_647;
/** Values that can have no more than this together, as JSON, are not measured. */
const SMALL_BYTES = 16_384;
/** Values that are stored in no more than this are not measured: compressed, they may have a hundred times as much. */
const SMALL_STORED_BYTES = 65_536;
/** JSON writes a control character with six. */
const MOST_BYTES_PER_CHARACTER = 6;

/** Adds up the sizes of texts over rows, and stops the statement beyond the limit. */
export const totalWithin = (limit: Limit, text: Sql): Sql =>
  sql`${raw(`platform.within_${limit}_mb`)}(octet_length(${text}))`;

/** Adds up the sizes of texts of one row, and stops the statement beyond the limit: an int4 cannot be larger. */
export function sumWithin(limit: Limit, texts: readonly Sql[]): Sql {
  const start = raw(String(MAX_INT4 - limit * 2 ** 20));
  return list([start, ...texts.map((text) => sql`COALESCE(octet_length(${text}), 0)`)], ' + ');
}

/** The most bytes that a value of the field may have as JSON. */
function mostBytes({ type, maxLength = Infinity }: Field): number {
  if (type === 'Json') return Infinity;
  return type === 'Text' || type === 'LongText' ? maxLength * MOST_BYTES_PER_CHARACTER : 0;
}

/** The values of one row that may be large, while the row's JSON is being written. */
export class LargeValues {
  readonly #stored: Sql[] = [];
  readonly #json: Sql[] = [];
  #smallBytes = 0;

  /** Notes a value that the row shows, and its JSON. */
  add(field: Field, column: Sql, json: Sql): void {
    const most = mostBytes(field);
    if (most === 0) return;
    if (this.#smallBytes + most <= SMALL_BYTES) {
      this.#smallBytes += most;
      return;
    }
    // The size of a text is known without reading it, that of a document as it is stored.
    this.#stored.push(field.type === 'Json' ? sql`pg_column_size(${column})` : sql`octet_length(${column})`);
    this.#json.push(json);
  }

  /**
   * The row's JSON, which is only built where its values are within the limit. They are measured one after the other,
   * so that no two of them are in memory at once.
   */
  bounded(limit: Limit, row: Sql): Sql {
    if (this.#json.length === 0) return row;
    const stored = this.#stored.map((size) => sql`COALESCE(${size}, 0)`);
    const small = sql`${list(stored, ' + ')} <= ${raw(String(SMALL_STORED_BYTES))}`;
    const values = list(this.#json.map((json) => sql`(${json})`));
    const within = sql`(SELECT ${totalWithin(limit, raw('v.json'))} > 0 FROM (VALUES ${values}) v(json))`;
    return sql`CASE WHEN ${small} OR ${within} THEN ${row} END`;
  }
}
