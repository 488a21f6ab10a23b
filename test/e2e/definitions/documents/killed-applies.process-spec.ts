import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningCommand } from '../../../support/environment-command.js';
import { PostgresProxy, type WireMessage } from '../../../support/postgres-proxy.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';
import { DEVELOPMENT, type Place, type Row, TestApp } from '../../../support/test-app.js';

const PLACE = 'Northgate/OrderToCash/Development';
const STAGING: Place = { ...DEVELOPMENT, EnvironmentId: 'Staging' };
const TEST_MS = 3 * START_MS;

type IsIt = (message: WireMessage) => boolean;

const sends =
  (start: RegExp): IsIt =>
  ({ from, type, text }) =>
    from === 'client' && type === 'P' && start.test(text);

/** Steps of an apply: the message at which a process is killed, which does not arrive any more. */
const STEPS: readonly [step: string, isIt: IsIt, isApplied: boolean][] = [
  ['before its first table', sends(/CREATE TABLE/), false],
  ['before COMMIT', sends(/^COMMIT/), false],
  ['after COMMIT', ({ from, type, text }) => from === 'server' && type === 'C' && text === 'COMMIT', true],
];

let app: TestApp;
let proxy: PostgresProxy;
let folder: string;
beforeAll(async () => {
  app = await TestApp.start();
  proxy = await PostgresProxy.start(app.databaseUrl);
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
});
afterAll(async () => {
  await ServiceProcess.killAll();
  await proxy.stop();
  await app.stop();
  await rm(folder, { recursive: true });
}, START_MS);

const documentOf = (name: string): Row => ({
  Roles: [{ Name: name }],
  Entities: [{ EntityName: name, Fields: [{ FieldName: 'Title', FieldType: 'Text', Unique: true }] }],
  RoleAccess: [{ Role: name, EntityName: name, Read: 'All' }],
});

const exported = async (place = DEVELOPMENT): Promise<Row> =>
  (await app.as('ada.admin', place).get('/environment/export')).body.Result;

const LOCKS_ENVIRONMENT = sends(/FOR NO KEY UPDATE SKIP LOCKED/);

/** Cuts all connections of a process at a message, from the apply's first on. @returns whether the message came */
async function killedAt(
  isIt: IsIt,
  kill: () => Promise<unknown>,
  apply: () => Promise<unknown>,
  isFirst = LOCKS_ENVIRONMENT,
): Promise<boolean> {
  let [isApplying, isDead] = [false, false];
  proxy.judge = (message) => {
    isApplying ||= isFirst(message);
    if (!isDead && !(isApplying && isIt(message))) return undefined;
    if (!isDead) void kill();
    isDead = true;
    return 0;
  };
  await apply().catch(() => undefined);
  await kill();
  proxy.judge = () => undefined;
  return isDead;
}

/** Expects all of a document in the environment, or nothing of it, and the rest after the same apply again. */
async function expectWhole(name: string, before: Row, isApplied: boolean): Promise<void> {
  const ada = app.as('ada.admin');
  const left = await exported();
  if (!isApplied) expect(left).toEqual(before);
  const tables = await app.query('SELECT FROM pg_class WHERE relname = $1', [name]);
  expect(tables).toHaveLength(isApplied ? 1 : 0);
  const again = await ada.send('POST', '/environment/apply', documentOf(name));
  expect(again).toMatchObject({ status: 200, body: { RecordAffected: isApplied ? 0 : 4 } });
  expect((await ada.send('POST', '/environment/plan', documentOf(name))).body.Result.Changes).toEqual([]);
  expect((await ada.insert(name, { Title: 'First' })).status).toBe(200);
}

// Requirement: R227
describe('an apply', () => {
  it.each(STEPS)(
    'of a service that is killed %s is done wholly or not at all, and can be sent again',
    async (step, isIt, isApplied) => {
      const name = `Served${STEPS.findIndex(([each]) => each === step)}`;
      const before = await exported();
      const node = await ServiceProcess.start(proxy.url);
      const caller = await node.as('ada.admin');
      const apply = (): Promise<unknown> => caller.send('POST', '/environment/apply', documentOf(name));
      expect(await killedAt(isIt, () => node.kill(), apply)).toBe(true);
      await expectWhole(name, before, isApplied);
    },
    TEST_MS,
  );

  it.each(STEPS)(
    'of a command that is killed %s is done wholly or not at all, and can be repeated',
    async (step, isIt, isApplied) => {
      const name = `Commanded${STEPS.findIndex(([each]) => each === step)}`;
      const before = await exported();
      const path = join(folder, `${name}.json`);
      await writeFile(path, JSON.stringify(documentOf(name)));
      const command = RunningCommand.start(proxy.url, 'apply', '-e', PLACE, path);
      const killed = await killedAt(
        isIt,
        () => command.kill(),
        () => command.ended,
      );
      expect(killed).toBe(true);
      await expectWhole(name, before, isApplied);
    },
    TEST_MS,
  );
});

// Requirement: R227
describe('a write of a definition', () => {
  const WRITE_STEPS: typeof STEPS = [['before its column', sends(/ALTER TABLE/), false], ...STEPS.slice(1)];

  it.each(WRITE_STEPS)(
    'of a service that is killed %s is known wholly or not at all to the checks of the others',
    async (_, isIt, isStored) => {
      const ada = app.as('ada.admin');
      const EntityName = `Written${WRITE_STEPS.findIndex(([, each]) => each === isIt)}`;
      const EntityId = await ada.inserted('Entity', { EntityName });
      const field = { EntityId, FieldName: 'Size', FieldType: 'Int' };
      const index = { EntityId, Name: `By${EntityName}`, Fields: [{ FieldName: 'Size' }] };
      // The node that lives on has checked these definitions before, and keeps what it found.
      expect((await ada.insert('Index', index)).status).toBe(400);
      const node = await ServiceProcess.start(proxy.url);
      const caller = await node.as('ada.admin');
      const insert = (): Promise<unknown> => caller.insert('Field', field);
      const killed = await killedAt(isIt, () => node.kill(), insert, sends(/INSERT INTO \S+"Field"/));
      expect(killed).toBe(true);
      expect((await ada.insert('Index', index)).status).toBe(isStored ? 200 : 400);
      expect((await ada.insert('Field', field)).status).toBe(isStored ? 409 : 200);
      expect((await ada.insert('Index', index)).status).toBe(isStored ? 409 : 200);
      expect((await ada.insert(EntityName, { Size: 5 })).status).toBe(200);
    },
    TEST_MS,
  );
});

describe('a create', () => {
  it(
    'that is killed before its environment is stored, or before it applies, is repeated or ended by an apply',
    async () => {
      const path = join(folder, 'staging.json');
      await writeFile(path, JSON.stringify(documentOf('Staged')));
      const to = ['-e', 'Northgate/OrderToCash/Staging'];
      const create = ['create', ...to, '--administrator', 'ada.admin', path];
      const run = (isIt: IsIt): Promise<boolean> => {
        const command = RunningCommand.start(proxy.url, ...create);
        let isDead = false;
        proxy.judge = (message) => {
          if (!isDead && !isIt(message)) return undefined;
          if (!isDead) void command.kill();
          isDead = true;
          return 0;
        };
        return command.ended.then(() => isDead);
      };
      const isThere = (): Promise<readonly unknown[]> =>
        app.query(`SELECT FROM platform.environment WHERE name = 'Staging'`);
      expect(await run(sends(/INSERT INTO platform\.environment/))).toBe(true);
      proxy.judge = () => undefined;
      expect(await isThere()).toEqual([]);
      expect(await run(sends(/FOR NO KEY UPDATE SKIP LOCKED/))).toBe(true);
      proxy.judge = () => undefined;
      expect(await isThere()).toHaveLength(1);
      const command = (...args: readonly string[]) => RunningCommand.start(proxy.url, ...args).ended;
      expect(await command(...create)).toMatchObject({ code: 2, errors: expect.stringContaining('exists already') });
      expect(await command('apply', ...to, path)).toMatchObject({ code: 0 });
      expect((await app.as('ada.admin', STAGING).insert('Staged', { Title: 'First' })).status).toBe(200);
    },
    TEST_MS,
  );
});
