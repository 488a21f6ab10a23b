import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Traces } from '#platform/observability/traces/traces.js';
import type { FairShare } from '#platform/process/shares/fair-share.js';
import { consumerOf } from '#platform/process/shares/permit.js';
import type { Commits } from './commits.js';
import type { Connection } from './connections/connection.js';
import type { StatementCache } from './statement-cache.js';
import type { PlatformDatabase } from './platform-database.js';
import type { RoutineLogin } from './routine-logins.js';
import type { RoutineSession, RoutineSessions } from './routine-sessions.js';
import { Transaction } from './transaction.js';
import { inTransaction, type UnitOfWork } from './unit-of-work.js';

/** Tenant code can swallow a statement timeout; the session is ended this long after it. */
const GRACE_MS = 1_000;
const WATCH_MS = 50;
/** Limit of what a session may send in one call: rows, notices and error messages together. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Work that runs tenants' code. @param deadline latest end of its session, by the database's clock */
type ConfinedWork<T> = (tx: Transaction, deadline: Date) => Promise<T>;

/**
 * Runs transactions that contain tenants' code. Each session uses the environment's own login, so that the code cannot
 * gain rights, and serves one call, so that no state outlives it (decision 0120). Time and answer size, which hostile
 * code can evade inside PostgreSQL, are enforced from here.
 */
export class ConfinedDatabase {
  constructor(
    private readonly sessions: RoutineSessions,
    private readonly platform: PlatformDatabase,
    private readonly statementTimeoutMs: number,
    private readonly around: {
      readonly commits: Commits;
      readonly share: FairShare;
      readonly traces: Traces;
      readonly statements: StatementCache;
    },
  ) {}

  /**
   * Runs a transaction in a session of the login.
   *
   * @param work as in `Database.transaction`
   * @throws {DomainError} QueryTimeout, RateLimited beyond the share of calls, Validation when the answer is too large,
   *   and as `Database.transaction`
   */
  async transaction<T>(ctx: RequestContext, login: RoutineLogin, work: ConfinedWork<T>): Promise<T> {
    const { commits, share } = this.around;
    return commits.noted(await share.withPermit(consumerOf(ctx), () => this.#transaction(ctx, login, work)));
  }

  /** Waits for the sessions to end; after a grace period they are aborted. */
  end(): Promise<void> {
    return this.sessions.end();
  }

  #transaction<T>(ctx: RequestContext, login: RoutineLogin, work: ConfinedWork<T>): Promise<T> {
    let session: RoutineSession | undefined;
    const connections = {
      use: <R>(turn: (connection: Connection) => Promise<R>): Promise<R> =>
        this.sessions.use(login, (opened) => {
          session = opened;
          return turn(opened.connection);
        }),
    };
    return inTransaction(connections, (unit) => this.#watched(ctx, unit, session!, work));
  }

  async #watched<T>(
    ctx: RequestContext,
    unit: UnitOfWork,
    { connection, pid, openedOn }: RoutineSession,
    work: ConfinedWork<T>,
  ): Promise<T> {
    const limitMs = this.statementTimeoutMs + GRACE_MS;
    const watch = new SessionWatch(connection, limitMs, () => this.#end(pid));
    try {
      return await work(new Transaction(ctx, unit, this.around), new Date(openedOn.getTime() + limitMs));
    } catch (error) {
      throw watch.refusal ?? error;
    } finally {
      watch.stop();
    }
  }

  /** Terminates the server process, which does not notice a closed connection while it runs code. */
  async #end(pid: number): Promise<void> {
    await this.platform.query('SELECT pg_terminate_backend($1::int)', [pid]).catch(() => undefined);
  }
}

/** Watches one call of a session and ends the session when the call takes too long or sends too much. */
class SessionWatch {
  refusal: DomainError | undefined;
  readonly #startedAt = performance.now();
  readonly #startBytes: number;
  readonly #timer = setInterval(() => this.#check(), WATCH_MS);

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

  #check(): void {
    if (performance.now() - this.#startedAt > this.limitMs) {
      this.#abort({ code: 'QueryTimeout', message: 'The statement took too long.' });
    } else if (this.connection.bytesReceived - this.#startBytes > MAX_REPLY_BYTES) {
      this.#abort({ code: 'Validation', message: `The answer is larger than ${MAX_REPLY_BYTES / 1024 / 1024} MB.` });
    }
  }

  #abort(fault: Fault): void {
    this.stop();
    this.refusal = new DomainError(fault);
    void this.end();
    this.connection.cut();
  }
}
