import { DomainError } from '#core/errors.js';
import { checkColumns, type FileTable } from './file-table.js';
import { limitedChunks, textChunks } from './written-chunks.js';
import { headerXml, valuesXml } from './xlsx-cells.js';
import { archive } from './archive.js';
import { textFile } from './text-file.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Parts of a workbook with one sheet that are the same for every file, by their paths. */
const WORKBOOK_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Cell formats: 0 general, 1 day, 2 day with time.
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${SHEETS}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

const SHEET_PATH = 'xl/worksheets/sheet1.xml';
const SHEET_START = `${HEAD}<worksheet xmlns="${SHEETS}"><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

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
