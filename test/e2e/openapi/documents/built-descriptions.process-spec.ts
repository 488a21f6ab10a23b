import { NestFactory } from '@nestjs/core';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { AppModule } from '#app.module.js';
import { ApiDocument } from '#platform/http/openapi/api-document.js';
import { testConfig } from '../../../support/test-config.js';

const COMPILER = new URL('../../../support/run-typescript.mjs', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('../../../../src/describe-routes.ts', import.meta.url));
const SNAPSHOT = 'test/architecture/openapi.snapshot.json';

interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly operationId: string } }>>;
}

describe('descriptions of the routes that the build writes', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'descriptions-'));
    file = join(folder, 'routes.ndjson');
    await promisify(execFile)(process.execPath, ['--import', COMPILER, PROGRAM, file]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Document that a node with these settings makes of the built descriptions. */
  async function documentFrom(path: string, settings: Readonly<Record<string, string>> = {}): Promise<Document> {
    const config = testConfig('postgres://nobody@127.0.0.1:1/none', settings);
    const app = await NestFactory.create(AppModule.forConfig(config), { preview: true, logger: ['error'] });
    const document = new ApiDocument(config, pathToFileURL(path));
    document.describe(app);
    return JSON.parse(JSON.stringify(await document.get())) as Document;
  }

  it('give the reviewed document', async () => {
    expect(await documentFrom(file)).toEqual(JSON.parse(await readFile(SNAPSHOT, 'utf8')));
  });

  it('are read instead of made', async () => {
    const changed = join(folder, 'changed.ndjson');
    await writeFile(changed, (await readFile(file, 'utf8')).replaceAll('"insertRecord"', '"changedByTheTest"'));
    const { paths } = await documentFrom(changed);
    expect(paths['/api/v1/records/insert'].post?.operationId).toBe('changedByTheTest');
  });

  it('leave out the routes that a node does not have', async () => {
    const { paths } = await documentFrom(file, { DEV_TOKENS: 'false', METRICS: 'false' });
    expect(paths).not.toHaveProperty('/dev/token');
    expect(paths).not.toHaveProperty('/metrics');
  });

  it('are made by a service without the file', async () => {
    const [built, made] = [await documentFrom(file), await documentFrom(join(folder, 'none'))];
    expect(JSON.stringify(built)).toBe(JSON.stringify(made));
  });
});
