import type { BoundStatement, Connection } from '../connections/connection.js';
import type { OpenConnection } from '../connections/pipeline.js';

/** Longest wait for an answer. */
const PATIENCE_MS = 500;

/** Connection for small statements that are answered at once. A failure closes it, and the next statement opens another. */
export class Probe {
  #connection: Promise<Connection> | undefined;
  #isEnded = false;

  constructor(private readonly open: OpenConnection) {}

  /** Runs a statement that returns one row. @throws {Error} the driver's, or that there was no answer in time */
  async ask<Row>(call: BoundStatement): Promise<Row> {
    if (this.#isEnded) throw new Error('The connection is closed.');
    const connection = (this.#connection ??= this.open());
    try {
      const answer = connection.then((opened) => opened.query<Row>(call));
      const { rows } = await inTime(answer);
      return rows[0];
    } catch (error) {
      if (this.#connection === connection) this.#connection = undefined;
      cut(connection);
      throw error;
    }
  }

  end(): void {
    this.#isEnded = true;
    if (this.#connection) cut(this.#connection);
  }
}

/** Closes a connection at once, or as soon as it is open. */
function cut(connection: Promise<Connection>): void {
  connection.then(
    (opened) => opened.cut(),
    () => undefined,
  );
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // On a busy event loop the answer may have arrived without having been read.
    const timer = setTimeout(
      () => setImmediate(() => reject(new Error(`There was no answer in ${PATIENCE_MS} ms.`))),
      PATIENCE_MS,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
