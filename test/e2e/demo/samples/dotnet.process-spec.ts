import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasDotnet } from '../../../bench/peers/start-peer.js';
import { CUSTOMER } from '../../../support/demo.js';
import { blocksOf } from '../../../support/page-blocks.js';
import { byId, TestApp } from '../../../support/test-app.js';
import { LossyProxy } from './lossy-proxy.js';
import { SampleProcess } from './sample-process.js';

const SAMPLE = 'samples/dotnet-client';
const BUILD_MS = 240_000;

const run = promisify(execFile);

/** The first block of a page with this language. */
const blockOf = (path: string, language: string): string =>
  blocksOf(readFileSync(path, 'utf8')).find(({ info }) => info === language)!.text;

/** Runs a body where the SDK is installed. */
const withSdk = (body: () => Promise<void>) => async (): Promise<void> => {
  if (await hasDotnet()) return body();
  process.stdout.write('skipped: the .NET SDK 10 is not installed\n');
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dotnet-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('samples/dotnet-client', () => {
  let app: TestApp;
  let sample: SampleProcess | undefined;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    await sample?.stop();
    await app.stop();
  });

  it(
    'inserts a note and receives the change when it is started by the command of its page',
    withSdk(async () => {
      const project = join(folder, 'client');
      cpSync(SAMPLE, project, { recursive: true });
      await run('dotnet', ['build', '--nologo', project]);
      const [command, ...args] = blockOf(`${SAMPLE}/README.md`, 'sh').trim().split(' ');
      expect([command, args[0]]).toEqual(['dotnet', 'run']);
      const real = args.map((each) => each.replace(SAMPLE, project).replace('http://127.0.0.1:3000', app.url));
      sample = SampleProcess.of(command, real);
      await sample.says(/Type a subject/);
      sample.type('From C#');
      await sample.says(/200 [\da-f-]{36}/);
      await sample.says(/Create [\da-f-]{36}/);
      const { body } = await app.as('nina.north').select('Note', { SelectedFields: ['Subject'] });
      expect(body.Result).toContainEqual({ Subject: 'From C#' });
    }),
    BUILD_MS,
  );

  it(
    'keeps a list right that others write to',
    withSdk(async () => {
      const project = join(folder, 'client');
      const args = ['run', '--no-build', '--project', project, '--', app.url, 'nina.north', 'calls'];
      const list = SampleProcess.of('dotnet', args);
      await list.says(/The list follows/);
      const nina = app.as('nina.north');
      const id = await nina.inserted('Note', { Subject: 'Call Eva', CustomerId: CUSTOMER.bistro });
      await list.says(/1 calls: Call Eva/);
      await nina.update('Note', { Subject: 'Wrote to Eva' }, byId(id));
      await list.says(/0 calls/);
      await list.stop();
    }),
    BUILD_MS,
  );

  // See docs/front-ends.md#follow-every-change
  it(
    'makes a lost call again while its connection stays, and misses no change',
    withSdk(async () => {
      const proxy = await LossyProxy.start(app.url);
      const built = ['run', '--no-build', '--project', join(folder, 'client')];
      const client = SampleProcess.of('dotnet', [...built, proxy.url]);
      const insert = async (Subject: string): Promise<string> =>
        (await app.as('nina.north').insert('Note', { Subject })).body.Result.Id;
      await client.says(/Type a subject/);
      await client.says(new RegExp(`Create ${await insert('Before')}`));
      proxy.breakAndLose('StreamChanges');
      await client.says(/The connection is lost/);
      const missed = await insert('Meanwhile');
      await client.says(new RegExp(`Create ${missed}`));
      expect(proxy.lost).toBe(1);
      await client.stop();
      await proxy.stop();
    }),
    BUILD_MS,
  );
});

describe('the receiver in C# of docs/workflows.md', () => {
  it(
    'accepts signed calls, for five minutes',
    withSdk(async () => {
      const project = join(folder, 'receiver');
      mkdirSync(project);
      const parameters = 'args[0], args[1], args[2], args[3], Encoding.UTF8.GetBytes(args[4]), args[5]';
      const at = 'DateTimeOffset.FromUnixTimeSeconds(long.Parse(args[6]))';
      const code = blockOf('docs/workflows.md', 'csharp');
      // Usings stand before statements, functions behind them.
      const usings = /^(?:using .*\n)+/.exec(code)![0];
      const rest = code.slice(usings.length);
      writeFileSync(
        join(project, 'Program.cs'),
        `${usings}Console.WriteLine(IsGenuine(${parameters}, ${at}));\n${rest}`,
      );
      cpSync(join(SAMPLE, 'DotnetClient.csproj'), join(project, 'Receiver.csproj'));
      await run('dotnet', ['build', '--nologo', project]);
      const seconds = 1_700_000_000;
      const url = 'https://erp.example/hooks?a=b';
      const signed = `${seconds}.event-1.POST.${url}.ü`;
      const header = `t=${seconds},v1=${'0'.repeat(64)},v2=${createHmac('sha256', 'key').update(signed).digest('hex')}`;
      const isGenuine = async (change: object = {}): Promise<string> => {
        const call = { header, eventId: 'event-1', method: 'POST', url, body: 'ü', key: 'key', at: seconds + 200 };
        const args = Object.values({ ...call, ...change }).map(String);
        return (await run('dotnet', ['run', '--no-build', '--project', project, '--', ...args])).stdout.trim();
      };
      expect(await isGenuine()).toBe('True');
      expect(await isGenuine({ body: 'u' })).toBe('False');
      expect(await isGenuine({ eventId: 'event-2' })).toBe('False');
      expect(await isGenuine({ url: 'https://erp.example/other' })).toBe('False');
      expect(await isGenuine({ at: seconds + 400 })).toBe('False');
      expect(await isGenuine({ header: 't=1' })).toBe('False');
    }),
    BUILD_MS,
  );
});
