import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PACK_MS } from '../../../support/packed-package.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { manifest, marking, writeFiles } from './plugin-folders.js';

const PLUGINS = 10;
const PAIRS = 3;
/** A start with ten plug-ins takes at most this many times the CPU of one without. */
const MAX_RATIO = 1.2;

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['build.mjs']);
  folder = await mkdtemp(join(tmpdir(), 'ten-plugins-'));
  for (let i = 0; i < PLUGINS; i++)
    await writeFiles(join(folder, `plugins/${i}`), {
      'package.json': manifest({ name: `plugin-${i}` }),
      'index.js': marking(String(i)),
    });
  database = await createTestDatabase();
}, PACK_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** CPU time of a start, in seconds. */
async function cpuOfStart(name: string): Promise<number> {
  const settings = { DATABASE_URL: database.url, DEMO: 'false', LOG_LEVEL: 'silent', PORT: '0', ROLES: 'api' };
  const env = { ...process.env, ...settings, PLUGINS_DIR: join(folder, name) };
  const service = await ServiceProcess.startWith(env, [resolve('dist/src/main.js')]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  await service.kill();
  return Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(metrics)![1]);
}

it(
  'starts with ten plug-ins in at most 1.2 times the CPU of a start without',
  async () => {
    const starts: { readonly without: number; readonly with: number }[] = [];
    for (let i = 0; i < PAIRS; i++)
      starts.push({ without: await cpuOfStart('none'), with: await cpuOfStart('plugins') });
    const least = (kind: 'without' | 'with'): number => Math.min(...starts.map((start) => start[kind]));
    expect(least('with') / least('without')).toBeLessThan(MAX_RATIO);
  },
  PACK_MS,
);
