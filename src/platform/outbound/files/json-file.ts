import { writeJson } from '#core/json/json.js';
import { checkColumns, type FileColumn, type FileTable } from './file-table.js';
import { limitedChunks, textChunks } from './written-chunks.js';

/**
 * Writes a table as a JSON array of objects with all columns in order; numbers keep their digits.
 *
 * @throws {DomainError} TooLarge, Validation
 */
export function jsonFile(table: FileTable, limitBytes: number): AsyncGenerator<Buffer> {
  checkColumns(table.columns);
  return limitedChunks(textChunks(objects(table)), limitBytes);
}

async function* objects({ columns, rows }: FileTable): AsyncGenerator<string> {
  const keys = columns.map(({ name }: FileColumn) => ({ name, key: JSON.stringify(name) }));
  let separator = '[';
  for await (const row of rows) {
    yield `${separator}\n{${keys.map(({ name, key }) => `${key}:${writeJson(row[name] ?? null)}`).join(',')}}`;
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}
