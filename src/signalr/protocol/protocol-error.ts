/**
 * Violation of the protocol by the client, which ends the connection. The message is for logs, never for the client.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
