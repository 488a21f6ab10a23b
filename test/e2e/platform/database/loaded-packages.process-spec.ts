import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../../../support/service-process.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../support/test-database.js';

/** Packages that migrations, documents, files, mail and development need, but no request of production. */
const ON_DEMAND = ['typeorm', 'nodemailer', 'yazl', 'csv-stringify'] as const;
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

describe('A process of the service', () => {
  let folder: string;
  let database: TestDatabase | undefined;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'loaded-packages-'))));
  afterEach(async () => {
    await ServiceProcess.killAll();
    await database?.drop();
    await rm(folder, { recursive: true });
  });

  /** Packages that a process loads from its start to its end: V8 writes the scripts that ran as their coverage. */
  async function loadedPackages(settings: Readonly<Record<string, string>> = {}): Promise<ReadonlySet<string>> {
    const service = await ServiceProcess.startUnbundled(database!.url, { ...settings, NODE_V8_COVERAGE: folder });
    expect(await service.stop()).toBe(0);
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const scripts = texts.flatMap((text) => (JSON.parse(text) as { result: readonly { url: string }[] }).result);
    return new Set(scripts.map(({ url }) => PACKAGE.exec(url)?.[1]).filter((name) => name !== undefined));
  }

  it('loads what it needs on demand only on demand', async () => {
    database = await createTestDatabase();
    const loaded = await loadedPackages({ DEV_TOKENS: 'false' });
    expect([...loaded]).toEqual(expect.arrayContaining(['pg', '@nestjs/core']));
    expect(ON_DEMAND.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('loads TypeORM for pending migrations', async () => {
    database = await createEmptyDatabase();
    const loaded = await loadedPackages();
    expect(ON_DEMAND.filter((name) => loaded.has(name))).toEqual(['typeorm']);
  });
});
