import type { RequestContext } from '#core/context/context.js';
import type { FairShare } from '#platform/process/shares/fair-share.js';
import { consumerOf } from '#platform/process/shares/permit.js';
import type { ReadPipelines } from './connections/read-pipelines.js';
import type { BoundStatement, Connection } from './connections/connection.js';
import type { ConnectionPool, Connections } from './connections/connection-pool.js';

/**
 * Connections for callers' statements, in fair shares. There is one permit per connection, so the holder of a permit
 * never waits for a connection (decision 0125).
 */
export class CallerConnections {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly share: FairShare,
    private readonly pipelines?: ReadPipelines,
  ) {}

  /**
   * Runs a short read on a connection that it shares with others.
   *
   * @returns undefined, at once or later, when it must run on a connection of its own
   */
  readPipelined<Row>(ctx: RequestContext, call: BoundStatement): Promise<readonly Row[] | undefined> | undefined {
    return this.pipelines?.read<Row>(consumerOf(ctx), call);
  }

  /** Connections for work that may write, which is never stopped. */
  forWrite(ctx: RequestContext): Connections {
    return new SharedConnections(this.pool, this.share, ctx, false);
  }

  /** Connections for single reads, which may be stopped when they take long. */
  forRead(ctx: RequestContext): Connections {
    return new SharedConnections(this.pool, this.share, ctx, true);
  }

  /** Closes each connection after its current work. */
  async end(): Promise<void> {
    await Promise.all([this.pool.end(), this.pipelines?.end()]);
  }
}

/** Connections within the share of one caller. */
class SharedConnections implements Connections {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly share: FairShare,
    private readonly ctx: RequestContext,
    private readonly mayStop: boolean,
  ) {}

  /** @throws {DomainError} RateLimited beyond the consumer's share, or when the work was stopped; Unavailable */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { mayStop, ctx } = this;
    return this.share.withPermit(consumerOf(ctx), (permit) =>
      this.pool.use((connection) => {
        if (mayStop) permit.onStop(() => stop(connection));
        return work(connection);
      }, ctx.catalogue.environment.schema),
    );
  }
}

/** Cancels the statement and retires the connection: a late cancellation would hit the next statement on it. */
function stop(connection: Connection): void {
  connection.retire();
  void connection.cancel();
}
