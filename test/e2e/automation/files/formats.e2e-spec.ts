import { RUN_PLACE, RunApp } from '../../../support/run-fixture.js';
import { field } from '../../../support/definition-builders.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { where } from '../../../support/test-app.js';
import { unzip } from '../../../unit/platform/outbound/files/unzip.js';

const [EXPORT, FAILS] = [0, 1];
const FORMATS = ['Csv', 'Json', 'Xlsx'];
const COLUMNS = ['Code', 'Small', 'Large', 'Exact', 'IsOpen', 'State', 'Day', 'At', 'ParentId.Code', 'Note'];
const WORKFLOWS = [
  {
    Name: 'Export',
    AllowedRoles: ['Clerk'],
    Actions: [
      { Name: 'Rows', Type: 'RunQuery', EntityName: 'Item', SelectedFields: COLUMNS, Sort: [{ FieldName: 'Code' }] },
      ...FORMATS.map((Format) => ({
        Name: Format,
        Type: 'GenerateFile',
        Format,
        FileName: `Größe.${Format.toLowerCase()}`,
        Source: 'Rows',
      })),
      { Name: 'Pack', Type: 'Zip', FileName: 'Ausfuhr „Größe“.zip', Files: FORMATS },
    ],
  },
  {
    Name: 'Fails',
    AllowedRoles: ['Clerk'],
    Actions: [
      { Name: 'Text', Type: 'GenerateFile', Format: 'Text', FileName: 'a.txt', Text: 'Hello' },
      { Name: 'Pack', Type: 'Zip', FileName: 'a.zip', Files: ['Text'] },
      { Name: 'Broken', Type: 'SendNotification', ToUser: 'gus', Message: 'x' },
    ],
  },
];
const DEFINITIONS = {
  RoleAccess: ['Parcel', 'Item'].map((EntityName) => ({ Role: 'Clerk', EntityName, Create: 'All', Read: 'All' })),
  Entities: [
    { EntityName: 'Parcel', Fields: [field('N', 'Int'), field('Name', 'Text')] },
    {
      EntityName: 'Item',
      Fields: [
        field('Code', 'Text'),
        field('Small', 'Int'),
        field('Large', 'Int'),
        field('Exact', 'Decimal', { Precision: 38, Scale: 8 }),
        field('IsOpen', 'Bool'),
        field('State', 'Enum', { Values: ['Open', 'Closed'] }),
        field('Day', 'Date'),
        field('At', 'DateTime'),
        field('ParentId', 'Lookup', { Target: 'Item' }),
        field('Note', 'LongText'),
      ],
    },
  ],
};

let app: RunApp;
beforeAll(async () => {
  app = await RunApp.open(WORKFLOWS, {}, DEFINITIONS, []);
  const parent = await inserted({
    Code: '"-A"',
    Small: '-5',
    Large: '9223372036854775807',
    Exact: '123456789012345678901234567890.12345678',
    IsOpen: 'true',
    State: '"Open"',
    Day: '"2026-02-28"',
    At: '"2026-03-29T02:30:15.250+02:00"',
    Note: '"=HYPERLINK(\\"x\\")"',
  });
  await inserted({
    Code: '"B"',
    Exact: '-12.50000000',
    IsOpen: 'false',
    State: '"Closed"',
    Day: '"1899-12-31"',
    ParentId: `"${parent}"`,
    Note: '"Größe,\\r\\n\\"zwei\\""',
  });
});
afterAll(() => app?.close());

/** Inserts an item. @param fields values as JSON @returns its Id */
async function inserted(fields: Readonly<Record<string, string>>): Promise<string> {
  const assigned = Object.entries(fields).map(([name, json]) => `{"FieldName":"${name}","Value":${json}}`);
  const body = `{"EntityName":"Item","Fields":[${assigned.join()}]}`;
  const type = { 'Content-Type': 'application/json' };
  return (await app.as('root').send('POST', '/records/insert', body, type)).body.Result.Id as string;
}

async function fetched(user: string, runId: string): Promise<Response> {
  const { AccessToken } = (await app.app.send('POST', '/dev/token', { UserName: user })).body;
  const headers = { Authorization: `Bearer ${AccessToken}`, ...RUN_PLACE };
  return fetch(`${app.app.url}/api/v1/workflows/runs/${runId}/file`, { headers });
}

const cell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;

// Requirement: R191, R192, T84
it('exports values of every type exactly, in the order of the query, into a zip for its caller', async () => {
  const accepted = await app.execute('ann', EXPORT, {}, { Prefer: 'respond-async' });
  expect([accepted.status, (await outcomeOf(app.as('ann'), accepted)).Status]).toEqual([202, 'Completed']);
  const runId = accepted.body.CorrelationId as string;
  const response = await fetched('ann', runId);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="Ausfuhr _Gr__e_.zip"; filename*=UTF-8''Ausfuhr%20%E2%80%9EGr%C3%B6%C3%9Fe%E2%80%9C.zip`,
    'x-run-id': runId,
  });
  const files = await unzip(bytes);
  expect([...files.keys()]).toEqual(['Größe.csv', 'Größe.json', 'Größe.xlsx']);
  expect(files.get('Größe.csv')!.toString()).toBe(
    `${COLUMNS.join()}\r\n` +
      `'-A,-5,9223372036854775807,123456789012345678901234567890.12345678,true,Open,2026-02-28,` +
      `2026-03-29T00:30:15.25Z,,"'=HYPERLINK(""x"")"\r\n` +
      `B,,,-12.50000000,false,Closed,1899-12-31,,'-A,"Größe,\r\n""zwei"""\r\n`,
  );
  expect(files.get('Größe.json')!.toString()).toContain(
    '"Large":9223372036854775807,"Exact":123456789012345678901234567890.12345678,"IsOpen":true',
  );
  const sheet = (await unzip(files.get('Größe.xlsx')!)).get('xl/worksheets/sheet1.xml')!.toString();
  for (const expected of [
    cell('A2', '-A'),
    '<c r="B2"><v>-5</v></c>',
    cell('C2', '9223372036854775807'),
    cell('D2', '123456789012345678901234567890.12345678'),
    '<c r="E2" t="b"><v>1</v></c>',
    '<c r="G2" s="1"><v>46081</v></c>',
    '<c r="H2" s="2"><v>46110.021009838</v></c>',
    cell('J2', '=HYPERLINK(&quot;x&quot;)'),
    '<c r="D3"><v>-12.50000000</v></c>',
    cell('G3', '1899-12-31'),
    cell('I3', '-A'),
  ])
    expect(sheet).toContain(expected);
  expect([(await fetched('gus', runId)).status, (await fetched('root', runId)).status]).toEqual([404, 200]);
});

// Requirement: R192
it('leaves outcome and zip to who executed the run when an Administrator retries it', async () => {
  const gus = where('UserName', 'EqualTo', 'gus');
  await app.as('root').update('User', { IsActive: false }, gus);
  const failed = await app.execute('ann', FAILS);
  expect(failed.status).toBe(400);
  await app.as('root').update('User', { IsActive: true }, gus);
  const runId = failed.headers.get('x-run-id')!;
  const again = await app.as('root').send('POST', `/workflows/runs/${runId}/retry`, {});
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect((await app.as('ann').get(`/operations/${runId}`)).body.Result.Status).toBe('Completed');
  const statuses = ['ann', 'gus', 'root'].map(async (user) => (await fetched(user, runId)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404, 200]);
});
