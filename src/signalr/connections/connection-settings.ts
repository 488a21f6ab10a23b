import type { TransportName } from '../protocol/negotiation.js';

/** How connections of one endpoint behave; sizes in bytes, times in milliseconds. */
export interface ConnectionSettings {
  /** What clients may use. Default: all three. */
  readonly transports: readonly TransportName[];
  /** Whether clients that ask for it may resume a connection on a new socket. Default: true. */
  readonly statefulReconnect: boolean;
  /** How long a negotiated connection may wait for its first request. Default: 15,000. */
  readonly negotiationTimeoutMs: number;
  /** How long a client may be out of reach: no poll, no socket of a stateful connection. Default: 15,000. */
  readonly disconnectTimeoutMs: number;
  /** After how long an empty poll is answered. Default: 90,000. */
  readonly pollTimeoutMs: number;
  /** How long a closing connection gets for its last bytes. Default: 5,000. */
  readonly closeTimeoutMs: number;
  /** What may wait for a slow client before its connection is closed. Default: 1 MiB. */
  readonly maximumBufferedBytes: number;
  /** Size limit of one WebSocket frame, which may hold many messages. Default: 1 MiB. */
  readonly maximumFrameBytes: number;
  /** Default: no limit. Beyond it 503. */
  readonly maximumConnections: number;
  /** Connections of one owner (see `ConnectionIdentity`). Default: no limit. Beyond it 429. */
  readonly maximumConnectionsPerOwner: number;
  /**
   * An owner gets one more while they have fewer than this many times the places that are free: with 3, one owner takes
   * three quarters of `maximumConnections` at most, two take three sevenths each, and newcomers find room. Default: no
   * limit. Beyond it 429.
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
