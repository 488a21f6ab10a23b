import pg from 'pg';
import { lock } from './turn-locks.js';
import type { ConnectionPool } from './connection-pool.js';
import { autoCommit, inTransaction } from './unit-of-work.js';

/** Runs one statement with its values `$1…$n`. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<readonly Row[]>;

/**
 * The service's own access, not bound to a caller: catalogue, environments, partitions, health. It has a few
 * connections of its own, so that it works while all of the tenants' are taken.
 */
export class PlatformDatabase {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly url: string,
  ) {}

  /** Runs one statement that does no harm when it runs twice: again when its connection broke. */
  repeatable<Row>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    return autoCommit<Row>(this.pool, { name: '', text, values }, true);
  }

  /** Runs one statement that commits by itself. Names are to be qualified with their schema. */
  query<Row>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    return autoCommit<Row>(this.pool, { name: '', text, values }, false);
  }

  /** @param work runs again from its start when its transaction lost against another one. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, (unit) =>
      work(<Row>(text: string, values: unknown[] = []) => unit.query<Row>({ name: '', text, values }, false)),
    );
  }

  /** Set-up of any kind, one process at a time over all nodes: migrations, tables of environments. */
  setUp<T>(work: () => Promise<T>): Promise<T> {
    return whileSettingUp(this.url, work);
  }

  /**
   * Statements that run in no transaction and take as long as they take, on a connection of their own; one process at a
   * time over all nodes, the others pass by.
   * @param stop ends the connection; a statement that runs by then goes on to its end.
   * @returns whether it was this process.
   */
  async alone(work: (query: Query) => Promise<void>, stop: AbortSignal): Promise<boolean> {
    const [holder, worker] = [clientFor(this.url, 'upkeep lock'), clientFor(this.url, 'upkeep')];
    const end = (): void => void Promise.all([holder.end(), worker.end()]);
    stop.addEventListener('abort', end, { once: true });
    try {
      await holder.connect();
      if (!(await lock(holder, 'upkeep', 'NOWAIT'))) return false;
      await worker.connect();
      await work(async (text, values) => (await worker.query(text, values)).rows);
      return true;
    } finally {
      stop.removeEventListener('abort', end);
      await Promise.all([holder.end(), worker.end()]);
    }
  }

  /** Cancels the statement that a session of the service runs, if it still does. */
  cancel(processId: number): void {
    this.query('SELECT pg_cancel_backend($1::int)', [processId]).catch(() => undefined);
  }

  /** Closes all connections, each after its turn. */
  end(): Promise<void> {
    return this.pool.end();
  }
}

/** Runs `work` while no other node sets anything up in this database. */
export async function whileSettingUp<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const [holder, worker] = [clientFor(url, 'set-up lock'), clientFor(url, 'set-up')];
  try {
    await holder.connect();
    await lock(holder, 'set_up', '');
    await worker.connect();
    return await work(worker);
  } finally {
    await Promise.all([holder.end(), worker.end()]); // Frees the lock too.
  }
}

function clientFor(url: string, purpose: string): pg.Client {
  const client = new pg.Client({ connectionString: url, application_name: `data-and-workflow-service ${purpose}` });
  client.on('error', () => undefined); // A break shows in the next query.
  return client;
}
