import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { groupedBy } from '#core/grouped-by.js';
import { USER } from '../../support/demo.js';
import { type EntityChanged, HubListener } from '../../support/hub-client.js';
import { LOGGED_CHANGES } from '../../support/logged-changes.js';
import { cases, SEED } from '../../support/seed.js';
import { byId, type Row, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { CREATORS, anyInsert, learn, planned, sendInsert, validInsert, type Who } from './insert-actions.js';
import { CREATOR, READERS, storedOf, type Told, wrongVerdicts } from './insert-model.js';

/** Inserts that are sent at once. */
const WAVE = 48;
/** Time after which callers of refused inserts share statements with others again. */
const ISOLATION_MS = 1_000;
const TIMEOUT_MS = cases(120) * 1_000;

/** A stored customer with its change and outcome. */
interface Stored {
  readonly Id: string;
  readonly name: string;
  readonly users: readonly string[];
  readonly team: string;
  readonly image: Row;
  readonly correlationId: string;
  readonly outcome: Row;
  readonly xid: string;
}

// Requirement: R29, R32, R72, R90, R99, T43, P2, P8
describe('random inserts of many callers at once', () => {
  let app: TestApp;
  let schema: string;
  const listeners = new Map<string, HubListener>();
  beforeAll(async () => {
    app = await TestApp.start({ WAIT_WINDOW_MS: '10000' });
    schema = await app.schema();
    for (const user of Object.keys(READERS)) {
      listeners.set(user, await HubListener.registered(app, user, ['Customer']));
    }
    // The first of all finds no counter for its number.
    await app.as('ada.admin').inserted('Customer', planned(VALID, 0, 'FIRST0').fields);
  });
  afterAll(async () => {
    for (const listener of listeners.values()) await listener.stop();
    await app.stop();
  });

  const setActive = async (IsActive: boolean): Promise<void> => {
    const { status } = await app.as('ada.admin').update('User', { IsActive }, byId(USER.nils));
    expect(status).toBe(200);
  };

  /** The customers of a wave, by statements and in the order of the log within each. */
  const storedIn = (wave: string): Promise<readonly Stored[]> =>
    app.query<Stored>(
      `SELECT t."Id", t."Name" AS name, t."OwnerTeamId" AS team, c.correlation_id AS "correlationId",
         ARRAY[t."OwnerId", t."CreatedBy", t."UpdatedBy", c.user_id, o.user_id]::text[] AS users, c.new AS image,
         jsonb_build_object('ids', o.record_ids, 'entity', o.entity) AS outcome,
         c.xid::text AS xid
       FROM "${schema}"."Customer" t
       LEFT JOIN ${LOGGED_CHANGES} c ON c.record_id = t."Id"
       LEFT JOIN platform.operation o ON o.id = c.correlation_id
       WHERE t."Name" LIKE $1
       ORDER BY c.xid, c.position`,
      [`wave ${wave} %`],
    );

  /** Changes and outcomes with records of requests that have stored nothing. */
  const tracesOf = (ids: readonly string[]): Promise<readonly unknown[]> =>
    app.query(
      `SELECT correlation_id AS id FROM platform.change WHERE correlation_id = ANY($1::uuid[])
       UNION ALL
       SELECT id FROM platform.operation WHERE id = ANY($1::uuid[]) AND cardinality(record_ids) > 0`,
      [ids],
    );

  async function checkStored(wave: string, told: readonly Told[]): Promise<readonly Stored[]> {
    const rows = await storedIn(wave);
    const byName = new Map(rows.map((row) => [row.name, row]));
    const stored = storedOf(told);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(stored.map(([{ name }]) => name).toSorted());
    for (const [{ name, who, how }, learnt] of stored) {
      const row = byName.get(name)!;
      const { id, team } = CREATOR[who]!;
      expect([name, row.users, row.team]).toEqual([name, Array(5).fill(id), team]);
      expect([name, row.outcome]).toMatchObject([name, { ids: [row.Id] }]);
      const result = how === 'id' ? row.Id : row.image;
      for (const each of learnt)
        expect([name, each]).toMatchObject([name, { correlationId: row.correlationId, result }]);
    }
    const kept = new Set(stored);
    const others = told.filter((each) => !kept.has(each)).flatMap(([, learnt]) => learnt);
    const ids = others.map(({ correlationId }) => correlationId).filter((id) => id !== 'null' && id !== 'undefined');
    expect(await tracesOf(ids)).toEqual([]);
    return rows;
  }

  /** No answer names a record or a value of another insert. */
  function checkSecrets(told: readonly Told[]): void {
    for (const [{ name }, learnt] of told) {
      for (const { text } of learnt) {
        const named = new Set(text.match(/wave \w+ insert \d+ end/g));
        named.delete(name);
        expect([name, [...named]]).toEqual([name, []]);
      }
    }
  }

  /** Records of one caller in one statement are logged in the order in which they arrived, but for those answered 202. */
  function checkOrder(rows: readonly Stored[], told: readonly Told[]): void {
    const late = new Set(told.filter(([{ how }]) => how === 'async').map(([{ name }]) => name));
    for (const same of groupedBy(
      rows.filter(({ name }) => !late.has(name)),
      ({ xid, users }) => `${xid} ${users[0]}`,
    ).values()) {
      const ids = same.map(({ Id }) => Id);
      expect(ids).toEqual(ids.toSorted());
    }
  }

  /** Every reader hears of each customer in scope once; those of one statement come in the order of the log. */
  async function checkHubs(rows: readonly Stored[]): Promise<void> {
    const whoOf = new Map(CREATORS.map((who) => [CREATOR[who]!.id, who as Who]));
    const ids = new Set(rows.map(({ Id }) => Id));
    for (const [user, listener] of listeners) {
      const expected = rows.filter(({ users: [owner] }) => READERS[user](whoOf.get(owner)!));
      const heard = (): readonly EntityChanged[] => listener.heard.filter(({ Id }) => Id !== null && ids.has(Id));
      await until(`${user} hears of all`, () => heard().length >= expected.length);
      const xidOf = new Map(rows.map(({ Id, xid }) => [Id, xid]));
      const ofStatements = heard().toSorted((a, b) => Number(xidOf.get(a.Id!)) - Number(xidOf.get(b.Id!)));
      expect([user, ofStatements.map(({ Operation, Id, CorrelationId }) => [Operation, Id, CorrelationId])]).toEqual([
        user,
        expected.map(({ Id, correlationId }) => ['Create', Id, correlationId]),
      ]);
    }
  }

  let waves = 0;
  const shared = { inserts: 0, statements: 0, amongCallers: 0 };
  async function runWave(actions: readonly Parameters<typeof planned>[0][], leaving: Who | undefined): Promise<void> {
    const wave = `W${String(++waves).padStart(5, '0')}`;
    const inserts = actions.map((action, i) => planned(action, i, wave));
    const sent = Promise.all(inserts.map((each) => sendInsert(app.as(each.who), each)));
    if (leaving) await setActive(false);
    const answers = await sent;
    if (leaving) await setActive(true);
    const told = await Promise.all(
      inserts.map(async (each, i): Promise<Told> => {
        const caller = app.as(each.who);
        return [each, await Promise.all(answers[i].map((answer) => learn(caller, answer)))];
      }),
    );
    for (const [{ name }, learnt] of told) {
      expect([name, new Set(learnt.map(({ verdict }) => verdict)).size]).toEqual([name, 1]);
    }
    expect(wrongVerdicts(told, leaving)).toEqual([]);
    checkSecrets(told);
    const rows = await checkStored(wave, told);
    checkOrder(rows, told);
    await checkHubs(rows);
    const statements = groupedBy(rows, ({ xid }) => xid);
    shared.inserts += rows.length;
    shared.statements += statements.size;
    shared.amongCallers += [...statements.values()].filter(
      (same) => new Set(same.map(({ users }) => users[0])).size > 1,
    ).length;
  }

  it(
    'are each stored with their own outcome, change and message, or refused for their own faults',
    async () => {
      const waveOf = (insert: typeof anyInsert) => fc.array(insert, { minLength: WAVE, maxLength: WAVE });
      const leaving = fc.constantFrom<Who | undefined>(undefined, undefined, 'nils.north');
      await fc.assert(
        fc.asyncProperty(waveOf(validInsert), waveOf(anyInsert), leaving, async (calm, troubled, left) => {
          await runWave(calm, undefined);
          await runWave(troubled, left);
          await sleep(ISOLATION_MS);
        }),
        { seed: SEED + 21, numRuns: cases(10), endOnFailure: true },
      );
      expect(shared.amongCallers).toBeGreaterThan(cases(5));
      expect(shared.statements).toBeLessThan(0.8 * shared.inserts);
    },
    TIMEOUT_MS,
  );
});

const VALID = { who: 'ada.admin', what: 'valid', claim: 0, how: 'plain' } as const;
