import type { RequestContext } from '../../core/context.js';
import { DomainError, type Fault } from '../../core/errors.js';
import type { Commits } from './commits.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import type { PlatformDatabase } from './platform-database.js';
import { Transaction } from './transaction.js';
import { inTransaction } from './unit-of-work.js';

/** Code may catch the time-out of its statement and go on; so long after it the session is ended. */
const GRACE_MS = 1_000;
const WATCH_MS = 50;
/** As much as a session may send in one turn: rows, notices and messages of errors alike. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Notes which session it is, and bounds the disk that one statement fills, where the service may do so. */
const ENTER = `SELECT pg_backend_pid() AS pid,
  CASE WHEN has_parameter_privilege('temp_file_limit', 'SET') THEN set_config('temp_file_limit', '1GB', true) END`;

/**
 * Runs transactions with code of a tenant in them. It has connections of its own, so that such code keeps nobody else
 * waiting, and uses each once, so that no state of a session outlives its turn. What PostgreSQL cannot hold against
 * code that knows how to resist – time and size of answers – is held from here.
 */
export class ConfinedDatabase {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly platform: PlatformDatabase,
    private readonly statementTimeoutMs: number,
    private readonly commits: Commits,
  ) {}

  /**
   * @param work as in `Database.transaction`.
   * @throws {DomainError} QueryTimeout, Validation when the answer is too large, and as `Database.transaction`
   */
  async transaction<T>(ctx: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outcome = await inTransaction(this.pool, async (unit, connection) => {
      const [{ pid }] = await unit.query<{ pid: number }>({ name: '', text: ENTER, values: [] }, true);
      const watch = new SessionWatch(connection, this.statementTimeoutMs + GRACE_MS, () => this.#end(pid));
      try {
        return await work(new Transaction(ctx, unit));
      } catch (error) {
        throw watch.verdict ?? error;
      } finally {
        watch.stop();
      }
    });
    return this.commits.noted(outcome);
  }

  /** Closes all connections, each after its turn. */
  end(): Promise<void> {
    return this.pool.end();
  }

  /** A server does not notice by itself that the client of busy code is gone. */
  async #end(pid: number): Promise<void> {
    await this.platform.query('SELECT pg_terminate_backend($1::int)', [pid]).catch(() => undefined);
  }
}

/** Watches one turn of a session and ends the session when it takes too long or says too much. */
class SessionWatch {
  verdict: DomainError | undefined;
  readonly #startedAt = performance.now();
  readonly #startBytes: number;
  readonly #timer = setInterval(() => this.#look(), WATCH_MS);

  constructor(
    private readonly connection: Connection,
    private readonly limitMs: number,
    private readonly end: () => Promise<void>,
  ) {
    this.#startBytes = connection.bytesReceived;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (performance.now() - this.#startedAt > this.limitMs) {
      this.#judge({ code: 'QueryTimeout', message: 'The statement took too long.' });
    } else if (this.connection.bytesReceived - this.#startBytes > MAX_REPLY_BYTES) {
      this.#judge({ code: 'Validation', message: `The answer is larger than ${MAX_REPLY_BYTES / 1024 / 1024} MB.` });
    }
  }

  #judge(fault: Fault): void {
    this.stop();
    this.verdict = new DomainError(fault);
    void this.end();
    this.connection.cut();
  }
}
