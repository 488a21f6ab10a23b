import { DomainError } from '#core/errors.js';
import { checkColumns, type FileTable } from './file-table.js';
import { limitedChunks, textChunks } from './written-chunks.js';
import { headerXml, valuesXml } from './xlsx-cells.js';
import { SHEET_END, SHEET_PATH, SHEET_START, WORKBOOK_PARTS } from './xlsx-parts.js';
import { archive } from './archive.js';
import { textFile } from './text-file.js';

/** Size of a sheet before compression that every program can read (zip without its 64-bit extension). */
const MAX_SHEET_BYTES = 2 ** 32 - 2;
/** Rows of a sheet (ECMA-376), the row with names included. */
const MAX_ROWS = 1_048_576;

/**
 * Writes a table as an Excel workbook with one sheet: days and instants (in UTC) are real dates, numbers keep their
 * digits, and those with more than 15 become text. Texts are text cells, which no spreadsheet runs.
 *
 * @throws {DomainError} TooLarge for the file, a cell or the number of rows; Validation
 */
export function xlsxFile(table: FileTable, limitBytes: number): AsyncGenerator<Buffer> {
  checkColumns(table.columns);
  const content = limitedChunks(textChunks(sheet(table)), MAX_SHEET_BYTES);
  const parts = Object.entries(WORKBOOK_PARTS).map(([name, text]) => ({ name, content: textFile(text, Infinity) }));
  return limitedChunks(archive([...parts, { name: SHEET_PATH, content }]), limitBytes);
}

async function* sheet({ columns, rows }: FileTable): AsyncGenerator<string> {
  yield SHEET_START + headerXml(columns);
  let row = 1;
  for await (const values of rows) {
    if (++row > MAX_ROWS) {
      const message = `A sheet has at most ${MAX_ROWS} rows, the row with names included.`;
      throw new DomainError({ code: 'TooLarge', message, params: { MaxRows: MAX_ROWS } });
    }
    yield valuesXml(columns, values, row);
  }
  yield SHEET_END;
}
