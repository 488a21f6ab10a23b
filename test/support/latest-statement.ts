import { type PlanNode, rowsRead } from '#queries/core/advice/explained-plan.js';
import { type BoundStatement, Connection } from '#platform/database/connections/connection.js';
import type { TestApp } from './test-app.js';

type Explained = Readonly<Record<'QUERY PLAN', readonly [{ readonly Plan: PlanNode }]>>;

/** Remembers the latest statement with a certain text that the services in this process have sent. */
export class LatestStatement {
  #latest: BoundStatement | undefined;

  private constructor(
    private readonly part: string,
    private readonly unwatched: Pick<Connection, 'send' | 'query'>,
  ) {}

  /** @param part text that the statements contain */
  static watch(part: string): LatestStatement {
    const { send, query } = Connection.prototype;
    const watch = new LatestStatement(part, { send, query });
    Connection.prototype.send = function (statement, done) {
      watch.#note(statement);
      send.call(this, statement, done);
    };
    Connection.prototype.query = function <Found>(this: Connection, statement: BoundStatement) {
      watch.#note(statement);
      return query.call(this, statement) as ReturnType<typeof query<Found>>;
    };
    return watch;
  }

  stop(): void {
    Object.assign(Connection.prototype, this.unwatched);
  }

  /** Counts the rows that the latest statement reads, by EXPLAIN, and forgets it. */
  async rowsRead(app: TestApp): Promise<number> {
    if (!this.#latest) throw new Error(`No statement with ${this.part} was sent.`);
    const { text, values } = this.#latest;
    this.#latest = undefined;
    const [plan] = await app.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    return rowsRead(plan['QUERY PLAN'][0].Plan);
  }

  /** Passes over EXPLAIN, which the service itself sends for queries that are slow on a busy machine. */
  #note(statement: BoundStatement): void {
    const { text } = statement;
    if (text.includes(this.part) && !text.trimStart().startsWith('EXPLAIN')) this.#latest = statement;
  }
}
