import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** The commands of the README's first requests. */
async function firstRequests(): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const [text] = readme.split('## Start\n')[1].split('\n## ');
  return [...text.matchAll(/```sh\n(.*?)```/gs)][1][1];
}

describe('The first requests of the README', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await ServiceProcess.start(database.url);
  });
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
  });

  it('insert, update and select a customer when they are pasted into a shell', async () => {
    const script = (await firstRequests()).replace('http://127.0.0.1:3000', service.url);
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { StatusCode: string; Result: unknown });
    expect(answers.map(({ StatusCode }) => StatusCode)).toEqual(['200', '200', '200']);
    expect(answers[1].Result).toMatchObject([{ RowVersion: 2 }]);
    expect(answers[2].Result).toContainEqual({
      CustomerNumber: expect.any(String),
      Name: 'Contoso',
      'RegionId.Name': expect.any(String),
    });
  });

  it('find the OpenAPI document where the README names it', async () => {
    const readme = await readFile('README.md', 'utf8');
    const [path] = /\/api\/v1\/openapi\.json/.exec(readme)!;
    const response = await fetch(service.url + path);
    expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  });
});
