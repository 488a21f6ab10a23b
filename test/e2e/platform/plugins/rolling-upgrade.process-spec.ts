import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACK_MS } from '../../../support/packed-package.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { match } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { manifest, marking, writeFiles } from './plugin-folders.js';

// See docs/hooks.md#nodes-without-a-hook
describe('a rolling upgrade to a build with a plug-in', () => {
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['build.mjs']);
    folder = await mkdtemp(join(tmpdir(), 'rolling-'));
    const code = marking('X').replace(`entities: ['Note']`, '');
    await writeFiles(folder, { 'marks/package.json': manifest(), 'marks/index.js': code });
    database = await createTestDatabase();
  }, PACK_MS);
  afterAll(async () => {
    await ServiceProcess.killAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (PLUGINS_DIR: string): Promise<ServiceProcess> => {
    const settings = { DATABASE_URL: database.url, DEMO: 'false', DEV_TOKENS: 'true', LOG_LEVEL: 'silent', PORT: '0' };
    return ServiceProcess.startWith({ ...process.env, ...settings, PLUGINS_DIR }, ['dist/src/main.js']);
  };
  /** Status of an insert of a note, and its subject. */
  const written = async (node: ServiceProcess): Promise<readonly unknown[]> => {
    const { status, body } = await (await node.as('ada.admin')).insert('Note', { Subject: 'Note' });
    return [status, body.Result?.Subject ?? body.ErrorDetails[0].Message];
  };
  const ready = async (node: ServiceProcess): Promise<number> => (await node.send('GET', '/health/ready')).status;

  it(
    'has no write without the hook: the earlier build refuses it until it is replaced',
    async () => {
      const [old, later] = [await start(join(folder, 'none')), await start(folder)];
      expect([await written(old), await written(later)]).toEqual([
        [200, 'Note'],
        [200, 'Note'],
      ]);
      const hook = { EntityId: match('EntityName', 'Note'), Name: 'Mark', Events: ['BeforeInsert'], Handler: 'MarkX' };
      expect((await (await old.as('ada.admin')).insert('Hook', hook)).status).toBe(400);
      expect((await (await later.as('ada.admin')).insert('Hook', hook)).status).toBe(200);
      expect(await written(later)).toEqual([200, 'Note X']);
      expect(await written(old)).toEqual([
        503,
        expect.stringContaining("Note names the hook 'MarkX', which this node"),
      ]);
      expect([await ready(old), await ready(later)]).toEqual([503, 200]);
      await old.stop();
      const replaced = await start(folder);
      expect([await ready(replaced), await written(replaced)]).toEqual([200, [200, 'Note X']]);
    },
    PACK_MS,
  );
});
