import { JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { ColumnKind, FileTable } from '#platform/outbound/files/file-table.js';

/** A table from columns written as `Name:kind` and rows of values. */
export function tableOf(columns: readonly string[], ...rows: readonly (readonly JsonValue[])[]): FileTable {
  const named = columns.map((column) => {
    const at = column.lastIndexOf(':');
    return { name: column.slice(0, at), kind: column.slice(at + 1) as ColumnKind };
  });
  return {
    columns: named,
    rows: rowsOf(
      named.map(({ name }) => name),
      rows,
    ),
  };
}

async function* rowsOf(names: readonly string[], rows: readonly (readonly JsonValue[])[]): AsyncGenerator<JsonObject> {
  for (const row of rows) {
    const values = Object.create(null) as Record<string, JsonValue>;
    for (const [at, value] of row.entries()) values[names[at]] = value;
    yield values;
  }
}

export const numeral = (text: string): JsonNumber => new JsonNumber(text);

/** Rows that are made when they are read; counts them and notes that the reader has closed them. */
export class CountedRows implements AsyncIterable<JsonObject> {
  made = 0;
  isClosed = false;

  constructor(
    private readonly count: number,
    private readonly row: (at: number) => JsonObject,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonObject> {
    try {
      for (; this.made < this.count; this.made++) yield this.row(this.made);
    } finally {
      this.isClosed = true;
    }
  }
}

export async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

export const textOf = async (chunks: AsyncIterable<Buffer>): Promise<string> => (await bytesOf(chunks)).toString();
