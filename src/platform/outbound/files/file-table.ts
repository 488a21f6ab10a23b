import { shortened } from '#core/nearest.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';

export type ColumnKind = 'text' | 'number' | 'bool' | 'date' | 'datetime' | 'json';

/** Column of a file: a member of each row. */
export interface FileColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Rows of a file, read one after the other as the file is written. */
export interface FileTable {
  readonly columns: readonly FileColumn[];
  readonly rows: AsyncIterable<JsonObject>;
}

/** Columns of a sheet (ECMA-376); the other formats have the same limit. */
const MAX_COLUMNS = 16_384;

/** Checks the columns of a file. @throws {DomainError} Validation */
export function checkColumns(columns: readonly FileColumn[]): void {
  if (columns.length === 0 || columns.length > MAX_COLUMNS) refuse(`A file has 1 to ${MAX_COLUMNS} columns.`);
  const names = new Set<string>();
  for (const { name } of columns) {
    if (names.has(name)) refuse(`Two columns of the file have the name '${shortened(name)}'.`);
    names.add(name);
  }
}

function refuse(message: string): never {
  throw new DomainError({ code: 'Validation', message });
}
