import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { outcomeOf } from '../../../support/outcome-of.js';
import { ServiceProcess } from '../../../support/service-process.js';
import type { Answer } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { SampleProcess } from './sample-process.js';

const SETTINGS = { WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500' };

/** The commands of the page's walk-through for front ends, in their order. */
async function commandsOfPage(): Promise<readonly string[]> {
  const page = await readFile('docs/demo.md', 'utf8');
  const [text] = page.split('## Watch a slow write\n')[1].split('\n## ');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands);
}

describe('the sample for the terminal', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let other: ServiceProcess | undefined;
  let sample: SampleProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await ServiceProcess.start(database.url, SETTINGS);
    sample = SampleProcess.start(service.url);
  });
  afterAll(async () => {
    await sample?.stop();
    await other?.kill();
    await service?.kill();
    await database?.drop();
  });

  const restart = async (): Promise<void> => {
    service = await service.startAgain(database.url, SETTINGS);
  };

  // Requirement: P1, R205
  it('receives the outcome of the slow write on docs/demo.md after a kill and restart of the service', async () => {
    const [paste, kill] = await commandsOfPage();
    expect(kill).toMatch(/^kill -9 .*tcp:3000.*\nnpm start\n$/);
    await sample.says(/nina\.north hears of every Note/);
    const script = paste.replace('http://127.0.0.1:3000', service.url).replace('SLOW:10000', 'SLOW:3001');
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    const answer = JSON.parse(stdout);
    expect(answer.StatusCode).toBe('202');
    await service.kill();
    await sample.says(/The connection is lost/);
    await restart();
    await sample.says(new RegExp(`Completed ${answer.CorrelationId}  HTTP 200`));
    const nina = await service.as('nina.north');
    const { Result } = (await nina.select('Note', { SelectedFields: ['Id', 'Subject'] })).body;
    expect(Result).toContainEqual({ Id: answer.Result.Id, Subject: 'SLOW:3001' });
  });

  it.each([
    ['an unknown option', ['--usr', 'nina.north'], /^Unknown option '--usr'/m],
    ['an unknown user', ['--user', 'nobody'], /No user is called 'nobody'/],
    ['an entity without access', ['--entity', 'Payment'], /ScopeNone: You have no read access to Payment/],
  ])('says what is wrong with %s, and ends', async (_what, options, message) => {
    const refused = SampleProcess.start(service.url, options);
    await refused.says(message);
    expect(await refused.ended()).toBe(1);
    expect(refused.output).not.toMatch(/^ +at /m);
  });

  // Requirement: R204, R207
  it('catches up after its node was away: changes by the stream, own outcomes by GetOperation', async () => {
    sample.type('A first note');
    // Its change is where reading goes on later.
    await sample.says(/200 [\da-f-]{36}/);
    await sample.says(/Create/);
    sample.type('SLOWFAIL:1502');
    const [, correlationId] = await sample.says(/202 (\S+)/);
    await service.kill();
    other = await ServiceProcess.start(database.url, SETTINGS);
    const nina = await other.as('nina.north');
    const { Id } = (await nina.insert('Note', { Subject: 'Meanwhile' })).body.Result;
    const { Status } = await outcomeOf(nina, { body: { CorrelationId: correlationId } } as Answer);
    expect(Status).toBe('Failed');
    await restart();
    await sample.says(/Connected again/);
    await sample.says(new RegExp(`Create ${Id}`));
    await sample.says(new RegExp(`Failed ${correlationId}  HTTP 400  Rejected after wait\\.`));
    const last = (await nina.insert('Note', { Subject: 'Live again' })).body.Result;
    await sample.says(new RegExp(`Create ${last.Id}`));
    expect([Id, last.Id].map((each) => sample.times(new RegExp(`Create ${each}`, 'g')))).toEqual([1, 1]);
  });
});
