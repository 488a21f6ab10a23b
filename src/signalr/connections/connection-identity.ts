import type { ConnectionRequest } from './connection-request.js';

/** Who is behind a request. */
export interface ConnectionIdentity {
  /** Whom the connection belongs to: every further request for it must come from the same owner. */
  readonly owner: string;
  /** Whom messages "to the user" reach. */
  readonly userId?: string;
  /** When the identity ends, in milliseconds since 1970; the connection is closed then. */
  readonly expiresAtMs?: number;
  /** Anything that the handlers of the connection want to know. */
  readonly data?: unknown;
}

/**
 * Lets a request in. Asked for every request, polls too; a connection keeps the newest identity.
 * @throws {ConnectionRefused} to turn the request away; the connection that it meant stays alive.
 */
export type Authorize = (request: ConnectionRequest) => ConnectionIdentity | Promise<ConnectionIdentity>;

/** Everybody, nameless. */
export const ANYONE: Authorize = () => ({ owner: '' });
