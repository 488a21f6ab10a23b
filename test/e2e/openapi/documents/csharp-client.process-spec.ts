import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasDotnet } from '../../../bench/peers/start-peer.js';
import { TestApp } from '../../../support/test-app.js';

const SOURCES = 'test/e2e/openapi/documents/clients/dotnet';
const BUILD_MS = 300_000;
/** Operations of single definitions; the test calls one of them. */
const OF_DEFINITIONS = /^(run|execute)(Customer|Order|Invoice|ExportOrderDocuments)/;

const run = promisify(execFile);

describe('a C# client generated from the description of an environment', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    folder = mkdtempSync(join(tmpdir(), 'csharp-client-'));
    cpSync(SOURCES, folder, { recursive: true });
  });
  afterAll(async () => {
    if (folder) rmSync(folder, { recursive: true });
    await app?.stop();
  });

  /** Runs one of the projects. @returns what it prints */
  const dotnet = async (project: string, args: readonly string[]): Promise<string> =>
    (await run('dotnet', ['run', '--project', join(folder, project), '--', ...args], { maxBuffer: 2 ** 26 })).stdout;

  // Requirement: R22, T14
  it(
    'compiles and calls every route, DELETE with a body included',
    async () => {
      if (!(await hasDotnet())) return void process.stdout.write('skipped: the .NET SDK 10 is not installed\n');
      const { text } = await app.as('nina.north').get('/openapi.json?version=3.0');
      writeFileSync(join(folder, 'api.json'), text);
      await dotnet('generate', [join(folder, 'api.json'), join(folder, 'call/Client.cs')]);
      const { body: token } = await app.send('POST', '/dev/token', { UserName: 'nina.north' });
      const printed = await dotnet('call', [app.url, token.AccessToken as string]);
      const source = readFileSync(join(SOURCES, 'call/Program.cs'), 'utf8');
      const calls = [...source.matchAll(/await (?:Call|Missing)\("(\w+)"/g)].map(([, name]) => name);
      expect(
        printed
          .trim()
          .split(/\r?\n/)
          .filter((line) => calls.includes(line)),
      ).toEqual(calls);
      const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { operationId: string }>> };
      const operations = Object.values(paths).flatMap((item) =>
        Object.values(item).map(({ operationId }) => operationId),
      );
      const left = operations.filter((id) => !new RegExp(`client\\.${id}Async`, 'i').test(source));
      // The token of the calls is issued by it.
      expect(left.filter((id) => id !== 'issueDevToken' && !OF_DEFINITIONS.test(id))).toEqual([]);
    },
    BUILD_MS,
  );
});
