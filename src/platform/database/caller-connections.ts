import type { RequestContext } from '../../core/context.js';
import type { FairShare } from '../shares/fair-share.js';
import { partyOf } from '../shares/party-of.js';
import type { Party } from '../shares/parties.js';
import type { Connection } from './connection.js';
import type { ConnectionPool, Connections } from './connection-pool.js';

/** Cancels the statement that a session runs, from another session. */
export type CancelStatement = (processId: number) => void;

/**
 * The connections for callers' statements, in fair shares. There is a place for each connection, so whoever has a place
 * does not wait for a connection.
 */
export class CallerConnections {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly share: FairShare,
    private readonly cancel: CancelStatement,
  ) {}

  /** Connections for work that may write: it is never stopped. */
  forWrite(ctx: RequestContext): Connections {
    return new SharedConnections(this.pool, this.share, partyOf(ctx));
  }

  /** Connections for single reads: a long one may be stopped. */
  forRead(ctx: RequestContext): Connections {
    return new SharedConnections(this.pool, this.share, partyOf(ctx), this.cancel);
  }

  /** Closes all connections, each after its turn. */
  end(): Promise<void> {
    return this.pool.end();
  }
}

/** Connections as one party gets them. */
class SharedConnections implements Connections {
  constructor(
    private readonly pool: ConnectionPool,
    private readonly share: FairShare,
    private readonly party: Party,
    private readonly cancel?: CancelStatement,
  ) {}

  /** @throws {DomainError} RateLimited beyond the party's share, or when the work was stopped; Unavailable */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { cancel } = this;
    return this.share.withPlace(this.party, (place) =>
      this.pool.use((connection) => {
        if (cancel !== undefined) place.onStop(() => stop(connection, cancel));
        return work(connection);
      }),
    );
  }
}

/** The connection is not used again: a cancellation that arrives late would meet the next statement on it. */
function stop(connection: Connection, cancel: CancelStatement): void {
  connection.retire();
  if (connection.processId !== undefined) cancel(connection.processId);
}
