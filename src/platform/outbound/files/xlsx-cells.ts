import { DomainError } from '#core/errors.js';
import { JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { exactDecimal } from '#core/values/exact-decimal.js';
import type { ColumnKind, FileColumn } from './file-table.js';
import { serialOf } from './serial-date.js';
import { cellText } from './spreadsheet-text.js';

/** Place of a cell: row from 1, column from 0. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const MAX_CELL_CHARACTERS = 32_767;
/** Digits that spreadsheets keep; a number with more of them is written as text. */
const MAX_DIGITS = 15;
/** Position of the decimal point in numbers that a double holds with all 15 digits. */
const [MIN_POINT, MAX_POINT] = [-306, 308];
/** Indexes of the cell formats in the styles of the workbook. */
const STYLE_OF: Readonly<Record<'date' | 'datetime', number>> = { date: 1, datetime: 2 };

/** Writes the row with the names of the columns. */
export const headerXml = (columns: readonly FileColumn[]): string =>
  rowXml(1, (place) => textXml(columns[place.column].name, place), columns.length);

/** Writes a row of values. @param row number of the row in the sheet, from 1 */
export const valuesXml = (columns: readonly FileColumn[], values: JsonObject, row: number): string =>
  rowXml(
    row,
    (place) => cellXml(values[columns[place.column].name], columns[place.column].kind, place),
    columns.length,
  );

function rowXml(row: number, cell: (place: CellPlace) => string, length: number): string {
  let cells = '';
  for (let column = 0; column < length; column++) cells += cell({ row, column });
  return `<row r="${row}">${cells}</row>`;
}

function cellXml(value: JsonValue | undefined, kind: ColumnKind, place: CellPlace): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return `<c r="${nameOf(place)}" t="b"><v>${Number(value)}</v></c>`;
  if (value instanceof JsonNumber) return numberXml(value.text, place);
  const isTime = (kind === 'date' || kind === 'datetime') && typeof value === 'string';
  return (isTime && timeXml(value, STYLE_OF[kind], place)) || textXml(cellText(value), place);
}

function timeXml(text: string, style: number, place: CellPlace): string | undefined {
  const serial = serialOf(text);
  return serial === undefined ? undefined : `<c r="${nameOf(place)}" s="${style}"><v>${serial}</v></c>`;
}

const numberXml = (text: string, place: CellPlace): string =>
  isKept(text) ? `<c r="${nameOf(place)}"><v>${text}</v></c>` : textXml(text, place);

/** Tells whether a spreadsheet keeps all digits of a number. */
function isKept(text: string): boolean {
  const number = exactDecimal(text);
  if (!number) return false;
  return number.digits.length <= MAX_DIGITS && number.point >= MIN_POINT && number.point <= MAX_POINT;
}

/** Text cells are never formulas, so they hold the value unchanged. */
function textXml(text: string, place: CellPlace): string {
  if (text.length > MAX_CELL_CHARACTERS) {
    const message = `Cell ${nameOf(place)} of the sheet has ${text.length} characters; at most ${MAX_CELL_CHARACTERS} are allowed.`;
    throw new DomainError({ code: 'TooLarge', message });
  }
  return text === ''
    ? ''
    : `<c r="${nameOf(place)}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** Characters with a meaning in XML, characters that it refuses or changes, and texts that look like their escapes. */
const SPECIAL = /[&<>"]|[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for a sheet. Characters that XML cannot hold are written as `_x0000_` (ECMA-376, ST_Xstring). */
const xmlText = (text: string): string =>
  text.replace(
    SPECIAL,
    (found) => ENTITIES[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );

/** Returns the name of a cell, such as `AB12`. */
function nameOf({ row, column }: CellPlace): string {
  let letters = '';
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1)
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  return letters + row;
}
