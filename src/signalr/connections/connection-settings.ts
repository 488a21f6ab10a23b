import type { TransportName } from '../protocol/negotiation.js';

/** Settings of the connections of one endpoint; sizes in bytes, times in milliseconds. */
export interface ConnectionSettings {
  /** Transports that clients may use. Default: all three. */
  readonly transports: readonly TransportName[];
  /** True lets clients that ask for it resume a connection on a new socket. Default: true. */
  readonly statefulReconnect: boolean;
  /** Time limit between negotiation and the first request. Default: 15,000. */
  readonly negotiationTimeoutMs: number;
  /** Time limit for a client without a poll, or without a socket of a stateful connection. Default: 15,000. */
  readonly disconnectTimeoutMs: number;
  /** Time after which a poll without data is answered. Default: 90,000. */
  readonly pollTimeoutMs: number;
  /** Time limit for the last bytes of a closing connection. Default: 5,000. */
  readonly closeTimeoutMs: number;
  /** Output buffered for a slow client, above which its connection is closed. Default: 1 MiB. */
  readonly maximumBufferedBytes: number;
  /** Size limit of one WebSocket frame, which may hold many messages. Default: 1 MiB. */
  readonly maximumFrameBytes: number;
  /** Limit of connections. Default: none. Beyond it 503. */
  readonly maximumConnections: number;
  /** Limit of connections of one owner (see `ConnectionIdentity`). Default: none. Beyond it 429. */
  readonly maximumConnectionsPerOwner: number;
  /**
   * Ratio of an owner's connections to free places up to which the owner gets another one. With 3, one owner takes at
   * most three quarters of `maximumConnections` and two take three sevenths each, so that new owners find room.
   * Default: no limit. Beyond it 429.
   */
  readonly maximumOwnedPerFree: number;
}

export const CONNECTION_DEFAULTS: ConnectionSettings = {
  transports: ['WebSockets', 'ServerSentEvents', 'LongPolling'],
  statefulReconnect: true,
  negotiationTimeoutMs: 15_000,
  disconnectTimeoutMs: 15_000,
  pollTimeoutMs: 90_000,
  closeTimeoutMs: 5_000,
  maximumBufferedBytes: 1_048_576,
  maximumFrameBytes: 1_048_576,
  maximumConnections: Infinity,
  maximumConnectionsPerOwner: Infinity,
  maximumOwnedPerFree: Infinity,
};
