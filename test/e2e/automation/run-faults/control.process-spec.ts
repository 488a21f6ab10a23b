import { PostgresProxy } from '../../../support/postgres-proxy.js';
import { note } from '../../../support/run-fixture.js';
import type { ServiceProcess } from '../../../support/service-process.js';
import type { Answer } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { FaultRig, TIMEOUT_MS } from './fault-rig.js';

const WAIT_MS = 60_000;

const call = (url: string, more: object = {}): object => ({
  Name: 'Call',
  Type: 'HttpCall',
  Method: 'POST',
  Url: `${url}/{{Tag}}`,
  ...more,
});
const workflow = (Name: string, ...Actions: readonly object[]): object => ({
  Name,
  AllowedRoles: ['Clerk', 'Guest'],
  Tokens: [{ Name: 'Tag', Type: 'Text' }],
  Actions,
});
const ROWS = {
  Name: 'Rows',
  Type: 'RunQuery',
  EntityName: 'Parcel',
  Sort: [{ FieldName: 'N' }],
  SelectedFields: ['N'],
};
const PASSED = { OnError: 'Continue' };
const WORKFLOWS = (url: string): readonly object[] => [
  workflow('Calls', note('First', 'first {{Tag}}'), call(url), note('Last', 'last {{Tag}}')),
  workflow('Loops', ROWS, { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [call(`${url}/{{Item.N}}`)] }),
  workflow('Passes', call(url, PASSED), note('Last', 'last {{Tag}}')),
  workflow(
    'Mails',
    { Name: 'Mail', Type: 'SendEmail', ToUser: 'gus', Subject: '{{Tag}}', Message: 'Hello', ...PASSED },
    note('Last', 'last {{Tag}}'),
  ),
];
const [CALLS, LOOPS, PASSES, MAILS] = WORKFLOWS('').keys();

let rig: FaultRig;
let node: ServiceProcess;
let proxy: PostgresProxy;
beforeAll(async () => {
  rig = await FaultRig.open(WORKFLOWS);
  proxy = await PostgresProxy.start(rig.api.app.databaseUrl);
  node = await rig.node();
}, TIMEOUT_MS);
afterAll(async () => {
  await rig?.close();
  await proxy?.stop();
}, TIMEOUT_MS);

const callsOf = (path: string): readonly string[] =>
  rig.calls.filter((each) => each.path === path).map(({ eventId }) => eventId);
const control = (what: string, run: string, body: object = {}, user = 'ann'): Promise<Answer> =>
  rig.api.as(user).send('POST', `/workflows/runs/${run}/${what}`, body, { Prefer: 'respond-async' });
const messages = (tag: string): Promise<readonly string[]> => rig.messages(` ${tag}$`);

// Requirement: R192
it(
  'cancels a run that waits for its next try, asked on another node',
  async () => {
    rig.answers.set('/waits', () => Promise.resolve(503));
    const run = await rig.start(CALLS, { Tag: 'waits' });
    const schema = await rig.api.schema();
    await until(
      'the run waits',
      async () => {
        const text = `SELECT FROM platform.run r JOIN ${schema}."WorkflowStep" s ON s."RunId" = r.id AND s."Error" IS NOT NULL
          WHERE r.id = $1 AND r.node IS NULL`;
        return (await rig.api.app.query(text, [run])).length > 0;
      },
      WAIT_MS,
    );
    expect((await control('cancel', run)).body.Result).toEqual({ RunId: run, State: 'Cancelled' });
    const calls = callsOf('/waits').length;
    await rig.ended([run], 'Cancelled');
    expect(await rig.unfinishedSteps([run])).toMatchObject([{ State: 'Cancelled' }]);
    expect((await control('cancel', run)).status).toBe(409);
    expect([callsOf('/waits').length, await messages('waits')]).toEqual([calls, ['first waits']]);
  },
  TIMEOUT_MS,
);

// Requirement: R192
it(
  'cancels a run after a try that fails, not after the wait that the other side asks for',
  async () => {
    let fail: (status: number) => void = () => undefined;
    rig.answers.set('/fails', () => new Promise((resolve) => (fail = resolve)));
    rig.retryAfterSeconds = 600;
    const run = await rig.start(CALLS, { Tag: 'fails' });
    await until('the call is made', () => callsOf('/fails').length === 1, WAIT_MS);
    expect((await control('cancel', run)).body.Result.State).toBe('Running');
    fail(503);
    await rig.ended([run], 'Cancelled');
    expect([callsOf('/fails').length, await messages('fails')]).toEqual([1, ['first fails']]);
  },
  TIMEOUT_MS,
);

// Requirement: R192
it(
  'cancels between two iterations, asked by an Administrator',
  async () => {
    let answer: (status: number) => void = () => undefined;
    rig.answers.set('/1/loop', () => new Promise((resolve) => (answer = resolve)));
    const run = await rig.start(LOOPS, { Tag: 'loop' });
    await until('the second iteration is made', () => callsOf('/1/loop').length === 1, WAIT_MS);
    expect((await control('cancel', run, {}, 'gus')).status).toBe(404);
    expect((await control('cancel', run, {}, 'root')).body.Result.State).toBe('Running');
    answer(200);
    await rig.ended([run], 'Cancelled');
    expect(rig.calls.map(({ path }) => path).filter((path) => path.endsWith('/loop'))).toEqual(['/0/loop', '/1/loop']);
  },
  TIMEOUT_MS,
);

// Requirement: R192, F15
it(
  'retries at the failed step on another node, under the same RunId',
  async () => {
    rig.answers.set('/again', () => Promise.resolve(422));
    const run = await rig.start(CALLS, { Tag: 'again' });
    await rig.ended([run], 'Failed');
    await node.kill();
    rig.answers.delete('/again');
    expect((await control('retry', run, {}, 'gus')).status).toBe(404);
    expect((await control('retry', run, {}, 'root')).body.CorrelationId).toBe(run);
    node = await rig.node();
    await rig.ended([run]);
    expect(await messages('again')).toEqual(['first again', 'last again']);
    expect([callsOf('/again').length, new Set(callsOf('/again')).size]).toEqual([2, 1]);
  },
  TIMEOUT_MS,
);

// Requirement: R192
it(
  'repeats one SendEmail that was passed over',
  async () => {
    const run = await rig.start(MAILS, { Tag: 'mail' });
    await rig.ended([run]);
    expect(rig.mail.mails).toEqual([]);
    await rig.setEmail('gus');
    expect((await control('retry', run, { Step: 'Mail' })).status).toBe(202);
    await until('the mail is sent', () => rig.mail.mails.length === 1, WAIT_MS);
    await rig.ended([run]);
    expect(await messages('mail')).toEqual(['last mail']);
    expect((await control('retry', run, { Step: 'Mail' })).status).toBe(409);
  },
  TIMEOUT_MS,
);

// Requirement: R192, P7, F15
it(
  'does not repeat a repeated HttpCall once more when its process is killed behind it',
  async () => {
    rig.answers.set('/passed', () => Promise.resolve(422));
    const run = await rig.start(PASSES, { Tag: 'passed' });
    await rig.ended([run]);
    await node.kill();
    rig.answers.delete('/passed');
    const victim = await rig.node({}, proxy.url);
    let [connection, isDead] = [-1, false];
    proxy.judge = (message) => {
      if (message.from === 'client' && message.type === 'B' && message.text.includes('WITH fence AS'))
        ({ connection } = message);
      isDead ||= message.from === 'server' && message.type === 'C' && message.connection === connection;
      return isDead ? 'lost' : undefined;
    };
    expect((await control('retry', run, { Step: 'Call' })).status).toBe(202);
    await until('the step is stored', () => isDead, WAIT_MS);
    await victim.kill();
    node = await rig.node();
    await rig.ended([run]);
    expect([callsOf('/passed').length, new Set(callsOf('/passed')).size]).toEqual([2, 1]);
    expect(await messages('passed')).toEqual(['last passed']);
  },
  TIMEOUT_MS,
);
