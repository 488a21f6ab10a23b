import { csvFile } from '#platform/outbound/files/csv-file.js';
import { textFile } from '#platform/outbound/files/text-file.js';
import { zipFile } from '#platform/outbound/files/zip-file.js';
import { until } from '../../../../support/until.js';
import { bytesOf, CountedRows, tableOf } from './tables.js';
import { unzip } from './unzip.js';

const LIMIT = 10_000_000;
const text = (content: string): AsyncIterable<Buffer> => textFile(content, LIMIT);
const columns = [{ name: 'A', kind: 'text' }] as const;

describe('zipFile', () => {
  // Requirement: R190, T49
  it('writes files that unpack to what they were', async () => {
    const long = 'ü😀'.repeat(200_000);
    const files = await unzip(
      await bytesOf(
        zipFile(
          [
            { name: '../report.csv', content: csvFile(tableOf(['A:text'], ['b']), LIMIT) },
            { name: 'Übersicht 😀.txt', content: text(long) },
            { name: 'x/REPORT.csv', content: text('') },
            { name: 'nul', content: text('n') },
          ],
          LIMIT,
        ),
      ),
    );
    expect([...files].map(([name, content]) => [name, content.length])).toEqual([
      ['report.csv', 6],
      ['Übersicht 😀.txt', Buffer.byteLength(long)],
      ['REPORT (2).csv', 0],
      ['_nul', 1],
    ]);
    expect(files.get('Übersicht 😀.txt')!.toString()).toBe(long);
  });

  // Requirement: T49
  it('refuses no files and too many', () => {
    expect(() => zipFile([], LIMIT)).toThrow('at least one file');
    const many = Array.from({ length: 1_001 }, () => ({ name: 'a', content: text('') }));
    expect(() => zipFile(many, LIMIT)).toThrow('at most 1000 files');
  });

  it('writes a thousand files', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ name: 'a.txt', content: text(String(at)) }));
    const files = await unzip(await bytesOf(zipFile(many, LIMIT)));
    expect([files.size, files.get('a (1000).txt')?.toString()]).toEqual([1_000, '999']);
  });

  it('passes on the fault of a file and closes the others', async () => {
    const failing = new CountedRows(1_000, (at) => {
      if (at === 900) throw new Error('the rows ended');
      return { A: 'x' };
    });
    const files = [
      { name: 'a', content: text('a') },
      { name: 'b', content: csvFile({ columns, rows: failing }, LIMIT) },
      { name: 'c', content: text('c') },
    ];
    await expect(bytesOf(zipFile(files, LIMIT))).rejects.toThrow('the rows ended');
    expect(failing.isClosed).toBe(true);
  });

  it('ends at its limit and closes its files', async () => {
    const rows = new CountedRows(Infinity, (at) => ({ A: String(Math.sin(at)) }));
    const file = zipFile([{ name: 'a', content: csvFile({ columns, rows }, Infinity) }], 500_000);
    await expect(bytesOf(file)).rejects.toMatchObject({ code: 'TooLarge' });
    expect(rows.isClosed).toBe(true);
  });

  it('reads rows as fast as the reader takes chunks, and closes them when it stops', async () => {
    const rows = new CountedRows(1_000_000, (at) => ({ A: String(Math.sin(at)) }));
    const file = zipFile([{ name: 'a', content: csvFile({ columns, rows }, Infinity) }], Infinity);
    await file.next();
    await file.next();
    let before = -1;
    await until('no more rows are read', () => rows.made === before || (before = rows.made) < 0);
    expect(rows.made).toBeLessThan(200_000);
    await file.return(undefined);
    expect(rows.isClosed).toBe(true);
  });
});
