import { type EntityChanged, HubListener } from '../../support/hub-client.js';
import { startSite, type Site, SITES } from '../../support/sites.js';
import { DEVELOPMENT, type Place, SOUTHBAY, type TestApp } from '../../support/test-app.js';

const CHANGES = 30_000;
const CONNECTIONS = 10;
const STREAMS = 50;
/** Generous: attackers, victims, service and database share two cores here. */
const EVENT_MS = 3_000;
const CATCH_UP_MS = 6_000;

/** Logs changes of notes that nobody sees, as if they had been made long ago. */
const logChanges = (app: TestApp): Promise<unknown> =>
  app.query(
    `INSERT INTO platform.change (occurred_at, environment_id, entity, operation, record_id, record_information_id, row_version,
       old, new, user_id, correlation_id)
     SELECT now(), e.id, 'Note', 'Update', gen_random_uuid(), gen_random_uuid(), 2, '{"Subject":"a"}', '{"Subject":"b"}',
       gen_random_uuid(), gen_random_uuid()
     FROM generate_series(1, $1::int), platform.environment e JOIN platform.app a ON a.id = e.app_id
       JOIN platform.tenant t ON t.id = a.tenant_id
     WHERE (t.name, a.name, e.name) = ('Northgate', 'OrderToCash', 'Development')`,
    [CHANGES],
  );

/** Milliseconds until a stream from a cursor brings a record. */
function caughtUpMs(client: HubListener, cursor: string, id: string): Promise<number> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const stream = client.connection.stream<EntityChanged>('StreamChanges', 'Note', cursor).subscribe({
      next: ({ Id }) => {
        if (Id !== id) return;
        stream.dispose();
        resolve(performance.now() - since);
      },
      complete: () => undefined,
      error: reject,
    });
  });
}

const TOO_MANY = `HubException: RateLimited: A connection may follow ${STREAMS} streams at once, and a user `;

/** A user who listens, and who is notified of their own notes. */
interface Victim {
  readonly app: TestApp;
  readonly user: string;
  readonly place: Place;
  readonly client: HubListener;
}

const insertNote = ({ app, user, place }: Victim): Promise<string> =>
  app.as(user, place).inserted('Note', { Subject: 'told' });

/** Milliseconds from the answer of an insert to its message. */
async function toldMs(victim: Victim): Promise<number> {
  const id = await insertNote(victim);
  const since = performance.now();
  await victim.client.next(({ Id }) => Id === id);
  return performance.now() - since;
}

describe.each(SITES)('many streams from an old cursor, on %s', (_, count) => {
  let site: Site;
  const clients: HubListener[] = [];
  const victims: Victim[] = [];
  beforeAll(async () => {
    site = await startSite(count);
    await logChanges(site.nodes[0]);
    for (const app of site.nodes)
      for (const [user, place] of [
        ['mona.manager', DEVELOPMENT],
        ['bob.bay', SOUTHBAY],
      ] as const)
        victims.push({ app, user, place, client: await HubListener.registered(app, user, ['Note'], { place }) });
  });
  afterAll(async () => {
    await Promise.all([...clients, ...victims.map(({ client }) => client)].map((client) => client.stop()));
    await site.stop();
  });

  /** Opens streams from a cursor that has seen nothing. @returns what they are refused with */
  const attack = async (cursor: string): Promise<readonly string[]> => {
    const refusals: string[] = [];
    const [log, seen] = cursor.split('.');
    const old = `${log}.1_${seen.split('_')[1]}`;
    for (const app of site.nodes)
      for (let i = 0; i < CONNECTIONS; i++) {
        const client = await HubListener.connect(app, 'nina.north');
        clients.push(client);
        for (let j = 0; j < STREAMS + 1; j++)
          client.connection.stream<EntityChanged>('StreamChanges', 'Note', old).subscribe({
            next: () => undefined,
            complete: () => undefined,
            error: ({ message }: Error) => refusals.push(message),
          });
      }
    return refusals;
  };

  it('delivers live changes, and lets others catch up, while one user reads the whole log', async () => {
    const cursors = new Map<Victim, string>();
    for (const victim of victims) {
      const id = await insertNote(victim);
      cursors.set(victim, (await victim.client.next(({ Id }) => Id === id)).Cursor);
    }
    const missed = new Map<Victim, string>();
    for (const victim of victims) missed.set(victim, await insertNote(victim));
    const refusals = await attack(cursors.get(victims[0])!);
    for (let i = 0; i < 5; i++) for (const victim of victims) expect(await toldMs(victim)).toBeLessThan(EVENT_MS);
    for (const victim of victims) {
      const ms = await caughtUpMs(victim.client, cursors.get(victim)!, missed.get(victim)!);
      expect(ms).toBeLessThan(CATCH_UP_MS);
    }
    const oneEach = Array.from({ length: CONNECTIONS * site.nodes.length }, () => expect.stringContaining(TOO_MANY));
    expect(refusals).toEqual(oneEach);
  });

  it('delivers changes soon after a burst', async () => {
    const [{ app }] = victims;
    const Values = Array.from({ length: 5_000 }, () => ['burst']);
    const body = { EntityName: 'Note', Fields: ['Subject'], Values };
    expect((await app.as('nils.north').send('POST', '/records/bulk-insert', body)).status).toBe(200);
    for (const victim of victims) expect(await toldMs(victim)).toBeLessThan(CATCH_UP_MS);
  });
});
