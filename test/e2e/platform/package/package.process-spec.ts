import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackage, PACK_MS } from '../../../support/packed-package.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

const run = promisify(execFile);
const COMPILER_OPTIONS = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node'],
  skipLibCheck: false,
};

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedding-'));
  database = await createTestDatabase();
  await writeFile(join(folder, 'package.json'), '{"name": "shop", "type": "module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await copyFile('test/e2e/platform/package/embedding-program.ts.txt', join(folder, 'program.ts'));
  await installPackage(folder);
}, PACK_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, args, { cwd: folder });

it(
  'compiles in an empty folder, and serves with hooks and controllers of the application',
  async () => {
    await inFolder('node_modules/typescript/bin/tsc');
    const settings = { DATABASE_URL: database.url, DEMO: 'false', DEV_TOKENS: 'true', LOG_LEVEL: 'silent', PORT: '0' };
    const service = await ServiceProcess.startWith({ ...process.env, ...settings }, [join(folder, 'program.js')]);
    const caller = await service.as('ada.admin');
    expect((await caller.insert('Note', { Subject: 'Hello' })).body.Result.Subject).toBe('Hello (shop)');
    const refused = await caller.insert('Note', { Subject: 'no' });
    expect([refused.status, refused.body.ErrorDetails[0].Message]).toEqual([400, 'No note says no.']);
    expect((await service.send('GET', '/shop/hours')).status).toBe(401);
    expect((await caller.get('/../../shop/hours')).body).toEqual({ Open: '08:00' });
    expect(await service.stop()).toBe(0);
  },
  PACK_MS,
);

it.each(['data-and-workflow-service/lib/src/app.js', 'data-and-workflow-service/src/app.ts'])(
  'does not let others import %s',
  async (path) => {
    await expect(inFolder('--input-type=module', '-e', `import '${path}'`)).rejects.toThrow(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  },
);

it('refuses a configuration that loadConfig has not checked', async () => {
  const program = `import { createApp, loadConfig } from 'data-and-workflow-service';
    await createApp({ ...loadConfig({}), port: -1 });`;
  await expect(inFolder('--input-type=module', '-e', program)).rejects.toThrow(
    'createApp takes the configuration that loadConfig answers, unchanged.',
  );
});

it('starts by its command', async () => {
  const settings = { DATABASE_URL: database.url, DEMO: 'false', DEV_TOKENS: 'true', LOG_LEVEL: 'silent', PORT: '0' };
  const program = join(folder, 'node_modules/data-and-workflow-service/lib/src/main.js');
  const service = await ServiceProcess.startWith({ ...process.env, ...settings }, [program]);
  expect((await service.send('GET', '/health/live')).body.Status).toBe('Live');
  const page = await fetch(`${service.url}/studio/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="studio">')]);
  expect(await service.stop()).toBe(0);
});
