import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PACK_MS } from '../../../support/packed-package.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { acting, type Files, manifest, marking, OWN_COPIES, writeFiles } from './plugin-folders.js';

const run = promisify(execFile);
const BUILT = [resolve('dist/src/main.js')];
const SOURCES = ['--import', resolve('test/support/run-typescript.mjs'), resolve('src/main.ts')];

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  await run(process.execPath, ['build.mjs']);
  database = await createTestDatabase();
}, PACK_MS);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugins-'));
});
afterEach(async () => {
  await ServiceProcess.killAll();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => database.drop());

const environment = (settings: Files): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: database.url,
  DEMO: 'false',
  DEV_TOKENS: 'true',
  LOG_LEVEL: 'silent',
  PORT: '0',
  PLUGINS_DIR: folder,
  ...settings,
});

/** Starts the service, and inserts a note. @returns its subject */
async function subjectWith(settings: Files, program = BUILT): Promise<string> {
  const service = await ServiceProcess.startWith(environment(settings), program);
  const { body } = await (await service.as('ada.admin')).insert('Note', { Subject: 'Note' });
  await service.kill();
  return body.Result.Subject as string;
}

/** Starts a service that refuses. @returns the exit code and what it says */
async function refusal(settings: Files = {}, program = BUILT): Promise<readonly [number, string]> {
  try {
    const { stdout } = await run(process.execPath, program, { env: environment(settings) });
    throw new Error(`It has started: ${stdout}`);
  } catch (error) {
    const { code, stderr } = error as { readonly code: number; readonly stderr: string };
    return [code, stderr.replaceAll(`${folder}/`, '').replaceAll(folder, '<folder>')];
  }
}

it.each([
  ['a build', BUILT, {}],
  ['the sources', SOURCES, {}],
  ['several processes', BUILT, { CLUSTER: '2' }],
])('runs plug-ins of a folder and named ones with %s, on its own packages', async (_, program, settings) => {
  await writeFiles(folder, {
    'plugins/b/package.json': manifest({ name: 'b', exports: { '.': { import: './lib/b.js' } } }),
    'plugins/b/lib/b.js': marking('B'),
    'plugins/a/package.json': manifest({ name: 'a' }),
    'plugins/a/index.js': marking('A'),
    'plugins/node_modules/@shop/c/package.json': manifest({ name: '@shop/c', main: 'c.mjs' }),
    'plugins/node_modules/@shop/c/c.mjs': marking('C'),
    'elsewhere/d/package.json': manifest({ name: 'd' }),
    'elsewhere/d/index.js': marking('D'),
    'plugins/.hidden/index.js': 'no plug-in',
    'plugins/README.md': 'no plug-in',
    ...Object.fromEntries(Object.entries(OWN_COPIES).map(([path, text]) => [`plugins/a/${path}`, text])),
  });
  const named = ['@shop/c', join(folder, 'elsewhere/d'), join(folder, 'plugins/a')].join(', ');
  const places = { PLUGINS_DIR: join(folder, 'plugins'), PLUGINS: named };
  expect(await subjectWith({ ...places, ...settings }, program)).toBe('Note C D A B');
});

it('starts where the folder is absent or empty', async () => {
  expect(await subjectWith({})).toBe('Note');
  expect(await subjectWith({ PLUGINS_DIR: join(folder, 'absent') })).toBe('Note');
});

const FAULTY: Readonly<Record<string, Files>> = {
  'a-bare': { 'index.js': '' },
  'b-no-json': { 'package.json': '{' },
  'c-no-api': { 'package.json': '{"name": "c"}', 'index.js': '' },
  'd-other-api': { 'package.json': manifest({ dataAndWorkflowService: { pluginApi: 2 } }), 'index.js': '' },
  'e-no-entry': { 'package.json': manifest({ main: 'dist/e.js' }) },
  'f-commonjs': { 'package.json': manifest({ type: 'commonjs' }), 'index.js': 'module.exports = {};' },
  'g-syntax': { 'package.json': manifest(), 'index.js': '\nexport default class {' },
  'h-throws': { 'package.json': manifest(), 'index.js': "\n\nthrow new TypeError('no licence');" },
  'i-no-module': { 'package.json': manifest(), 'index.js': 'export default class Plain {}' },
  'j-no-default': { 'package.json': manifest(), 'index.js': 'export const name = 1;' },
  'k-needs': { 'package.json': manifest(), 'index.js': "import 'left-out';" },
  'l-fine': { 'package.json': manifest(), 'index.js': marking('L', 'Twice') },
  'm-twice': { 'package.json': manifest(), 'index.js': marking('M', 'Twice') },
  'p-actions': { 'package.json': manifest(), 'index.js': acting('Print', '{ type: 1 }') },
  'q-actions': { 'package.json': manifest(), 'index.js': acting('Print', '{}') },
  'n-throws-text': { 'package.json': manifest(), 'index.js': "throw 'nothing';" },
};

it('lists all faults of all plug-ins, and does not start', async () => {
  for (const [name, files] of Object.entries(FAULTY)) await writeFiles(join(folder, name), files);
  const [code, said] = await refusal({ PLUGINS: `./absent-folder, absent-package, ${join(folder, 'l-fine')}` });
  expect(code).toBe(1);
  expect(said.trim().split('\n')).toEqual([
    'The service did not start. Bad plug-ins:',
    `- ./absent-folder is no folder: ${resolve('absent-folder')}. Correct PLUGINS, or create it.`,
    '- absent-package is no installed package. Install it, or write ./absent-package in PLUGINS for a folder.',
    '- a-bare has no package.json that can be read (ENOENT). Add one, or remove the folder.',
    expect.stringMatching(/^- b-no-json has a package.json that is no JSON: .+\.$/),
    '- c-no-api has no "dataAndWorkflowService": {"pluginApi": 1} in its package.json. Add it, or remove the folder if it is no plug-in.',
    '- d-other-api needs version 2 of the plug-in API, and this service has 1: install the version of the plug-in for it, ' +
      'with "dataAndWorkflowService": {"pluginApi": 1} in its package.json.',
    '- e-no-entry has no file dist/e.js, which its package.json names as its entry. Build it.',
    '- f-commonjs has the entry index.js, which is no ES module: set "type": "module" in its package.json, and compile to JavaScript.',
    expect.stringMatching(/^- g-syntax cannot be imported: SyntaxError: .+ \(.*g-syntax\/index\.js:2\)$/),
    expect.stringMatching(/^- h-throws cannot be imported: TypeError: no licence \(file:.*h-throws\/index\.js:3\)$/),
    '- i-no-module exports no Nest module: let i-no-module/index.js have a class with @Module as default.',
    '- j-no-default exports no Nest module: let j-no-default/index.js have a class with @Module as default.',
    expect.stringMatching(/^- k-needs cannot be imported: Error: Cannot find package 'left-out' imported from .+$/),
    '- n-throws-text cannot be imported: nothing',
    `- m-twice has a hook called Twice, as l-fine has. Rename one of them.`,
    expect.stringMatching(/^- p-actions has the action Print, whose input is no JSON schema: schema is invalid: .+\.$/),
    '- q-actions has an action called Print, as p-actions has. Rename one of them.',
  ]);
});

it('does not wait for an import that never ends, nor for what it has left behind', async () => {
  const files = {
    'package.json': manifest(),
    'index.js': 'setInterval(() => {}, 1000);\nawait new Promise(() => {});',
  };
  await writeFiles(join(folder, 'hangs'), files);
  const [code, said] = await refusal();
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('- hangs cannot be imported: Error: it was not done after'),
  ]);
});

it('refuses the name of a hook of the service, and a place that is no folder, without a stack', async () => {
  await writeFiles(join(folder, 'one'), { 'package.json': manifest(), 'index.js': marking('X', 'TestDelay') });
  expect(await refusal()).toEqual([
    1,
    'The service did not start. Two hooks are called TestDelay. Rename one of them.\n',
  ]);
  expect(await refusal({ PLUGINS_DIR: join(folder, 'one/index.js') })).toEqual([
    1,
    'The service did not start. Bad plug-ins:\n- one/index.js cannot be read as a folder of plug-ins (ENOTDIR). Correct PLUGINS_DIR.\n',
  ]);
});

it('lets the command of environments load them too', async () => {
  await writeFiles(join(folder, 'throws'), FAULTY['h-throws']);
  const [code, said] = await refusal({}, [
    resolve('dist/src/env.js'),
    'export',
    '-e',
    'Northgate/OrderToCash/Development',
  ]);
  expect([code, said]).toEqual([2, expect.stringContaining('throws cannot be imported: TypeError: no licence')]);
});
