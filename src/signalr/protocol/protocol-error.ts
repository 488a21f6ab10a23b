/** The other side broke the protocol; the connection ends. The message is for logs, never for the client. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
