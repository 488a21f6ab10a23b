import pg from 'pg';
import { lock } from './turn-locks.js';
import { forSetUp } from './connections/connection-settings.js';
import type { ConnectionPool } from './connections/connection-pool.js';
import { autoCommit, inTransaction } from './unit-of-work.js';

/** Runs one statement with its values `$1…$n`. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<readonly Row[]>;

/** Rows that one statement deletes at most. */
const BATCH = 5_000;

/** Purpose of a session, as the database shows it in `application_name`. */
const sessionName = (purpose: string): string => `data-and-workflow-service ${purpose}`;

/** Name of the session whose statements `alone` runs. */
export const UPKEEP_SESSION = sessionName('upkeep');

/**
 * Database access of the service itself: catalogue, environments, partitions, health. It has a few connections of its
 * own, so that it works while callers use all of theirs.
 */
export class PlatformDatabase {
  /** @param url of the server itself, for sessions that hold locks and have other settings */
  constructor(
    private readonly pool: ConnectionPool,
    private readonly url: string,
  ) {}

  /** Runs one idempotent statement with autocommit. Retries it after the loss of its connection. */
  repeatable<Row>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    return autoCommit<Row>(this.pool, { name: '', text, values }, true);
  }

  /** Runs one statement with autocommit. Names need their schema. */
  query<Row>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    return autoCommit<Row>(this.pool, { name: '', text, values }, false);
  }

  /**
   * Repeats a statement until it finds fewer rows than it may take at once, so that transactions stay short.
   * @param statement returns a row for each one that it has changed, `most` rows at most
   * @returns number of rows
   */
  async inBatches(statement: string, values: unknown[], most: number): Promise<number> {
    for (let sum = 0; ;) {
      const { length } = await this.query(statement, values);
      sum += length;
      if (length < most) return sum;
    }
  }

  /**
   * Deletes rows in batches, without those that another node has locked.
   * @param condition of the rows; `$1…$n` are values
   */
  async deleteRows(table: string, condition: string, values: unknown[] = [], most = BATCH): Promise<void> {
    const statement = `
      DELETE FROM ${table}
      WHERE ctid = ANY(ARRAY(
        SELECT ctid
        FROM ${table}
        WHERE ${condition}
        LIMIT ${most}
        FOR UPDATE SKIP LOCKED
      ))
      RETURNING 1`;
    await this.inBatches(statement, values, most);
  }

  /** Runs a transaction. @param work is retried from its start after a conflict with another transaction */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, (unit) =>
      work(<Row>(text: string, values: unknown[] = []) => unit.query<Row>({ name: '', text, values }, false)),
    );
  }

  /** Runs set-up, such as migrations or tables of environments, in one process of all nodes at a time. */
  setUp<T>(work: () => Promise<T>): Promise<T> {
    return whileSettingUp(this.url, work);
  }

  /**
   * Runs statements outside of transactions and without a time limit, on a connection of their own. One process of all
   * nodes runs them; the others skip them.
   *
   * @param stop cancels the statement that is running, and ends the connection
   * @returns true when this process ran them
   */
  async alone(work: (query: Query) => Promise<void>, stop: AbortSignal): Promise<boolean> {
    const [holder, worker] = [clientFor(this.url, 'upkeep lock'), clientFor(this.url, 'upkeep')];
    let processId: number | undefined;
    // A client that is ended while it connects never answers, so that only one at work is.
    const end = (): void => {
      if (processId === undefined) return;
      this.cancel(processId);
      void worker.end();
    };
    stop.addEventListener('abort', end, { once: true });
    try {
      await holder.connect();
      if (stop.aborted || !(await lock(holder, 'upkeep', 'NOWAIT'))) return false;
      await worker.connect();
      processId = await endOrphans(worker);
      if (stop.aborted) return false;
      await work(async (text, values) => (await worker.query(text, values)).rows);
      return true;
    } finally {
      stop.removeEventListener('abort', end);
      await Promise.all([holder.end(), worker.end()]);
    }
  }

  /** Cancels the current statement of a session of the service. */
  cancel(processId: number): void {
    this.query('SELECT pg_cancel_backend($1::int)', [processId]).catch(() => undefined);
  }

  /** Closes each connection after its current work. */
  end(): Promise<void> {
    return this.pool.end();
  }
}

/** Runs `work` under the lock for set-up, which all nodes of the database share. */
export async function whileSettingUp<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const [holder, worker] = [clientFor(url, 'set-up lock'), clientFor(url, 'set-up')];
  try {
    await holder.connect();
    await lock(holder, 'set_up', '');
    await worker.connect();
    return await work(worker);
  } finally {
    await Promise.all([holder.end(), worker.end()]); // Also releases the lock.
  }
}

/**
 * Ends the statements of a process that was killed: it has left the lock, but they still run. Waits up to 5 s for each.
 * @returns the process id of the worker's session
 */
async function endOrphans(worker: pg.Client): Promise<number> {
  await worker.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = current_setting('application_name')
       AND usename = current_user AND pid <> pg_backend_pid()`,
  );
  const { rows } = await worker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0].pid;
}

function clientFor(url: string, purpose: string): pg.Client {
  const client = new pg.Client({ connectionString: forSetUp(url), application_name: sessionName(purpose) });
  client.on('error', () => undefined); // The next query fails.
  return client;
}
