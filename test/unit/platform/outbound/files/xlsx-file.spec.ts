import type { JsonValue } from '#core/json/json.js';
import { xlsxFile } from '#platform/outbound/files/xlsx-file.js';
import { elementsNamed, readXml, type XmlElement } from './read-xml.js';
import { bytesOf, CountedRows, numeral, tableOf } from './tables.js';
import { unzip } from './unzip.js';

const LIMIT = 10_000_000;

const partsOf = async (...table: Parameters<typeof tableOf>): Promise<ReadonlyMap<string, XmlElement>> => {
  const files = await unzip(await bytesOf(xlsxFile(tableOf(...table), LIMIT)));
  return new Map([...files].map(([name, content]) => [name, readXml(content.toString())]));
};

/** Value of a cell as `type style value`, without what is absent; escapes of text are resolved. */
function shown(cell: XmlElement): string {
  const [type, style] = [cell.attributes.get('t'), cell.attributes.get('s')];
  const text = cell.children.map((child) => (child.name === 'v' ? child.text : child.children[0].text)).join('');
  const value =
    type === 'inlineStr'
      ? text.replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      : text;
  return [type, style && `s${style}`, value].filter((part) => part !== undefined).join(' ');
}

async function cellsOf(...table: Parameters<typeof tableOf>): Promise<ReadonlyMap<string, string>> {
  const sheet = (await partsOf(...table)).get('xl/worksheets/sheet1.xml')!;
  return new Map(elementsNamed(sheet, 'c').map((cell) => [cell.attributes.get('r')!, shown(cell)]));
}

const cellOf = async (kind: string, value: JsonValue): Promise<string | undefined> =>
  (await cellsOf([`A:${kind}`], [value])).get('A2');

describe('xlsxFile', () => {
  // Requirement: R191
  it('writes a workbook whose parts refer to each other', async () => {
    const parts = await partsOf(['A:text'], ['b']);
    const overrides = elementsNamed(parts.get('[Content_Types].xml')!, 'Override').map(({ attributes }) =>
      attributes.get('PartName'),
    );
    expect(new Set(overrides)).toEqual(new Set(['/xl/styles.xml', '/xl/workbook.xml', '/xl/worksheets/sheet1.xml']));
    const targets = (name: string, folder: string): readonly string[] =>
      elementsNamed(parts.get(name)!, 'Relationship').map(({ attributes }) => folder + attributes.get('Target'));
    const used = [...targets('_rels/.rels', ''), ...targets('xl/_rels/workbook.xml.rels', 'xl/')];
    expect(used.filter((path) => !parts.has(path))).toEqual([]);
    const [sheet] = elementsNamed(parts.get('xl/workbook.xml')!, 'sheet');
    const [relation] = elementsNamed(parts.get('xl/_rels/workbook.xml.rels')!, 'Relationship');
    expect(sheet.attributes.get('r:id')).toBe(relation.attributes.get('Id'));
  });

  it('has a number format for each style of a cell', async () => {
    const styles = (await partsOf(['A:text'])).get('xl/styles.xml')!;
    const formats = new Map(
      elementsNamed(styles, 'numFmt').map(({ attributes }) => [
        attributes.get('numFmtId'),
        attributes.get('formatCode'),
      ]),
    );
    const [cells] = elementsNamed(styles, 'cellXfs');
    expect(cells.children.map(({ attributes }) => formats.get(attributes.get('numFmtId')))).toEqual([
      undefined,
      'yyyy\\-mm\\-dd',
      'yyyy\\-mm\\-dd\\ hh:mm:ss',
    ]);
  });

  // Requirement: R191
  it('writes rows and cells in order, with their names', async () => {
    const columns = Array.from({ length: 703 }, (_, at) => `c${at}:text`);
    const cells = await cellsOf(
      columns,
      columns.map((_, at) => numeral(String(at))),
    );
    expect(['A1', 'Z1', 'AA1', 'ZZ1', 'AAA1'].map((name) => cells.get(name))).toEqual(
      ['c0', 'c25', 'c26', 'c701', 'c702'].map((name) => `inlineStr ${name}`),
    );
    expect(['A2', 'Z2', 'AA2', 'ZZ2', 'AAA2'].map((name) => cells.get(name))).toEqual(['0', '25', '26', '701', '702']);
  });

  // Requirement: R191
  it.each<[string, JsonValue, string | undefined]>([
    ['number', numeral('5000.00'), '5000.00'],
    ['number', numeral('-5'), '-5'],
    ['number', numeral('0.100000000000001'), '0.100000000000001'],
    ['number', numeral('123456789012345'), '123456789012345'],
    ['number', numeral('123456789012345000000'), '123456789012345000000'],
    ['number', numeral('1234567890123456'), 'inlineStr 1234567890123456'],
    ['number', numeral('-0.1234567890123456'), 'inlineStr -0.1234567890123456'],
    ['number', numeral('1e300'), '1e300'],
    ['number', numeral('1e309'), 'inlineStr 1e309'],
    ['number', numeral('1e-310'), 'inlineStr 1e-310'],
    ['number', numeral('1e999999999'), 'inlineStr 1e999999999'],
    ['bool', true, 'b 1'],
    ['bool', false, 'b 0'],
    ['date', '2026-03-01', 's1 46082'],
    ['datetime', '2026-03-01T12:00:00Z', 's2 46082.5'],
    ['date', '1899-12-31', 'inlineStr 1899-12-31'],
    ['datetime', '=1', 'inlineStr =1'],
    ['text', '2026-03-01', 'inlineStr 2026-03-01'],
    ['text', '-5', 'inlineStr -5'],
    ['text', null, undefined],
    ['text', '', undefined],
    ['json', { a: numeral('1.0') }, 'inlineStr {"a":1.0}'],
  ])('writes the %s %j as %j', async (kind, value, cell) => expect(await cellOf(kind, value)).toBe(cell));

  // Requirement: R191, S13
  it.each(['=1+1', '+1-1', '-1+1', '@A1', '+49 0711 2842222'])('writes %j unchanged as a text', async (text) => {
    expect(await cellOf('text', text)).toBe(`inlineStr ${text}`);
  });

  it.each([
    ' a <b> & "c" \' ',
    'two\nlines\tand\rmore\r\n',
    '\0\u0001\u001f\u007f',
    '\ufffe\uffff',
    'a\ud800b\udc00',
    '😀',
    '_x0041_ _x00_ _',
  ])('keeps the characters of %j', async (text) => expect(await cellOf('text', text)).toBe(`inlineStr ${text}`));

  // Requirement: R191
  it('refuses a cell with more characters than sheets hold', async () => {
    expect(await cellOf('text', 'x'.repeat(32_767))).toHaveLength(32_777);
    const file = xlsxFile(tableOf(['A:text', 'B:text'], ['a', 'x'.repeat(32_768)]), LIMIT);
    await expect(bytesOf(file)).rejects.toMatchObject({
      code: 'TooLarge',
      message: 'Cell B2 of the sheet has 32768 characters; at most 32767 are allowed.',
    });
  });

  // Requirement: R191
  it('refuses more rows than sheets hold, and closes the rows', async () => {
    const row = Object.create(null) as Record<string, never>;
    const rows = new CountedRows(2_000_000, () => row);
    const file = xlsxFile({ columns: [{ name: 'A', kind: 'text' }], rows }, LIMIT * 10);
    await expect(bytesOf(file)).rejects.toMatchObject({
      code: 'TooLarge',
      message: 'A sheet has at most 1048576 rows, the row with names included.',
    });
    expect([rows.made, rows.isClosed]).toEqual([1_048_575, true]);
  }, 120_000);

  it('ends at its limit', async () => {
    const rows = new CountedRows(Infinity, (at) => ({ A: String(Math.sin(at)) }));
    const file = xlsxFile({ columns: [{ name: 'A', kind: 'text' }], rows }, 100_000);
    await expect(bytesOf(file)).rejects.toMatchObject({
      code: 'TooLarge',
      message: 'The file has more than 100000 bytes.',
    });
    expect(rows.isClosed).toBe(true);
  });
});
