import { connect } from 'node:net';

/** Code that stands in place of a protocol version. */
const CANCEL_CODE = 80_877_102;
const TIMEOUT_MS = 2_000;

/** Names a session for a cancel; a server, or a pooler in its place, gives it at the start of the session. */
export interface SessionKey {
  /** Host, or folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  /** A pooler gives a number of its own, which is no process of the server. */
  readonly processID: number;
  readonly secretKey: number;
}

/**
 * Cancels the statement that a session is running, if there is one, by the request of PostgreSQL's protocol, which a
 * pooler passes on. It needs no login.
 *
 * @returns when the server has closed the request; any failure counts as its end
 */
export function requestCancel({ host, port, processID, secretKey }: SessionKey): Promise<void> {
  const message = Buffer.alloc(16);
  for (const [at, value] of [message.length, CANCEL_CODE, processID, secretKey].entries())
    message.writeInt32BE(value, 4 * at);
  return new Promise((resolve) => {
    const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined).once('close', () => resolve());
    // The server closes first: a pooler forgets the request of a client that has left.
    socket.resume().write(message);
  });
}
