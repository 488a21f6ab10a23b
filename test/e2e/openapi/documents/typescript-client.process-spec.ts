import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { blocksOf } from '../../../support/page-blocks.js';
import { DEVELOPMENT, TestApp } from '../../../support/test-app.js';

const CALLS = 'test/e2e/openapi/documents/clients/typed-calls.ts.txt';
/** Inside of the project, so that the client finds its packages. */
const PARENT = 'node_modules/.cache';

type CallAll = (
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
) => Promise<Readonly<Record<string, number>>>;

/** Requests that the types must refuse, one in each line. */
const WRONG = [
  `import type { components } from './api.js'; type Schemas = components['schemas'];`,
  `export const segment: Schemas['CustomerSegment'] = 'Nobody';`,
  `export const field: Schemas['InsertRequest'] = { EntityName: 'Customer', Fields: [{ FieldName: 'Nope', Value: 1 }] };`,
  `export const entity: Schemas['DeleteRequest'] = { EntityName: 'Payment', WhereClause: { Filters: [] } };`,
].join('\n');

/** Compiles the client strictly. @returns the messages of the compiler */
function compiled(path: string, types: readonly string[] = []): readonly string[] {
  const program = ts.createProgram([path], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    strict: true,
    skipLibCheck: true,
    types: [...types],
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText, start, file }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/** The client of the page, from its commands to what it prints. */
describe('docs/typescript-clients.md', () => {
  const blocks = blocksOf(readFileSync('docs/typescript-clients.md', 'utf8'));
  const textOf = (info: string): string =>
    blocks.find((block) => block.info === info && block.notRun === undefined)!.text;
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await TestApp.start();
    mkdirSync(PARENT, { recursive: true });
    folder = mkdtempSync(join(PARENT, 'page-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterAll(async () => {
    if (folder) rmSync(folder, { recursive: true });
    await app?.stop();
  });

  it('generates types, compiles the program of the page, and prints what the page says', async () => {
    const commands = textOf('sh').replace('http://127.0.0.1:3000', app.url);
    await promisify(execFile)('bash', ['-c', commands], { cwd: folder });
    writeFileSync(join(folder, 'main.ts'), textOf('ts'));
    expect(compiled(join(folder, 'main.ts'), ['node'])).toEqual([]);
    const env = { ...process.env, BASE: app.url };
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js')], { env });
    expect(stdout).toBe(textOf('text prints'));
  }, 120_000);
});

describe('a TypeScript client generated from the description of an environment', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker' });
    mkdirSync(PARENT, { recursive: true });
    folder = mkdtempSync(join(PARENT, 'client-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const { body } = await app.as('nina.north').get('/openapi.json');
    writeFileSync(join(folder, 'api.ts'), astToString(await openapiTypescript(body)));
    copyFileSync(CALLS, join(folder, 'calls.ts'));
  });
  afterAll(async () => {
    if (folder) rmSync(folder, { recursive: true });
    await app?.stop();
  });

  it('refuses unknown values, fields and entities at compile time', () => {
    writeFileSync(join(folder, 'wrong.ts'), WRONG);
    expect(compiled(join(folder, 'wrong.ts')).map((message) => message.split(':')[0])).toEqual(['2', '3', '4']);
  });

  // Requirement: R22, T14
  it('compiles and calls every route, DELETE with a body included', async () => {
    expect(compiled(join(folder, 'calls.ts'))).toEqual([]);
    const { body: token } = await app.send('POST', '/dev/token', { UserName: 'nina.north' });
    const { callAll } = (await import(pathToFileURL(join(process.cwd(), folder, 'calls.js')).href)) as {
      callAll: CallAll;
    };
    const statuses = await callAll(app.url, { Authorization: `Bearer ${token.AccessToken}`, ...DEVELOPMENT });
    const unknown = new Set(['any workflow', 'retry', 'cancel', 'file', 'diagram', 'record', 'operation NotFound']);
    expect(statuses).toEqual(
      Object.fromEntries(Object.keys(statuses).map((name) => [name, unknown.has(name) ? 404 : 200])),
    );
    const { body } = await app.as('nina.north').get('/openapi.json');
    const called = readFileSync(CALLS, 'utf8');
    const paths = Object.keys(body.paths).filter((path) => !called.includes(`'${path}'`));
    expect(paths.filter((path) => !path.startsWith('/api/v1/queries/execute/') && path !== '/dev/token')).toEqual([]);
  });
});
