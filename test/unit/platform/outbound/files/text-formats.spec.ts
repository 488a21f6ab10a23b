import { setImmediate as nextTurn } from 'node:timers/promises';
import { readJson } from '#core/json/read-json.js';
import { csvFile } from '#platform/outbound/files/csv-file.js';
import { jsonFile } from '#platform/outbound/files/json-file.js';
import { textFile } from '#platform/outbound/files/text-file.js';
import { bytesOf, CountedRows, numeral, tableOf, textOf } from './tables.js';

const LIMIT = 1_000_000;
const csv = (...table: Parameters<typeof tableOf>): Promise<string> => textOf(csvFile(tableOf(...table), LIMIT));

describe('csvFile', () => {
  // Requirement: R191
  it('writes RFC 4180 with a header row and exact numbers', async () => {
    const written = await csv(
      ['Name:text', 'Net total:number', 'Paid:bool', 'Day:date', 'At:datetime', 'More:json'],
      [
        'Ünal, "A" & Söhne',
        numeral('12345678901234567890.10'),
        true,
        '2026-03-01',
        '2026-03-01T12:00:00.5Z',
        { a: numeral('1.0'), b: [null] },
      ],
      ['two\r\nlines', numeral('-5'), false, null, null, null],
      ['', numeral('1E5')],
    );
    expect(written).toBe(
      'Name,Net total,Paid,Day,At,More\r\n' +
        '"Ünal, ""A"" & Söhne",12345678901234567890.10,true,2026-03-01,2026-03-01T12:00:00.5Z,"{""a"":1.0,""b"":[null]}"\r\n' +
        '"two\r\nlines",-5,false,,,\r\n' +
        ',1E5,,,,\r\n',
    );
  });

  // Requirement: R191, S13
  it.each([
    ['=1+1', "'=1+1"],
    ['+491234', '+491234'],
    ['+49 0711 2842222', '+49 0711 2842222'],
    ['+1 (604) 555-4729', '+1 (604) 555-4729'],
    ['-12.50 %', '-12.50 %'],
    ['-12.50%', '-12.50%'],
    ['+A1', "'+A1"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ['- item', "'- item"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['-5', '-5'],
    ['-5.25e3', '-5.25e3'],
    ['-', '-'],
    ['--', '--'],
    ['a=1', 'a=1'],
    ["'=1", "'=1"],
    [' =1', ' =1'],
  ])('writes the text %j as %j', async (text, cell) => {
    expect(await csv(['A:text'], [text])).toBe(`A\r\n${cell}\r\n`);
  });

  it('writes texts unchanged where they are not to be escaped', async () =>
    expect(await textOf(csvFile(tableOf(['=A:text'], ['=1']), LIMIT, (text) => text))).toBe('=A\r\n=1\r\n'));

  it('escapes names of columns and values inside of JSON columns', async () => {
    expect(await csv(['=A:json'], ['=1'])).toBe("'=A\r\n'=1\r\n");
  });

  it('refuses columns of the same name, and none', async () => {
    expect(() => csvFile(tableOf(['A:text', 'A:number']), LIMIT)).toThrow("Two columns of the file have the name 'A'");
    expect(() => csvFile(tableOf([]), LIMIT)).toThrow('1 to 16384 columns');
  });

  // Requirement: R191
  it('ends at the limit, reads no rows beyond it and closes them', async () => {
    const rows = new CountedRows(Infinity, (at) => ({ A: numeral(String(at)) }));
    const file = csvFile({ columns: [{ name: 'A', kind: 'number' }], rows }, 200_000);
    await expect(bytesOf(file)).rejects.toMatchObject({
      code: 'TooLarge',
      message: 'The file has more than 200000 bytes.',
    });
    expect([rows.isClosed, rows.made > 20_000, rows.made < 60_000]).toEqual([true, true, true]);
  });

  it('accepts a file of exactly its limit', async () => {
    expect(await textOf(csvFile(tableOf(['A:text'], ['b']), 6))).toBe('A\r\nb\r\n');
    await expect(textOf(csvFile(tableOf(['A:text'], ['b']), 5))).rejects.toThrow('more than 5 bytes');
  });

  it('reads rows as fast as the reader takes chunks, and closes them when it stops', async () => {
    const rows = new CountedRows(1_000_000, () => ({ A: 'x'.repeat(1_000) }));
    const file = csvFile({ columns: [{ name: 'A', kind: 'text' }], rows }, 10 ** 9);
    await file.next();
    await nextTurn();
    expect(rows.made).toBeLessThan(200);
    await file.return(undefined);
    expect(rows.isClosed).toBe(true);
  });

  it('leaves time for other work while rows arrive without a pause', async () => {
    const rows = new CountedRows(100_000, () => ({ A: 'x' }));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await bytesOf(csvFile({ columns: [{ name: 'A', kind: 'text' }], rows }, 10 ** 9));
    clearInterval(timer);
    // Without pauses there would be none; a busy machine leaves few.
    expect(turns).toBeGreaterThan(0);
  });

  it('passes on faults of the rows', async () => {
    const rows = new CountedRows(10, (at) => {
      if (at === 5) throw new Error('the rows ended');
      return {};
    });
    await expect(bytesOf(csvFile({ columns: [{ name: 'A', kind: 'text' }], rows }, LIMIT))).rejects.toThrow(
      'the rows ended',
    );
  });
});

describe('jsonFile', () => {
  // Requirement: R191
  it('writes all columns in order with exact numbers', async () => {
    const table = tableOf(
      ['b:text', '__proto__:number', 'a"b:json'],
      ['=1', numeral('1.10'), [numeral('12345678901234567890')]],
      ['\ud800'],
    );
    const written = await textOf(jsonFile(table, LIMIT));
    expect(written).toBe(
      '[\n{"b":"=1","__proto__":1.10,"a\\"b":[12345678901234567890]},\n{"b":"\\ud800","__proto__":null,"a\\"b":null}\n]\n',
    );
    expect(readJson(written)).toHaveLength(2);
  });

  it('writes no rows as an empty array', async () => {
    expect(await textOf(jsonFile(tableOf(['A:text']), LIMIT))).toBe('[]\n');
  });
});

describe('textFile', () => {
  it('writes a long text in whole characters', async () => {
    const text = `a${'😀'.repeat(100_000)}`;
    expect(await textOf(textFile(text, LIMIT))).toBe(text);
    expect(await textOf(textFile('', LIMIT))).toBe('');
    await expect(bytesOf(textFile(text, 400_000))).rejects.toMatchObject({ code: 'TooLarge' });
  });
});
