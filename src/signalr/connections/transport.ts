import type { TransferFormat } from '../protocol/hub-protocol.js';
import type { TransportName } from '../protocol/negotiation.js';

/** Carries a connection's bytes. Input goes to `Connection.receive`, its end to `Connection.transportEnded`. */
export interface Transport {
  readonly name: TransportName;
  /** Whether bytes can be written now; without a waiting poll they cannot. */
  readonly isReady: boolean;
  /** Bytes that were written and are still in this process. */
  readonly bufferedBytes: number;
  /** Since when the client is out of reach; `undefined` while it is there. */
  readonly unreachableSinceMs: number | undefined;
  /** Writes pieces as one: to others that get the same, it may be the same bytes. */
  write(pieces: readonly Buffer[], format: TransferFormat): void;
  /** Ends in good order once everything is written. */
  end(): void;
  /** Ends at once. */
  abort(): void;
  /** Called about once a second. */
  tick?(nowMs: number): void;
}
