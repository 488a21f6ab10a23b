import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasDotnet } from '../../../bench/peers/start-peer.js';
import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { USER } from '../../../support/demo.js';
import { tokenOf } from '../../../support/hub-client.js';
import { TestApp } from '../../../support/test-app.js';
import { SampleProcess } from '../../demo/samples/sample-process.js';

const PROJECT = 'test/e2e/hub/gateway/dotnet';
const VERSIONS = ['8', '9', '10'];
const BUILDS_MS = 600_000;
/** Names that an existing front end has; its methods take one object, whose members .NET writes in camelCase. */
const NAMES = { RegisterEntity: { Name: 'watch', Arguments: 'Object' } };
/** Digits of PostgreSQL's times, as the .NET program prints them. */
function micros(time: string): string {
  const [whole, fraction = ''] = time.slice(0, -1).split('.');
  return `${whole}.${fraction.padEnd(6, '0')}`;
}

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-messages-'));
  if (!(await hasDotnet())) return;
  for (const version of VERSIONS) {
    const project = join(folder, `project-${version}`);
    cpSync(PROJECT, project, { recursive: true });
    await run('dotnet', ['build', '--nologo', `-p:ClientVersion=${version}`, '-o', join(folder, version), project]);
  }
}, BUILDS_MS);
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['DateTime', 'DateTime'],
  ['DateTimeOffset', 'DateTimeOffset'],
  ['Text', 'string'],
])('hub.times %s', (times, type) => {
  let app: TestApp;
  let heard: SampleProcess | undefined;
  afterEach(() => heard?.stop());
  beforeAll(async () => {
    app = await TestApp.start({ WAIT_WINDOW_MS: '300' });
    await loadDemoCopy(app, {}, { 'hub.times': times, 'hub.names': NAMES });
  });
  afterAll(() => app.stop());

  /** Starts the program of a version of the client; it is registered for notes. */
  const client = async (version: string, protocol: string, typeOfTimes: string): Promise<SampleProcess> => {
    const program = join(folder, version, 'HubMessages.dll');
    const args = [app.url, await tokenOf(app, 'nina.north'), COPY.TenantId, protocol, typeOfTimes];
    const started = SampleProcess.of('dotnet', [program, ...args]);
    heard = started;
    await started.says(/watches Note/);
    return started;
  };

  it.each(VERSIONS)(`reaches classes with ${type} over MessagePack, with clients of .NET %s`, async (version) => {
    if (!(await hasDotnet())) return void process.stdout.write('skipped: the .NET SDK 10 is not installed\n');
    heard = await client(version, 'messagepack', type);
    const exact = (time: string): string => (type === 'string' ? time : micros(time));
    const note = await app.as('nina.north', COPY).insert('Note', { Subject: 'SLOW:400' });
    await heard.says(/changed \S+/);
    const [, completed] = await heard.says(/completed (\S+)/);
    heard.type(note.body.CorrelationId);
    const [, submitted, created] = await heard.says(/operation (\S+) (\S+)/);
    const { body } = await app.as('nina.north', COPY).get(`/operations/${note.body.CorrelationId}`);
    expect([completed, submitted, created]).toEqual(
      [body.Result.Result.CreatedOn, body.Result.SubmittedOn, body.Result.Result.CreatedOn].map(exact),
    );
    const notice = await app.as('ada.admin', COPY).insert('Notification', { Message: 'Hello', OwnerId: USER.nina });
    const [, noticed, read] = await heard.says(/noticed (\S+) (\S+)/);
    expect([noticed, read]).toEqual([exact(notice.body.Result.CreatedOn), 'null']);
  });

  it('leaves JSON as it is', async () => {
    if (!(await hasDotnet())) return void process.stdout.write('skipped: the .NET SDK 10 is not installed\n');
    heard = await client('10', 'json', 'DateTimeOffset');
    const notice = await app.as('ada.admin', COPY).insert('Notification', { Message: 'Hello', OwnerId: USER.nina });
    const [, noticed] = await heard.says(/noticed (\S+)/);
    expect(noticed).toBe(micros(notice.body.Result.CreatedOn));
  });
});
