import { buffer } from 'node:stream/consumers';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { FindRunFile } from '#automation/index.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { ActionRig, ActionRigModule } from '../../../support/action-rig.js';
import { type Row, TestApp } from '../../../support/test-app.js';
import { unzip } from '../../../unit/platform/outbound/files/unzip.js';
import { ReadFiles, ReadFilesModule } from './read-files.js';

let app: TestApp;
let rig: ActionRig;
let files: FindRunFile;
beforeAll(async () => {
  app = await TestApp.start({}, [ActionRigModule, ReadFilesModule]);
  rig = ActionRig.latest;
  ({ files } = ReadFiles.latest);
});
afterAll(() => app.stop());

const LINES = { Name: 'Lines', Type: 'RunQuery', EntityName: 'Order', SelectedFields: ['Note', 'Total'] };
const csv = (more: Row = {}): Row => ({
  Name: 'Csv',
  Type: 'GenerateFile',
  Format: 'Csv',
  FileName: 'lines.csv',
  Source: 'Lines',
  ...more,
});
const letter = (Text: unknown, FileName: unknown = 'letter.txt'): Row => ({
  Name: 'Letter',
  Type: 'GenerateFile',
  Format: 'Text',
  FileName,
  Text,
});
const zip = (...Files: readonly string[]): Row => ({ Name: 'Pack', Type: 'Zip', FileName: 'all.zip', Files });

/** Bytes of the file of a step, past the service. */
async function stored(stepId: string): Promise<Buffer> {
  const rows = await app.query<{ content: string }>(
    `SELECT encode(content, 'hex') AS content FROM platform.run_file_part WHERE file_id = $1 ORDER BY position`,
    [stepId],
  );
  return Buffer.concat(rows.map(({ content }) => Buffer.from(content, 'hex')));
}

async function made(actions: readonly Row[], outputs: Readonly<Record<string, string>>): Promise<string> {
  const id = uuidV7();
  const output = await rig.perform(actions, { id, outputs });
  const bytes = await stored(id);
  expect(output).toMatchObject({ Size: new JsonNumber(String(bytes.length)) });
  return bytes.toString();
}

const sizeOf = (output: JsonValue): JsonValue => (output as { readonly Size: JsonValue }).Size;

// Requirement: R191, T84
it('writes rows as CSV with exact numbers, columns in the order of the query, formulas escaped', async () => {
  const rows =
    '[{"Id":"1","Note":"=1+1","Total":10.50},{"Total":12345678901234567890.10,"Note":"say \\"hi\\"","Id":"2"}]';
  expect(await made([LINES, csv()], { Lines: rows })).toBe(
    `Note,Total,Id\r\n'=1+1,10.50,1\r\n"say ""hi""",12345678901234567890.10,2\r\n`,
  );
});

it('leaves formulas in a CSV as they are if the action says so', async () => {
  const rows = '[{"Id":"1","Note":"=1+1","Total":1}]';
  const file = csv({ EscapeFormulas: false });
  expect(await made([LINES, file], { Lines: rows })).toBe('Note,Total,Id\r\n=1+1,1,1\r\n');
});

// Requirement: R191
it('writes JSON digit for digit, and empty lists in every format', async () => {
  const json = csv({ Format: 'Json', FileName: 'lines.json' });
  expect(await made([LINES, json], { Lines: '[{"Total":1.10,"Note":null}]' })).toBe(
    '[\n{"Note":null,"Total":1.10}\n]\n',
  );
  expect(await made([LINES, json], { Lines: '[]' })).toBe('[]\n');
  expect(await made([LINES, csv()], { Lines: '[]' })).toBe('Note,Total\r\n');
  expect(await made([{ Name: 'Lines', Type: 'RunQuery' }, csv()], { Lines: '[]' })).toBe('');
  const empty = await made([{ Name: 'Lines', Type: 'RunQuery' }, csv({ Format: 'Xlsx' })], { Lines: '[]' });
  expect(empty.slice(0, 2)).toBe('PK');
});

// Requirement: R191
it('writes workbooks with real dates, and texts that look like dates or numbers as texts', async () => {
  const rows = [
    { OrderDate: '2026-01-31', OrderNumber: '2026-01-31', Sum: 1.5, At: '2026-01-31T12:00:00Z', Code: '0012' },
    { OrderDate: '2026-02-01', OrderNumber: null, Sum: 2, At: null, Code: '0013' },
  ];
  const id = uuidV7();
  await rig.perform([LINES, csv({ Format: 'Xlsx', FileName: 'a.xlsx' })], {
    id,
    outputs: { Lines: JSON.stringify(rows) },
  });
  const sheet = (await unzip(await stored(id))).get('xl/worksheets/sheet1.xml')!.toString();
  expect(sheet).toContain('s="1"><v>46053</v>'); // OrderDate
  expect(sheet.match(/<t xml:space="preserve">2026-01-31<\/t>/g)).toHaveLength(1); // OrderNumber
  expect(sheet).toContain('s="2"><v>46053.5</v>');
  expect(sheet).toContain('<t xml:space="preserve">0012</t>');
});

// Requirement: R191
it('writes texts, and no secrets', async () => {
  const id = uuidV7();
  await rig.perform([letter('Hello {{Name}} {{Secret.Carrier}}.')], { id, tokens: { Name: 'Zoë' } });
  expect((await stored(id)).toString()).toBe('Hello Zoë .');
});

// Requirement: R191
it.each([
  ['a source that was not run', [LINES, csv()], {}, 'Lines has no rows, because it was not run.'],
  ['a source that is no list', [LINES, csv()], { Lines: '{"Held":true}' }, 'The output of Lines is no list of rows.'],
  ['an unknown format', [LINES, csv({ Format: 'Pdf' })], { Lines: '[]' }, 'format Csv, Json or Xlsx'],
  ['a zip of what was not made', [csv(), zip('Csv')], {}, 'This would be a zip of nothing: no file was made.'],
])('refuses %s', async (_, actions, outputs, message) => {
  const failed = rig.perform(actions, { outputs });
  await expect(failed).rejects.toMatchObject({ code: 'Validation', message: expect.stringContaining(message) });
});

// Requirement: T49
it.each([
  ['../../etc/passwd', 'passwd'],
  ['a\0b\n.txt', 'ab.txt'],
  [`${'ü'.repeat(300)}.csv`, `${'ü'.repeat(125)}.csv`],
  ['CON.txt', '_CON.txt'],
  [null, 'file'],
])('stores %j under a harmless name', async (wished, name) => {
  const output = await rig.perform([letter('x', '{{Name}}')], { tokens: { Name: wished } });
  expect(output).toEqual({ FileName: name, Size: new JsonNumber('1') });
});

// Requirement: R191, T49
it('packs files of the run: all of a loop, those of the own iteration only, names made unique', async () => {
  const runId = uuidV7();
  for (const n of [0, 1, 2]) await rig.perform([letter(`letter ${n}`)], { runId, iterations: [n] });
  await rig.perform([letter('of another run')], { iterations: [0] });
  await rig.perform([letter('x'), zip('Letter')], { runId });
  const all = await unzip(await buffer((await files.find(await rig.context(), runId))!.open()));
  expect([...all].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ['letter.txt', 'letter 0'],
    ['letter (2).txt', 'letter 1'],
    ['letter (3).txt', 'letter 2'],
  ]);
  await rig.perform([letter('x'), zip('Letter')], { runId, iterations: [1] });
  const own = await unzip(await buffer((await files.find(await rig.context(), runId))!.open()));
  expect([...own.values()].map(String)).toEqual(['letter 1']);
});

// Requirement: R191
it('replaces what an earlier try of the step has stored, and stores nothing of a try that failed', async () => {
  const step = { id: uuidV7(), runId: uuidV7() };
  await rig.perform([letter('a longer first try')], step);
  expect(sizeOf(await rig.perform([letter('second')], step))).toEqual(new JsonNumber('6'));
  expect((await stored(step.id)).toString()).toBe('second');
  const tooLong = csv({ Format: 'Xlsx', FileName: 'x.xlsx' });
  const rows = [{ Note: 'x' }, { Note: 'x'.repeat(40_000) }];
  const other = uuidV7();
  await expect(
    rig.perform([LINES, tooLong], { id: other, outputs: { Lines: JSON.stringify(rows) } }),
  ).rejects.toMatchObject({ code: 'TooLarge' });
  expect(await app.query('SELECT FROM platform.run_file WHERE id = $1', [other])).toHaveLength(0);
  expect(await app.query('SELECT FROM platform.run_file_part WHERE file_id = $1', [other])).toHaveLength(0);
});

// Requirement: R191
it('refuses the file after the thousandth of a run', async () => {
  const runId = uuidV7();
  await app.query(
    `INSERT INTO platform.run_file (id, environment_id, run_id, path, iterations, is_zip, name)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, 'Actions[0]', '{}', false, 'x' FROM generate_series(1, 999)`,
    [runId],
  );
  await rig.perform([letter('the last one')], { runId });
  await expect(rig.perform([letter('one too many')], { runId })).rejects.toMatchObject({ code: 'TooLarge' });
});

// Requirement: R191
it('writes, packs and reads 50,000 rows and a file of 60 MB in bounded memory', async () => {
  const runId = uuidV7();
  const rows = JSON.stringify(Array.from({ length: 50_000 }, (_, n) => ({ Total: n, Note: `row ${n}` })));
  const big = 'x'.repeat(999).concat('\n').repeat(60_000);
  await rig.perform([LINES, csv()], { runId, outputs: { Lines: rows } });
  const peak = watchMemory();
  await rig.perform([LINES, letter('{{Text}}', 'big.txt')], { runId, tokens: { Text: big } });
  await rig.perform([LINES, csv(), zip('Csv')], { runId });
  const found = (await files.find(await rig.context(), runId))!;
  let bytes = 0;
  for await (const chunk of found.open()) bytes += (chunk as Buffer).length;
  expect(bytes).toBe(found.size);
  expect(peak()).toBeLessThan(200 * 1024 * 1024);
  const unpacked = await unzip(await buffer(found.open()));
  expect([...unpacked.keys()]).toEqual(['lines.csv', 'big.txt']);
  expect(unpacked.get('lines.csv')!.toString().split('\r\n')).toHaveLength(50_002);
  expect(unpacked.get('big.txt')!.length).toBe(big.length);
});

/** @returns how far the memory outside of the heap has grown at its highest */
function watchMemory(): () => number {
  const { arrayBuffers } = process.memoryUsage();
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().arrayBuffers - arrayBuffers);
  }, 5);
  return () => {
    clearInterval(timer);
    return highest;
  };
}
