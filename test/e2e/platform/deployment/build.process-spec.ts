import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DEVELOPMENT } from '../../../support/test-app.js';

/** Files that a build needs, beside the packages. */
const SOURCES = [
  'src',
  'studio',
  'demo',
  'build.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'ormconfig.ts',
];
const BUILD_MS = 300_000;

const run = promisify(execFile);

let folder: string;
let service: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build '));
  await chmod(folder, 0o755); // The embedded server's user must get in.
  const filter = (path: string): boolean => !/^studio[\\/](?:dist|node_modules)/.test(path);
  for (const name of SOURCES) await cp(name, join(folder, name), { recursive: true, filter });
  for (const packages of ['node_modules', 'studio/node_modules'].filter((path) => existsSync(path)))
    await symlink(resolve(packages), join(folder, packages));
});
afterAll(async () => {
  if (service?.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}, BUILD_MS);

/** Builds as `npm run build` does. @returns what it says */
const build = async (): Promise<string> => (await run(process.execPath, ['build.mjs'], { cwd: folder })).stderr;
const current = (): Promise<string> => readlink(join(folder, 'dist'));
const currentStudio = (): Promise<string> => readlink(join(folder, 'studio/dist'));

/** Starts what is built, on an embedded database with the demo. @returns its URL */
async function start(): Promise<string> {
  const settings = { PORT: '0', DATA_DIR: join(folder, 'data'), DATABASE_URL: '', LOG_LEVEL: 'silent', NODE_ENV: '' };
  const env = { ...process.env, ...settings };
  service = spawn(process.execPath, ['dist/src/main.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const chunk of service.stdout!) {
    said += String(chunk);
    const url = /Listening on (\S+)/.exec(said)?.[1];
    if (url !== undefined && said.includes('Version:')) return url;
  }
  throw new Error(`The service did not start: ${said}`);
}

it(
  'builds once for the same sources, and leaves a running service its files',
  async () => {
    expect(await build()).toMatch(/Building the service[^]*Building the studio/);
    const [first, studio] = [await current(), await currentStudio()];
    expect(await build()).toBe('');
    expect([await current(), await currentStudio()]).toEqual([first, studio]);

    const url = await start();
    await appendFile(join(folder, 'src/main.ts'), '// another build\n');
    await appendFile(join(folder, 'studio/index.html'), '<!-- another build -->\n');
    expect(await build()).toMatch(/Building the service[^]*Building the studio/);
    expect(await current()).not.toBe(first);
    expect(await currentStudio()).not.toBe(studio);
    expect((await readdir(folder)).filter((name) => name.startsWith('dist-'))).toHaveLength(2);

    const page = await (await fetch(`${url}/studio/`)).text();
    expect(page).toContain('<div id="studio">');
    expect(page).not.toContain('another build');
    const [, script] = /src="([^"]+\.js)"/.exec(page)!;
    const asset = await fetch(url + script, { headers: { 'Accept-Encoding': 'br' } });
    // A body that nobody reads keeps its socket open.
    await asset.arrayBuffer();
    expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'br']);

    // What the service loads only now comes from the build that it was started from.
    const token = await fetch(`${url}/dev/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"UserName":"ada.admin"}',
    });
    const { AccessToken } = (await token.json()) as { AccessToken: string };
    const headers = { Authorization: `Bearer ${AccessToken}`, ...DEVELOPMENT };
    const document = await fetch(`${url}/api/v1/openapi.json`, { headers });
    expect(document.status).toBe(200);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(((await document.json()) as { info: { version: string } }).info.version).toBe(version);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain(`build_info{version="${version}",commit="unknown",node="${process.version}"} 1`);
    expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ Status: 'Live', Version: `${version}+unknown` });
  },
  BUILD_MS,
);

it(
  'builds the service although the studio fails, and keeps the studio of before',
  async () => {
    const [before, studio] = [await current(), await currentStudio()];
    await appendFile(join(folder, 'studio/src/main.tsx'), 'this is no code\n');
    expect(await build()).toMatch(/The studio was not built\. [^]*Run `npm ci`, then `npm run build`\./);
    expect([await current(), await currentStudio()]).toEqual([before, studio]);
    await rename(join(folder, 'studio'), join(folder, 'away'));
    expect(await build()).toMatch(/The studio was not built: [^]*Run `npm ci`, then `npm run build`\./);
    expect(await current()).toBe(before);
    await rename(join(folder, 'away'), join(folder, 'studio'));
    await cp('studio/src/main.tsx', join(folder, 'studio/src/main.tsx'));
  },
  BUILD_MS,
);

it(
  'names the command where the sources were changed and the compiler is not installed',
  async () => {
    await rm(join(folder, 'node_modules'));
    const before = await current();
    expect(await build()).toBe('');
    await appendFile(join(folder, 'src/main.ts'), '// a third build\n');
    await expect(build()).rejects.toThrow(/the compiler is not installed. Run `npm ci`, then `npm run build`/);
    expect(await current()).toBe(before);
  },
  BUILD_MS,
);
