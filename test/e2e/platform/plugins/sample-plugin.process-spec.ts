import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CUSTOMER } from '../../../support/demo.js';
import { installPackage, PACK_MS } from '../../../support/packed-package.js';
import { blocksOf } from '../../../support/page-blocks.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { match } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';
import { type Files, writeFiles } from './plugin-folders.js';

const PAGE = 'docs/write-a-plug-in.md';
const SAMPLE = 'samples/plugin';
/** Folder of the service in its image. */
const IMAGE = '/app';

const run = promisify(execFile);

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-plugin-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await ServiceProcess.killAll();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const within = (name: string): string => join(folder, name);

/** Files that the page shows, by their paths, which stand after the fences. */
const filesOf = (page: string): Files =>
  Object.fromEntries(
    blocksOf(page).flatMap(({ info, text }) => {
      const [, path] = info.split(' ');
      return path === undefined ? [] : [[path, text]];
    }),
  );

/** Performs the steps of a Dockerfile in a folder that stands for the image. */
async function perform(dockerfile: string, project: string, image: string): Promise<void> {
  for (const line of dockerfile.trim().split('\n')) {
    const [step, source, target, ...more] = line.split(' ');
    if (step === 'FROM' && source === 'data-and-workflow-service') continue;
    if (step !== 'COPY' || !target.endsWith('/') || more.length > 0) throw new Error(`Unknown step: ${line}`);
    await mkdir(join(image, target), { recursive: true });
    const isFolder = !source.includes('.');
    await cp(join(project, source), isFolder ? join(image, target) : join(image, target, source), { recursive: true });
  }
}

it('the page shows the files of the sample', async () => {
  const shown = filesOf(await readFile(PAGE, 'utf8'));
  for (const [path, text] of Object.entries(shown))
    expect([path, text]).toEqual([path, await readFile(join(SAMPLE, path), 'utf8')]);
});

it(
  'a project of the page compiles, and its tests pass on the real service',
  async () => {
    await mkdir(within('project'));
    await writeFiles(within('project'), filesOf(await readFile(PAGE, 'utf8')));
    await installPackage(within('project'));
    const { stdout } = await run('npm', ['test'], { cwd: within('project') });
    expect(stdout).toMatch(/^# pass 3$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  },
  PACK_MS,
);

/** Another system, which does not answer the first request. It keeps the paths of all. */
async function slowSystem(): Promise<{ readonly url: string; readonly paths: string[]; stop(): void }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url!);
    if (paths.length > 1) response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths, stop };
}

it(
  'its image serves with the hook, and tells the warehouse though it is killed meanwhile',
  async () => {
    await run(process.execPath, ['build.mjs']);
    const image = within(IMAGE);
    await mkdir(image);
    for (const name of ['package.json', 'node_modules', 'dist', 'demo'])
      await symlink(resolve(name), join(image, name));
    await perform(await readFile(within('project/Dockerfile'), 'utf8'), within('project'), image);
    const warehouse = await slowSystem();
    const settings = { DATABASE_URL: database.url, DEMO: 'false', DEV_TOKENS: 'true', LOG_LEVEL: 'silent', PORT: '0' };
    const env = { ...process.env, ...settings, WAREHOUSE_URL: warehouse.url, RUN_LEASE_MS: '2000' };
    const start = (): Promise<ServiceProcess> => ServiceProcess.startWith(env, ['dist/src/main.js'], image);
    const service = await start();
    const EntityId = match('EntityName', 'Order');
    const hook = { EntityId, Name: 'Warehouse', Events: ['AfterCommit'], Handler: 'TellWarehouse' };
    await (await service.as('ada.admin')).inserted('Hook', hook);
    const order = { CustomerId: CUSTOMER.bistro, RequestedDeliveryAt: new Date(Date.now() + 3_600_000).toISOString() };
    const { body } = await (await service.as('nina.north')).insert('Order', order);
    expect(body.Result.Priority).toBe('Urgent');
    await until('the warehouse is asked', () => warehouse.paths.length > 0);
    await service.kill();
    const again = await start();
    await until('the warehouse is asked again', () => warehouse.paths.length > 1);
    expect(warehouse.paths).toEqual([warehouse.paths[0], warehouse.paths[0]]);
    await again.stop();
    warehouse.stop();
  },
  PACK_MS,
);
