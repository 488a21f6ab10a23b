import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningCommand } from '../../../support/environment-command.js';
import { PostgresProxy, type WireMessage } from '../../../support/postgres-proxy.js';
import { TestApp } from '../../../support/test-app.js';

const TEST_MS = 300_000;
const COMPANY = {
  Tenants: [
    {
      Id: 'c1000000-0000-4000-8000-000000000011',
      Name: 'Killed',
      Apps: [
        {
          Id: 'c1000000-0000-4000-8000-000000000012',
          Name: 'Desk',
          Environments: [{ Id: 'c1000000-0000-4000-8000-000000000013', Name: 'Development' }],
        },
      ],
    },
  ],
  Entities: [
    {
      EntityName: 'Ticket',
      Fields: [
        { FieldName: 'Number', FieldType: 'AutoNumber', Pattern: 'T-{0000}' },
        { FieldName: 'Title', FieldType: 'Text' },
      ],
    },
  ],
};

type IsIt = (message: WireMessage) => boolean;

const sends =
  (start: RegExp): IsIt =>
  ({ from, type, text }) =>
    from === 'client' && type === 'P' && start.test(text.trim());

/** Matches every statement of a create from its first table on whose number is a multiple. */
const everyNth = (n: number): IsIt => {
  let statements = 0;
  return (message) =>
    sends(/./)(message) && (statements > 0 || sends(/^CREATE SCHEMA/)(message)) && ++statements % n === 0;
};

let app: TestApp;
let proxy: PostgresProxy;
let folder: string;
beforeAll(async () => {
  app = await TestApp.start();
  proxy = await PostgresProxy.start(app.databaseUrl);
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
  await writeFile(join(folder, 'company.json'), JSON.stringify(COMPANY));
});
afterAll(async () => {
  await proxy.stop();
  await app.stop();
  await rm(folder, { recursive: true });
});

const ROLE = /\benv_\w+_code_\w+/g;
/** Roles that the killed commands have named. Roles belong to the cluster, where other test files create some meanwhile. */
const named = new Set<string>();

/** Lists what a create makes: schemas with their tables and sequences, roles without a schema, rows of the platform. Indexes come and go. */
const traces = (): Promise<readonly unknown[]> =>
  app.query(
    `SELECT n.nspname::text AS kind, count(c.oid)::text AS name
     FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'S')
     WHERE n.nspname LIKE 'env%' GROUP BY n.nspname
     UNION ALL SELECT 'role', rolname::text FROM pg_roles WHERE rolname = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_namespace n WHERE starts_with(rolname, n.nspname || '_code_'))
     UNION ALL SELECT 'tenant', name FROM platform.tenant
     UNION ALL SELECT 'app', name FROM platform.app
     UNION ALL SELECT 'environment', name FROM platform.environment
     UNION ALL SELECT 'changes', count(*)::text FROM platform.change
     ORDER BY 1, 2`,
    [[...named]],
  );

/** Kills a command at a message, which does not arrive any more. @returns true when the message came */
async function killedAt(isIt: IsIt, ...args: readonly string[]): Promise<boolean> {
  const command = RunningCommand.start(proxy.url, ...args);
  let isDead = false;
  proxy.judge = (message) => {
    for (const [role] of message.text.matchAll(ROLE)) named.add(role);
    if (!isDead && !isIt(message)) return undefined;
    if (!isDead) void command.kill();
    isDead = true;
    return 0;
  };
  await command.ended;
  proxy.judge = () => undefined;
  return isDead;
}

const STEPS: readonly (readonly [step: string, isIt: IsIt])[] = [
  ['before its first table', sends(/^CREATE TABLE/)],
  ['at its 100th statement', everyNth(100)],
  ['before its row', sends(/^INSERT INTO platform\.environment/)],
  ['before its records', sends(/INSERT INTO "?env_/)],
];

// Requirement: R227
describe('a create that is killed', () => {
  it.each(STEPS)(
    '%s leaves nothing',
    async (_, isIt) => {
      const before = await traces();
      const place = ['-e', 'Northgate/OrderToCash/Killed', '--administrator', 'ada.admin'];
      expect(await killedAt(isIt, 'create', ...place)).toBe(true);
      expect(await traces()).toEqual(before);
    },
    TEST_MS,
  );

  it(
    'at a definition file leaves nothing, and the next one creates all of it',
    async () => {
      const before = await traces();
      const file = join(folder, 'company.json');
      for (const isIt of [sends(/^CREATE SEQUENCE/), sends(/^INSERT INTO platform\.app/)]) {
        expect(await killedAt(isIt, 'create', file)).toBe(true);
        expect(await traces()).toEqual(before);
      }
      expect(await RunningCommand.start(app.databaseUrl, 'create', file).ended).toMatchObject({ code: 0 });
      expect(await traces()).toEqual(expect.arrayContaining([{ kind: 'tenant', name: 'Killed' }]));
    },
    TEST_MS,
  );
});
