import type { IncomingMessage } from 'node:http';
import type { Connection } from '../connections/connection.js';

/** Last body by connection. Bodies are read one after the other, because together they form one stream of bytes. */
const LAST_BODY = new WeakMap<Connection, Promise<void>>();

/**
 * Passes a request's body of any content type to the connection.
 *
 * @returns a promise that resolves when the body has been read; its calls may still be running
 */
export function receiveBody(connection: Connection, request: IncomingMessage): Promise<void> {
  const before = LAST_BODY.get(connection) ?? Promise.resolve();
  const read = before.then(() => readBody(connection, request));
  // An incomplete body only fails its own request.
  LAST_BODY.set(
    connection,
    read.catch(() => undefined),
  );
  return read;
}

async function readBody(connection: Connection, request: IncomingMessage): Promise<void> {
  for await (const piece of request) await connection.receive(piece as Buffer);
}
