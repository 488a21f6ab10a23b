import { once } from 'node:events';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { forSetUp } from '#platform/database/connections/connection-settings.js';
import type { Query } from '#platform/database/platform-database.js';

/** Name of the sessions of transfers, as the database shows it in `application_name`; the schema follows. */
export const TRANSFER_SESSION = 'data-and-workflow-service copy';

/** A connection without time limits, which streams rows by COPY. */
export class TransferSession {
  /** Why the connection was lost, as the server has said it while no query ran. */
  #lost: Error | undefined;

  private constructor(private readonly client: pg.Client) {}

  /** @param about schema of the environment that is copied @throws {Error} of the driver */
  static async open(url: string, about = ''): Promise<TransferSession> {
    const client = new pg.Client({
      connectionString: forSetUp(url),
      application_name: `${TRANSFER_SESSION} ${about}`.trimEnd(),
      keepAlive: true,
    });
    const session = new TransferSession(client);
    client.on('error', (error) => void (session.#lost ??= error));
    await client.connect();
    await client.query('SET search_path = pg_catalog');
    return session;
  }

  /** Runs one statement with its values `$1…$n`. */
  readonly query: Query = async <Row>(text: string, values: unknown[] = []) => {
    if (this.#lost) throw this.#lost;
    return (await this.client.query(text, values)).rows as readonly Row[];
  };

  /** Runs `work` in a transaction. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query('BEGIN');
    try {
      const result = await work();
      await this.client.query('COMMIT');
      return result;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Reads rows in the text format of COPY. Each chunk holds parts of rows. Ending early ends the session. */
  async *copyOut(select: string): AsyncGenerator<Buffer, void> {
    let isWhole = false;
    try {
      yield* this.client.query(copyStreams.to(`COPY (${select}) TO STDOUT`)) as AsyncIterable<Buffer>;
      isWhole = true;
    } finally {
      // The server goes on to send rows, behind which no answer to a query would be found.
      if (!isWhole) (this.client as unknown as { readonly connection: pg.Connection }).connection.stream.destroy();
    }
  }

  /** Writes whole rows in the text format of COPY. @param into table and columns, quoted */
  async copyIn(into: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const stream = this.client.query(copyStreams.from(`COPY ${into} FROM STDIN`));
    const finished = once(stream, 'finish');
    // An error of the server arrives while chunks are written, or at the end. The stream does not end by it, and fails
    // when it is used again.
    let isRefused = false;
    stream.on('error', () => void (isRefused = true));
    finished.catch(() => undefined);
    try {
      for await (const chunk of chunks) {
        if (isRefused) break;
        if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), finished]);
      }
    } catch (error) {
      if (!isRefused) stream.destroy(error as Error);
      throw error;
    }
    if (!isRefused) stream.end();
    await finished;
  }

  close(): Promise<void> {
    return this.client.end().catch(() => undefined);
  }
}
