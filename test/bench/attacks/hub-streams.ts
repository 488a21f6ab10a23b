import type { HubConnection } from '@microsoft/signalr';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from '../event.js';
import type { Scenario } from './scenario.js';
import type { Answered, Stage } from './stage.js';

const STREAMS = 500;
const CHANGES = 100_000;
const ROWS_PER_CALL = 10_000;
const REGION = '92dfec16-2fb4-4e5b-af94-9fed99faf7ed';
/** Time after which a change that has not arrived counts as refused. */
const LOST_MS = 10_000;
const LOST = 504;

/** A change as far as the bench looks at it. */
interface Change {
  readonly Cursor: string;
  readonly Id: string | null;
}

type Timed = Pick<Answered, 'status' | 'ms'>;

async function connect(stage: Stage, user: string): Promise<HubConnection> {
  const connection = clientOf(stage.port, await stage.headers(user));
  await connection.start();
  return connection;
}

function insertNote(stage: Stage, user: string, Id: string): Promise<Answered> {
  const Fields = Object.entries({ Id, Subject: 'told' }).map(([FieldName, Value]) => ({ FieldName, Value }));
  return stage.send(user, 'POST', '/records/insert', { EntityName: 'Note', Fields });
}

/** Times `work`, which is lost when it takes too long. */
async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const startedAt = performance.now();
  const status = await Promise.race([work().then(() => 200), sleep(LOST_MS, LOST)]);
  return { status, ms: performance.now() - startedAt };
}

/** A user who registered for notes, and remembers the cursor of the last one. */
class Listener {
  cursor = '';
  readonly #heard = new Map<string, () => void>();

  constructor(readonly connection: HubConnection) {
    connection.on('EntityChanged', ({ Id, Cursor }: Change) => {
      this.cursor = Cursor;
      this.#heard.get(Id ?? '')?.();
    });
  }

  hears(id: string): Promise<void> {
    return new Promise((resolve) => this.#heard.set(id, resolve));
  }
}

const listeners = new Map<string, Listener>();

async function listenerOf(stage: Stage, user: string): Promise<Listener> {
  const known = listeners.get(user);
  if (known) return known;
  const listener = new Listener(await connect(stage, user));
  await listener.connection.invoke('RegisterEntity', 'Note');
  listeners.set(user, listener);
  return listener;
}

/** From the request of an insert to its `EntityChanged`. */
const entityChanged =
  (user: string) =>
  async (stage: Stage): Promise<Timed> => {
    const [listener, id] = [await listenerOf(stage, user), randomUUID()];
    return timed(() => Promise.all([listener.hears(id), insertNote(stage, user, id)]));
  };

/** A new client resumes from the last cursor of its user: until the change that it missed arrives. */
const catchUp =
  (user: string) =>
  async (stage: Stage): Promise<Timed> => {
    const [{ cursor }, id] = [await listenerOf(stage, user), randomUUID()];
    await insertNote(stage, user, id);
    const connection = await connect(stage, user);
    const missed = new Promise<void>((resolve, reject) =>
      connection.stream<Change>('StreamChanges', 'Note', cursor).subscribe({
        next: ({ Id }) => Id === id && resolve(),
        error: reject,
        complete: () => undefined,
      }),
    );
    const found = await timed(() => missed);
    await connection.stop();
    return found;
  };

let oldCursor = '';

/** One connection that follows an entity 500 times from a cursor before 100,000 changes of another one. */
export const hubStreams: Scenario = {
  name: `${STREAMS} streams from an old cursor`,
  async prepare(stage) {
    for (const user of ['mona.manager', 'bob.bay']) await entityChanged(user)(stage);
    oldCursor = listeners.get('mona.manager')!.cursor;
    for (let first = 0; first < CHANGES; first += ROWS_PER_CALL) {
      const Values = Array.from({ length: ROWS_PER_CALL }, (_, i) => [
        `Told ${first + i}`,
        `NL${String(first + i).padStart(9, '0')}`,
        'Retail',
        REGION,
      ]);
      const body = { EntityName: 'Customer', Fields: ['Name', 'TaxId', 'Segment', 'RegionId'], Values };
      const { status } = await stage.send('nina.north', 'POST', '/records/bulk-insert', body);
      if (status !== 200) throw new Error(`The changes were not made: ${status}`);
    }
    for (const user of ['mona.manager', 'bob.bay']) await entityChanged(user)(stage);
  },
  async attack(stage) {
    const connection = await connect(stage, 'nina.north');
    const ignore = { next: () => undefined, error: () => undefined, complete: () => undefined };
    for (let i = 0; i < STREAMS; i++) connection.stream('StreamChanges', 'Invoice', oldCursor).subscribe(ignore);
    return () => connection.stop();
  },
  victims: {
    'EntityChanged in the tenant': { work: entityChanged('mona.manager'), bound: { maxMs: 300 } },
    'EntityChanged in another': { work: entityChanged('bob.bay'), bound: { maxMs: 300 } },
    'catch-up in the tenant': { work: catchUp('mona.manager'), bound: { maxMs: 1_000 } },
    'catch-up in another': { work: catchUp('bob.bay'), bound: { maxMs: 1_000 } },
  },
  pauseMs: 200,
  async tidy() {
    for (const { connection } of listeners.values()) await connection.stop();
    listeners.clear();
  },
};
