import { setTimeout as sleep } from 'node:timers/promises';
import { FollowNotes } from '../../support/follow-notes.js';
import { ServiceProcess } from '../../support/service-process.js';
import { type Answer, byId, type Caller, TestApp } from '../../support/test-app.js';
import { until as untilWithin } from '../../support/until.js';

const SETTINGS = { WRITE_LEASE_MS: '1500', WAIT_WINDOW_MS: '1000' };
const LIVES = 5;
const SHORTEST_LIFE_MS = 300;
const LONGEST_LIFE_MS = 900;
/** Enough clients that some are always between COMMIT and answer. */
const CLIENTS = 16;
/** Number of updates per record. */
const UPDATES = 3;
const LEAST_NOTES = 20;
const TIMEOUT_MS = 180_000;
/** Bound of each wait: a busy machine takes long to start processes. */
const WAIT_MS = 90_000;
const until = (what: string, isSo: () => boolean | Promise<boolean>) => untilWithin(what, isSo, WAIT_MS);

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start(SETTINGS)));
afterAll(async () => {
  await ServiceProcess.killAll();
  await app.stop();
}, TIMEOUT_MS);

/** Calls the running node; between two runs there is none. */
let nina: Caller | undefined;
const over = new AbortController();

/** Repeats a request until it is answered; the key makes that safe. */
async function answered(request: (nina: Caller) => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = nina && (await request(nina).catch(() => undefined));
    if (answer && answer.status !== 503) return answer;
    await sleep(20);
  }
}

/** By Id, how many writes of a note were answered. */
const ledger = new Map<string, number>();
const statuses = new Set<number>();

async function client(name: string): Promise<void> {
  for (let i = 0; !over.signal.aborted; i++) {
    const Subject = `random ${name} ${i}`;
    const isAsync = i % 3 === 0;
    const headersOf = (step: number): Readonly<Record<string, string>> => ({
      'Idempotency-Key': `${Subject} ${step}`,
      ...(isAsync && { Prefer: 'respond-async' }),
    });
    const created = await answered((on) => on.insert('Note', { Subject }, headersOf(0)));
    statuses.add(created.status);
    const { Id } = created.body.Result;
    ledger.set(Id, 1);
    // Writes that answered 202 may still be pending.
    const updates = isAsync ? 0 : UPDATES;
    for (let step = 1; step <= updates; step++) {
      const Body = `change ${step}`;
      const changed = await answered((on) => on.update('Note', { Body }, byId(Id), undefined, headersOf(step)));
      expect(changed.status === 202 || changed.body.RecordAffected === 1).toBe(true);
      statuses.add(changed.status);
      ledger.set(Id, step + 1);
    }
  }
}

const isAllDone = async (): Promise<boolean> =>
  (await app.query('SELECT FROM platform.command WHERE finished_on IS NULL')).length === 0;

/** From the first version to the last. */
const versionsUpTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

// Requirement: F1, P1, P3, P5, P6
it(
  'every answered write exists exactly once and is delivered in order, despite random kills of the node',
  async () => {
    const reader = new FollowNotes();
    const first = reader.on(app);
    await until('the follower hears of a write', async () => {
      await app.as('ada.admin').insert('Note', { Subject: 'first' });
      return reader.heard.length > 0;
    });
    reader.leave();
    await first;

    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(`client ${i}`)));
    for (let life = 1; life < LIVES; life++) {
      const node = await ServiceProcess.start(app.databaseUrl, SETTINGS);
      nina = await node.as('nina.north');
      const reading = reader.on(node);
      await sleep(SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
      await node.kill();
      await reading;
    }
    nina = app.as('nina.north');
    await until('a slow machine has made enough notes', () => ledger.size > LEAST_NOTES);
    over.abort();
    await clients;
    await until('all commands are finished', isAllDone);

    const notes = await app.query<{ Id: string; Subject: string; RowVersion: string }>(
      `SELECT "Id", "Subject", "RowVersion" FROM "${await app.schema()}"."Note" WHERE "Subject" LIKE 'random %'`,
    );
    expect(notes.length).toBeGreaterThan(LEAST_NOTES);
    expect(statuses).toEqual(new Set([200, 202]));
    expect(new Map(notes.map(({ Id, RowVersion }) => [Id, Number(RowVersion)]))).toEqual(ledger);
    expect(new Set(notes.map(({ Subject }) => Subject)).size).toBe(notes.length);

    const last = reader.on(app);
    await until('the follower hears of all writes', () =>
      [...ledger].every(([id, count]) => reader.versionsOf(id).length >= count),
    );
    reader.leave();
    await last;
    for (const [id, count] of ledger) expect([id, reader.versionsOf(id)]).toEqual([id, versionsUpTo(count)]);
  },
  TIMEOUT_MS,
);
