import { checkColumns, type FileTable } from './file-table.js';
import { cellText, harmlessText } from './spreadsheet-text.js';
import { limitedChunks, textChunks } from './written-chunks.js';

const FORMAT = { record_delimiter: '\r\n', quote_record_delimiter: true };
/** Records that are written by one call, because each call checks its options. */
const RECORDS_AT_ONCE = 50;

/**
 * Writes a table as CSV (RFC 4180): UTF-8, a row with the names of the columns, numbers with all digits.
 *
 * @param written text of a cell; by default one that a spreadsheet would run as a formula starts with an apostrophe
 * @throws {DomainError} TooLarge, Validation
 */
export function csvFile(table: FileTable, limitBytes: number, written = harmlessText): AsyncGenerator<Buffer> {
  checkColumns(table.columns);
  return limitedChunks(textChunks(lines(table, written)), limitBytes);
}

async function* lines({ columns, rows }: FileTable, written: (text: string) => string): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  let records = [columns.map(({ name }) => written(name))];
  for await (const row of rows) {
    records.push(columns.map(({ name }) => written(cellText(row[name]))));
    if (records.length < RECORDS_AT_ONCE) continue;
    yield stringify(records, FORMAT);
    records = [];
  }
  if (records.length > 0) yield stringify(records, FORMAT);
}
