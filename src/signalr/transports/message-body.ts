import type { IncomingMessage } from 'node:http';
import type { Connection } from '../connections/connection.js';

/** Bodies of one connection are read one after the other: together they are one stream of bytes. */
const LAST_BODY = new WeakMap<Connection, Promise<void>>();

/**
 * Passes a request's body on as it comes, whatever its content type.
 * @returns when all of it was taken; what it asks for may still be running.
 */
export function receiveBody(connection: Connection, request: IncomingMessage): Promise<void> {
  const before = LAST_BODY.get(connection) ?? Promise.resolve();
  const read = before.then(() => readBody(connection, request));
  // A body that breaks off is the failure of its own request only.
  LAST_BODY.set(
    connection,
    read.catch(() => undefined),
  );
  return read;
}

async function readBody(connection: Connection, request: IncomingMessage): Promise<void> {
  for await (const piece of request) await connection.receive(piece as Buffer);
}
