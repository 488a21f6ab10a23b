import { DomainError } from '../../core/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { csvFile } from '../../platform/files/csv-file.js';
import type { FileColumn, FileTable } from '../../platform/files/file-table.js';
import { jsonFile } from '../../platform/files/json-file.js';
import { cellText } from '../../platform/files/spreadsheet-text.js';
import { textFile } from '../../platform/files/text-file.js';
import { xlsxFile } from '../../platform/files/xlsx-file.js';
import type { StepCall } from '../runs/index.js';
import { fileColumns, queryShape } from './file-columns.rules.js';
import { MAX_FILE_BYTES } from './file-limits.js';

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
  const { Format: format, Source: source = null, Text: text = null } = call.body;
  if (source === null) return () => textFile(cellText(text), MAX_FILE_BYTES);
  const rows = rowsOf(call, source);
  const columns = fileColumns(rows, queryShape(call.ctx, call.earlier(cellText(source))?.action.body ?? {}));
  const write = typeof format === 'string' ? FORMATS[format.toLowerCase()] : undefined;
  if (!write) throw invalid('A file with a Source has the format Csv, Json or Xlsx.', 'Format');
  return () => write(rows, columns, call.body);
}

function rowsOf({ outputOf }: StepCall, source: JsonValue): readonly JsonObject[] {
  const name = cellText(source).slice(0, 100);
  const rows = outputOf(cellText(source));
  if (rows === undefined) throw invalid(`${name} has no rows, because it was not run.`, 'Source');
  if (isArray(rows) && rows.every(isObject)) return rows;
  throw invalid(`The output of ${name} is no list of rows.`, 'Source');
}

const invalid = (message: string, path: string): DomainError => new DomainError({ code: 'Validation', message, path });
