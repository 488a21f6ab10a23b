import {
  type BoundStatement,
  Connection,
  type Position,
  type StatementResult,
} from '#platform/database/connections/connection.js';

/** Longest wait for the replay of what the primary has written meanwhile, in milliseconds. */
const WAIT_MS = 10;

/**
 * True when the server is a standby that has replayed the position, at once or soon. The log's row shows that it follows
 * the same timeline of the same database. As a table of FROM, the pause would be read first, by each fence.
 */
const FENCE = `
  WITH RECURSIVE look (n, "hasReplayed") AS (
    SELECT 0, pg_last_wal_replay_lsn() >= $1::pg_lsn
    UNION ALL
    SELECT n + 1, CASE WHEN pg_sleep(0.001) IS NOT NULL THEN pg_last_wal_replay_lsn() >= $1::pg_lsn END
    FROM look
    WHERE NOT "hasReplayed" AND n < ${WAIT_MS}
  )
  SELECT pg_is_in_recovery() AND EXISTS (
      SELECT FROM platform.log l WHERE l.id = $2::uuid AND l.timeline = $3
    ) AND bool_or("hasReplayed") AS "isPassed"
  FROM look`;

interface Fence {
  readonly position: Position | undefined;
  isPassed: boolean;
}

/** The standby has not replayed the position of a read. */
class StandbyBehind extends Error {}

/**
 * Connection to a standby. In front of the first read of a position it sends a fence; the server runs both in this order,
 * so that a read behind a passed fence sees all that the primary had committed at the position.
 */
export class StandbyConnection extends Connection {
  #last: Fence = { position: undefined, isPassed: false };

  override send(call: BoundStatement, done: (rows: readonly unknown[] | undefined) => void): void {
    const fence = this.#fence(call.after);
    super.send(call, (rows) => done(fence.isPassed ? rows : undefined));
  }

  override async query<Row>(call: BoundStatement): Promise<StatementResult<Row>> {
    const fence = this.#fence(call.after);
    const result = await super.query<Row>(call);
    if (!fence.isPassed) throw new StandbyBehind();
    return result;
  }

  #fence(position: Position | undefined): Fence {
    if (position === undefined) return { position, isPassed: false };
    if (this.#last.position === position) return this.#last;
    const fence: Fence = { position, isPassed: false };
    this.#last = fence;
    const { lsn, log, timeline } = position;
    super.send({ name: 'fence', text: FENCE, values: [lsn, log, timeline] }, (rows) => {
      fence.isPassed = (rows as readonly Pick<Fence, 'isPassed'>[] | undefined)?.[0].isPassed === true;
    });
    return fence;
  }
}
