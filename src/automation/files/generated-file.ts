import { DomainError } from '#core/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { parseTemplate, textOf, type Token, ValueRoom } from '#core/tokens/template.js';
import { csvFile } from '#platform/outbound/files/csv-file.js';
import type { FileColumn, FileTable } from '#platform/outbound/files/file-table.js';
import { jsonFile } from '#platform/outbound/files/json-file.js';
import { cellText } from '#platform/outbound/files/spreadsheet-text.js';
import { textFile } from '#platform/outbound/files/text-file.js';
import { xlsxFile } from '#platform/outbound/files/xlsx-file.js';
import type { StepCall } from '#automation/runs/action-handler.js';
import { fileColumns, queryShape } from './file-columns.js';
import { MAX_FILE_BYTES } from '#automation/core/files/file-limits.js';

/** Writes a file from its start, on each call. */
export type WriteFile = () => AsyncIterable<Buffer>;

type Format = (rows: readonly JsonObject[], columns: readonly FileColumn[], body: JsonObject) => AsyncIterable<Buffer>;

const unchanged = (text: string): string => text;

/** A sheet has at least one column. */
const NO_COLUMNS: readonly FileColumn[] = [{ name: '', kind: 'text' }];

const FORMATS: Readonly<Record<string, Format>> = {
  csv: (rows, columns, { EscapeFormulas: isEscaped }) => {
    if (columns.length === 0) return textFile('', MAX_FILE_BYTES);
    return csvFile(tableOf(rows, columns), MAX_FILE_BYTES, isEscaped === false ? unchanged : undefined);
  },
  json: (rows, columns) =>
    columns.length === 0 ? textFile('[]\n', MAX_FILE_BYTES) : jsonFile(tableOf(rows, columns), MAX_FILE_BYTES),
  xlsx: (rows, columns) => xlsxFile(tableOf(rows, columns.length === 0 ? NO_COLUMNS : columns), MAX_FILE_BYTES),
};

const tableOf = (rows: readonly JsonObject[], columns: readonly FileColumn[]): FileTable => ({
  columns,
  rows: eachOf(rows),
});

async function* eachOf(rows: readonly JsonObject[]): AsyncGenerator<JsonObject> {
  for (const row of rows) yield await Promise.resolve(row);
}

/** Prepares the file of an action. @throws {DomainError} Validation */
export function generatedFile(call: StepCall): WriteFile {
  const { Format: format, Source: source = null } = call.body;
  if (source === null) {
    const pieces = piecesOf(call);
    return () => textFile(pieces, MAX_FILE_BYTES);
  }
  const rows = rowsOf(call, source);
  const columns = fileColumns(rows, queryShape(call.ctx, call.earlier(cellText(source))?.action.body ?? {}));
  const write = typeof format === 'string' ? FORMATS[format.toLowerCase()] : undefined;
  if (!write) throw invalid('A file with a Source has the format Csv, Json or Xlsx.', 'Format');
  return () => write(rows, columns, call.body);
}

/** The parts of the text of a file. A token that stands in it many times has its text in memory once. */
function piecesOf({ action, find }: StepCall): readonly string[] {
  const { Text: text = null } = action.body;
  if (typeof text !== 'string') return [cellText(text)];
  const template = parseTemplate(text);
  const room = new ValueRoom(MAX_FILE_BYTES, 'Text');
  const texts = new Map<string, string>();
  const textOfToken = (token: Token): string => {
    const known = texts.get(token.text);
    if (known !== undefined) return known;
    const value = find(token) ?? null;
    const made = template.length === 1 ? cellText(value) : textOf(value);
    texts.set(token.text, made);
    return made;
  };
  return template.map((part) => {
    const piece = typeof part === 'string' ? part : textOfToken(part);
    room.take(piece.length);
    return piece;
  });
}

function rowsOf({ outputOf }: StepCall, source: JsonValue): readonly JsonObject[] {
  const name = cellText(source).slice(0, 100);
  const rows = outputOf(cellText(source));
  if (rows === undefined) throw invalid(`${name} has no rows, because it was not run.`, 'Source');
  if (isArray(rows) && rows.every(isObject)) return rows;
  throw invalid(`The output of ${name} is no list of rows.`, 'Source');
}

const invalid = (message: string, path: string): DomainError => new DomainError({ code: 'Validation', message, path });
