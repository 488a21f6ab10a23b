import { CONNECTION_DEFAULTS, type ConnectionSettings } from '../connections/connection-settings.js';

/** How a hub behaves; sizes in bytes, times in milliseconds. */
export interface HubSettings extends ConnectionSettings {
  /** How long a client may take for its handshake. Default: 15,000. */
  readonly handshakeTimeoutMs: number;
  /** A ping is sent when nothing else was for so long. Default: 15,000. */
  readonly keepAliveIntervalMs: number;
  /** A client that has ever sent a ping is given up after so long a silence. Default: 30,000. */
  readonly clientTimeoutMs: number;
  /** Size limit of one message of a client. Default: 32,768. */
  readonly maximumMessageBytes: number;
  /** What may wait to be handled before no more is read from a client. Default: 65,536. */
  readonly maximumPendingBytes: number;
  /** What is kept for a client that does not acknowledge, so that it can resume. Default: 100,000. */
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
