import { Socket } from 'node:net';
import pg from 'pg';
import { requestCancel, type SessionKey } from './cancel-request.js';
import { PreparedStatements } from './prepared-statements.js';
import type { StatementLatency } from './statement-latency.js';
import { clientConfig, type ConnectionSettings } from './connection-settings.js';
import { countFault } from '#platform/observability/metrics/database-faults.js';
import { ConnectionLost, databaseFaultOf, isConnectionLost, translateDatabaseError } from './database.errors.js';

/** Position in the log of the primary's changes (WAL), and whose log that is. */
export interface Position {
  readonly lsn: string;
  /** Id of the change log of the database. */
  readonly log: string;
  readonly timeline: string;
}

/** Statement with its values, in the form of the driver. */
export interface BoundStatement {
  /** Name of the prepared statement; empty for an unnamed one. */
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** Schema of the environment that it reads or writes; absent for the service's own statements. */
  readonly schema?: string;
  /** Running times of a read that is run often. */
  readonly latency?: StatementLatency;
  /** What a standby must have replayed before it answers. */
  readonly after?: Position;
}

/** Rows of a statement, and its command tag such as `COMMIT`. */
export interface StatementResult<Row> {
  readonly command: string;
  readonly rows: readonly Row[];
}

/** Longest text of a named statement: its plan takes 70 to 160 times the memory of the text. */
const MAX_NAMED_LENGTH = 16 * 1_024;
/**
 * Environments after which a connection is replaced: its server process remembers each table that it has touched, and
 * forgets none.
 */
const MAX_ENVIRONMENTS = 500;

/** The driver's part of a connection that knows what is prepared; its types leave this out. */
interface DriverConnection {
  /** Text by name of the statements that the server has confirmed. */
  readonly parsedStatements: Record<string, string>;
  close(statement: { readonly type: 'S'; readonly name: string }): void;
}

/** Connection of a pool. Tracks failures, prepared statements and the environments that it has served. */
export class Connection {
  readonly #prepared = new PreparedStatements((name) => this.#unprepare(name));
  readonly #schemas = new Set<string>();
  #failure: unknown;
  readonly #openedMs = performance.now();
  #isRetired = false;

  constructor(
    private readonly client: pg.Client,
    private readonly settings: Pick<ConnectionSettings, 'prepares' | 'signs'>,
  ) {
    // Without a listener a connection that breaks during use would end the process.
    client.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  /** Opens a connection outside of a pool, without a time limit for silent servers. @throws the driver's error */
  static async open(
    this: typeof Connection,
    settings: ConnectionSettings,
    connectionTimeoutMillis: number,
  ): Promise<Connection> {
    const client = new pg.Client({ ...clientConfig(settings), query_timeout: 0, connectionTimeoutMillis });
    const connection = new this(client, settings);
    await client.connect();
    return connection;
  }

  get isBroken(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * True when the pool should close it after use: broken, retired, outdated, in a transaction, or after many environments.
   */
  get isSpent(): boolean {
    const isIdle = this.client.getTransactionStatus() === 'I';
    return this.#isRetired || this.isOutdated || this.isBroken || !isIdle || this.#schemas.size > MAX_ENVIRONMENTS;
  }

  /** True when it may lead to a server that was demoted after it was opened. */
  get isOutdated(): boolean {
    return this.settings.signs?.outdate(this.#openedMs) === true;
  }

  /** Number of bytes that the server has sent. */
  get bytesReceived(): number {
    const { stream } = this.client.connection;
    return stream instanceof Socket ? stream.bytesRead : 0;
  }

  /** Lets the pool close the connection after its current use. */
  retire(): void {
    this.#isRetired = true;
  }

  /** Cancels the statement under way. @returns when the server has the request */
  cancel(): Promise<void> {
    return requestCancel(this.client as unknown as SessionKey);
  }

  /** Breaks the connection at once; pending statements fail. */
  cut(): void {
    this.client.connection.stream.destroy();
  }

  /** Closes the connection after the statements under way. */
  end(): Promise<void> {
    return this.client.end();
  }

  /** Keeps what is sent from now on until `releaseWrites`, so that it leaves in one write. */
  holdWrites(): void {
    this.client.connection.stream.cork();
  }

  releaseWrites(): void {
    this.client.connection.stream.uncork();
  }

  /** True when it has prepared the statement of this name. */
  holds(name: string): boolean {
    return this.#prepared.has(name);
  }

  /** Sends a read behind those under way. @param done gets its rows, or undefined after any error */
  send(call: BoundStatement, done: (rows: readonly unknown[] | undefined) => void): void {
    const { text, values } = call;
    // Given as one object, the driver would clone it property by property, which costs more than the rest of the query.
    const query = new pg.Query(text, values, (error, result) => done(error ? undefined : result.rows));
    this.client.query(Object.assign(query, { name: this.#prepare(call), queryMode: 'extended' }));
  }

  /** Runs a statement. @throws {ConnectionLost} and the errors of `translateDatabaseError` */
  async query<Row>(call: BoundStatement): Promise<StatementResult<Row>> {
    if (this.#failure !== undefined) throw this.#lost(false);
    const { text, values } = call;
    // The extended protocol takes one statement only, with values or without.
    const query = { name: this.#prepare(call), text, values, queryMode: 'extended' };
    try {
      return await this.client.query<Row & pg.QueryResultRow>(query);
    } catch (error) {
      const fault = databaseFaultOf(error);
      countFault(fault);
      if (fault === 'read_only') this.settings.signs?.note();
      if (isConnectionLost(error)) this.#failure ??= error;
      throw this.#failure === undefined ? translateDatabaseError(error) : this.#lost(true);
    }
  }

  /** Name of the prepared statement; `undefined` for an unnamed one. */
  #prepare({ name, text, schema }: BoundStatement): string | undefined {
    if (schema !== undefined) this.#schemas.add(schema);
    if (this.settings.prepares === false || name === '' || text.length > MAX_NAMED_LENGTH) return undefined;
    this.#prepared.use(name, text.length);
    return name;
  }

  /**
   * Closes a prepared statement. The server handles it in order, after the uses under way; the message leaves with the
   * next statement.
   */
  #unprepare(name: string): boolean {
    const { connection } = this.client as unknown as { readonly connection: DriverConnection };
    if (connection.parsedStatements[name] === undefined) return false;
    delete connection.parsedStatements[name];
    connection.close({ type: 'S', name });
    return true;
  }

  /**
   * Error of a broken connection. When the server ended the session, for example for being idle, its reason is the
   * error.
   */
  #lost(sent: boolean): unknown {
    const reason = translateDatabaseError(this.#failure);
    return reason === this.#failure ? new ConnectionLost(sent, this.#failure) : reason;
  }
}
