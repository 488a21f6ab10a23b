import type { ConnectionRequest } from './connection-request.js';

/** Identity behind a request. */
export interface ConnectionIdentity {
  /** Owner of the connection: every further request for it must come from the same owner. */
  readonly owner: string;
  /** User for messages that are addressed to a user. */
  readonly userId?: string;
  /** Expiry in milliseconds since 1970, when the connection is closed. */
  readonly expiresAtMs?: number;
  /** Data for the handlers of the connection. */
  readonly data?: unknown;
}

/**
 * Authorizes a request. Called for every request, including polls; a connection keeps the newest identity.
 *
 * @throws {ConnectionRefused} to refuse the request; the connection that it addresses stays open
 */
export type Authorize = (request: ConnectionRequest) => ConnectionIdentity | Promise<ConnectionIdentity>;

/** Admits every request as the same anonymous owner. */
export const ANYONE: Authorize = () => ({ owner: '' });
