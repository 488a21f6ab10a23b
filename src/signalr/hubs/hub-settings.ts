import { CONNECTION_DEFAULTS, type ConnectionSettings } from '../connections/connection-settings.js';

/** Settings of a hub; sizes in bytes, times in milliseconds. */
export interface HubSettings extends ConnectionSettings {
  /** Time limit for the handshake. Default: 15,000. */
  readonly handshakeTimeoutMs: number;
  /** Time without output after which a ping is sent. Default: 15,000. */
  readonly keepAliveIntervalMs: number;
  /** Silence after which a client that has sent a ping is disconnected. Default: 30,000. */
  readonly clientTimeoutMs: number;
  /** Size limit of one message of a client. Default: 32,768. */
  readonly maximumMessageBytes: number;
  /** Unhandled input above which reading from a client is paused. Default: 65,536. */
  readonly maximumPendingBytes: number;
  /** Unacknowledged output that is kept for a stateful reconnect. Default: 100,000. */
  readonly statefulBufferBytes: number;
}

export const HUB_DEFAULTS: HubSettings = {
  ...CONNECTION_DEFAULTS,
  handshakeTimeoutMs: 15_000,
  keepAliveIntervalMs: 15_000,
  clientTimeoutMs: 30_000,
  maximumMessageBytes: 32_768,
  maximumPendingBytes: 65_536,
  statefulBufferBytes: 100_000,
};
