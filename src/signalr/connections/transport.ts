import type { TransferFormat } from '../protocol/hub-protocol.js';
import type { TransportName } from '../protocol/negotiation.js';

/**
 * Transport of a connection's bytes. It passes input to `Connection.receive` and its end to
 * `Connection.transportEnded`.
 */
export interface Transport {
  readonly name: TransportName;
  /** True when bytes can be written now; long polling needs a waiting poll. */
  readonly isReady: boolean;
  /** Number of written bytes that are still in this process. */
  readonly bufferedBytes: number;
  /** Time since which the client is unreachable, in milliseconds since 1970; `undefined` while it is reachable. */
  readonly unreachableSinceMs: number | undefined;
  /** Writes pieces in one frame. Clients that get the same pieces may share the frame. */
  write(pieces: readonly Buffer[], format: TransferFormat): void;
  /** Ends gracefully after everything has been written. */
  end(): void;
  /** Ends at once. */
  abort(): void;
  /** Checks timeouts; called about once a second. @param nowMs of the monotonic clock, since the time of day may jump */
  tick?(nowMs: number): void;
}
