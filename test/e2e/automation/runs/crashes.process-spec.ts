import pg from 'pg';
import { PostgresProxy, type WireMessage } from '../../../support/postgres-proxy.js';
import { ServiceProcess } from '../../../support/service-process.js';
import { byId, type Caller } from '../../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../../support/test-database.js';
import { until } from '../../../support/until.js';

const SETTINGS = { ROLES: 'api,worker', RUN_LEASE_MS: '1500', WAIT_WINDOW_MS: '200' };
const TIMEOUT_MS = 120_000;
const COUNT = 3;

let database: TestDatabase;
let direct: pg.Pool;
let proxy: PostgresProxy;
let other: ServiceProcess;
let ada: Caller;
let workflow: string;
beforeAll(async () => {
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.url, max: 2 });
  proxy = await PostgresProxy.start(database.url);
  other = await ServiceProcess.start(database.url, { ...SETTINGS, ROLES: 'api', WAIT_WINDOW_MS: '30000' });
  ada = await other.as('ada.admin');
  workflow = await ada.inserted('Workflow', {
    Name: 'Crashing',
    Type: 'Manual',
    RunAs: 'Service',
    Tokens: [{ Name: 'Text', Type: 'Text' }],
    Actions: Array.from({ length: COUNT }, (_, i) => ({
      Name: `Tell${i}`,
      Type: 'SendNotification',
      ToUser: 'ada.admin',
      Message: `{{Text}} ${i}`,
    })),
  });
}, TIMEOUT_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy?.stop();
  await direct?.end();
  await database?.drop();
}, TIMEOUT_MS);

const messages = async (text: string): Promise<readonly string[]> => {
  const { body } = await ada.select('Notification', {
    WhereClause: { Filters: [{ FieldName: 'Message', Operator: 'StartsWith', Value: `${text} ` }] },
    Sort: [{ FieldName: 'Message' }],
  });
  return (body.Result as readonly { readonly Message: string }[]).map(({ Message }) => Message);
};

const isParsed = ({ from, type }: WireMessage): boolean => from === 'client' && type === 'P';
const isNote = (message: WireMessage): boolean => isParsed(message) && message.text.includes('AS notified');
const isStep = (message: WireMessage): boolean => isParsed(message) && message.text.includes('WITH fence AS');
const MOMENTS: readonly [name: string, isIt: (message: WireMessage, notes: number) => boolean][] = [
  ['before its first step', (message) => isNote(message)],
  ['in its second step', (message, notes) => notes === 2 && isStep(message)],
  [
    'at the COMMIT of its second step',
    ({ from, text }, notes) => notes === 2 && from === 'client' && text === 'COMMIT',
  ],
  [
    'after its second step',
    ({ from, type, text }, notes) => notes === 2 && from === 'server' && type === 'C' && text === 'COMMIT',
  ],
  ['at its end', ({ from, text }) => from === 'client' && text.includes('WITH gone AS')],
];

// Requirement: P7, F1, R192
it.each(MOMENTS)(
  'has one effect per step when its process is killed %s',
  async (name, isIt) => {
    const victim = await ServiceProcess.start(proxy.url, SETTINGS);
    let [dead, notes] = [false, 0];
    proxy.judge = (message) => {
      if (dead) return 0;
      if (isNote(message)) notes++;
      if (!isIt(message, notes)) return undefined;
      dead = true;
      void victim.kill();
      return 0;
    };
    const answer = await ada.send(
      'POST',
      `/workflows/execute/${workflow}`,
      { Text: name },
      { Prefer: 'respond-async' },
    );
    expect(answer.status).toBe(202);
    await until('the process was killed', () => dead);
    await victim.kill();
    proxy.judge = () => undefined;
    const heir = await ServiceProcess.start(database.url, SETTINGS);
    const run = answer.body.CorrelationId as string;
    await until('the run has ended', async () => (await ada.row('WorkflowRun', run)).State === 'Completed');
    await heir.stop();
    expect(await messages(name)).toEqual(Array.from({ length: COUNT }, (_, i) => `${name} ${i}`));
    const { body } = await ada.send('GET', `/operations/${run}`);
    expect(body.Result).toMatchObject({ Status: 'Completed', Operation: 'Workflow' });
    expect((await ada.select('WorkflowRun', { WhereClause: byId(run) })).body.Result).toHaveLength(1);
  },
  TIMEOUT_MS,
);
