import { Socket } from 'node:net';
import type pg from 'pg';
import { ConnectionLost, isConnectionLost, translateDatabaseError } from './database.errors.js';

/** A statement as the driver takes it. */
export interface BoundStatement {
  /** Empty: not prepared under a name. */
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** What came of a statement: the rows, and the command's tag such as `COMMIT`. */
export interface StatementResult<Row> {
  readonly command: string;
  readonly rows: readonly Row[];
}

/** A longer text is not prepared under its name: a plan takes 70 to 160 times the memory of its text. */
const MAX_NAMED_LENGTH = 8 * 1_024;
/** A connection that has prepared so much text, which takes some 25 MB of the server, is replaced after its turn. */
const MAX_PREPARED_LENGTH = 256 * 1_024;

/** One connection of a pool over its whole life: knows whether it broke, and what it has prepared. */
export class Connection {
  readonly #names = new Set<string>();
  #preparedLength = 0;
  #failure: unknown;
  #isRetired = false;

  constructor(private readonly client: pg.Client) {
    // Without a listener a connection that breaks while it is in use would end the process.
    client.on('error', (error) => {
      this.#failure ??= error;
    });
  }

  /** Whether the pool should close it after this turn: broken, retired, in a transaction, or full of prepared statements. */
  get isSpent(): boolean {
    const isIdle = this.client.getTransactionStatus() === 'I';
    return this.#isRetired || this.#failure !== undefined || !isIdle || this.#preparedLength >= MAX_PREPARED_LENGTH;
  }

  /** The server's process behind it. */
  get processId(): number | undefined {
    const { processID } = this.client as { processID?: number | null };
    return processID ?? undefined;
  }

  /** Bytes that the server has sent so far. */
  get bytesReceived(): number {
    const { stream } = this.client.connection;
    return stream instanceof Socket ? stream.bytesRead : 0;
  }

  /** From now on it is closed after its turn. */
  retire(): void {
    this.#isRetired = true;
  }

  /** Breaks the connection at once; what waits for an answer fails. */
  cut(): void {
    this.client.connection.stream.destroy();
  }

  /** @throws {ConnectionLost} or what `translated` says. */
  async query<Row>({ name, text, values }: BoundStatement): Promise<StatementResult<Row>> {
    if (this.#failure !== undefined) throw this.#lost(false);
    // The extended protocol takes one statement only, with values or without.
    const query = { name: this.#prepared(name, text), text, values, queryMode: 'extended' };
    try {
      return await this.client.query<Row & pg.QueryResultRow>(query);
    } catch (error) {
      if (isConnectionLost(error)) this.#failure ??= error;
      throw this.#failure === undefined ? translateDatabaseError(error) : this.#lost(true);
    }
  }

  /** The name under which the statement is prepared; `undefined` where it is not. */
  #prepared(name: string, text: string): string | undefined {
    if (name === '' || text.length > MAX_NAMED_LENGTH) return undefined;
    if (!this.#names.has(name)) {
      this.#names.add(name);
      this.#preparedLength += text.length;
    }
    return name;
  }

  /** A server that ends a session for being idle says so before it hangs up; that is no broken line. */
  #lost(sent: boolean): unknown {
    const reason = translateDatabaseError(this.#failure);
    return reason === this.#failure ? new ConnectionLost(sent, this.#failure) : reason;
  }
}
