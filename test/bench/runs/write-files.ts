/** A program: writes one file of many rows to nowhere, and tells what it cost. */
import { JsonNumber, type JsonObject } from '#core/json/json.js';
import { csvFile } from '#platform/outbound/files/csv-file.js';
import type { FileColumn, FileTable } from '#platform/outbound/files/file-table.js';
import { xlsxFile } from '#platform/outbound/files/xlsx-file.js';
import { zipFile } from '#platform/outbound/files/zip-file.js';

/** Cost of a file. */
export interface Written {
  readonly bytes: number;
  readonly ms: number;
  readonly grownBytes: number;
}

const LIMIT_BYTES = 100 * 2 ** 20;
const SAMPLE_MS = 20;
const COLUMNS: readonly FileColumn[] = [
  { name: 'Number', kind: 'text' },
  { name: 'Name', kind: 'text' },
  { name: 'Amount', kind: 'number' },
  { name: 'DueOn', kind: 'date' },
  { name: 'CreatedOn', kind: 'datetime' },
  { name: 'IsPaid', kind: 'bool' },
];

const rowOf = (i: number): JsonObject => ({
  Number: `INV-${String(i).padStart(8, '0')}`,
  Name: `Customer ${i} of the north`,
  Amount: new JsonNumber(`${i}.50`),
  DueOn: '2026-02-28',
  CreatedOn: '2026-01-31T08:15:00.123Z',
  IsPaid: i % 2 === 0,
});

async function* rowsOf(count: number): AsyncGenerator<JsonObject> {
  for (let i = 0; i < count; i++) yield await Promise.resolve(rowOf(i));
}

const tableOf = (count: number): FileTable => ({ columns: COLUMNS, rows: rowsOf(count) });

const FORMATS: Readonly<Record<string, (rows: number) => AsyncIterable<Buffer>>> = {
  csv: (rows) => csvFile(tableOf(rows), LIMIT_BYTES),
  xlsx: (rows) => xlsxFile(tableOf(rows), LIMIT_BYTES),
  zip: (rows) => zipFile([{ name: 'rows.csv', content: csvFile(tableOf(rows), LIMIT_BYTES) }], LIMIT_BYTES),
};

async function write(format: string, rows: number): Promise<Written> {
  const before = process.memoryUsage.rss();
  let [highest, bytes] = [before, 0];
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), SAMPLE_MS);
  const startedAt = performance.now();
  for await (const chunk of FORMATS[format](rows)) bytes += chunk.length;
  clearInterval(timer);
  return { bytes, ms: performance.now() - startedAt, grownBytes: highest - before };
}

process.once('message', ({ format, rows }: { readonly format: string; readonly rows: number }) => {
  void write(format, rows).then((written) => process.send!(written));
});
