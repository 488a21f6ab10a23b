import type { RequestContext } from '../../core/context.js';
import { DomainError, type Fault } from '../../core/errors.js';
import type { FairShare } from '../shares/fair-share.js';
import { partyOf } from '../shares/party-of.js';
import type { Commits } from '../database/commits.js';
import type { Connection } from '../database/connection.js';
import type { PlatformDatabase } from '../database/platform-database.js';
import type { RoutineLogin } from './routine-logins.js';
import type { RoutineSession, RoutineSessions } from './routine-sessions.js';
import { Transaction } from '../database/transaction.js';
import { inTransaction, type UnitOfWork } from '../database/unit-of-work.js';

/** Code may catch the time-out of its statement and go on; so long after it the session is ended. */
const GRACE_MS = 1_000;
const WATCH_MS = 50;
/** As much as a session may send in one turn: rows, notices and messages of errors alike. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Work with the code of a tenant in it. @param until when its session is ended at the latest, by the database's clock. */
type ConfinedWork<T> = (tx: Transaction, until: Date) => Promise<T>;

/**
 * Runs transactions with code of a tenant in them. Their sessions belong to the environment's own login, so that such
 * code finds nothing to become, and serve one call each, so that no state outlives it. What PostgreSQL cannot hold
 * against code that knows how to resist – time and size of answers – is held from here.
 */
export class ConfinedDatabase {
  constructor(
    private readonly sessions: RoutineSessions,
    private readonly platform: PlatformDatabase,
    private readonly statementTimeoutMs: number,
    private readonly around: { readonly commits: Commits; readonly share: FairShare },
  ) {}

  /**
   * @param work as in `Database.transaction`
   * @throws {DomainError} QueryTimeout, RateLimited beyond the share of calls, Validation when the answer is too large,
   *   and as `Database.transaction`
   */
  async transaction<T>(ctx: RequestContext, login: RoutineLogin, work: ConfinedWork<T>): Promise<T> {
    const { commits, share } = this.around;
    return commits.noted(await share.withPlace(partyOf(ctx), () => this.#transaction(ctx, login, work)));
  }

  /** Waits for the sessions to end; those that go on are cut off. */
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
      return await work(new Transaction(ctx, unit), new Date(openedOn.getTime() + limitMs));
    } catch (error) {
      throw watch.verdict ?? error;
    } finally {
      watch.stop();
    }
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
