import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { request as sendSecurely } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import type { NodeAddress } from '../connections/owner-locator.js';
import { refuseUpgrade } from './refusals.js';
import { ConnectionRefused } from '../connections/connection-refused.js';

const unreachable = (): ConnectionRefused =>
  new ConnectionRefused(502, 'The node that owns this connection cannot be reached.');

/** Streams a request to the node that owns its connection, and the answer back. */
export function forwardRequest(
  address: NodeAddress,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = requestTo(address, request);
    outgoing.on('error', () => (response.closed ? resolve() : reject(unreachable())));
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      // Send the headers without waiting for a body, because an event stream starts with them.
      response.flushHeaders();
      pipeline(answer, response, () => resolve());
    });
    response.on('close', () => outgoing.destroy());
    request.pipe(outgoing);
  });
}

/** Tunnels a WebSocket to the node that owns its connection. */
export function forwardUpgrade(address: NodeAddress, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const outgoing = requestTo(address, request);
  outgoing.on('error', () => refuseUpgrade(socket, unreachable()));
  socket.on('close', () => outgoing.destroy());
  outgoing.on('response', (answer) => {
    socket.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${headerLines(answer.rawHeaders)}\r\n\r\n`);
    answer.pipe(socket);
  });
  outgoing.on('upgrade', (answer, peer, peerHead) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(answer.rawHeaders)}\r\n\r\n`);
    socket.write(peerHead);
    peer.write(head);
    for (const [from, to] of [
      [socket, peer],
      [peer, socket],
    ]) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  outgoing.end();
}

function requestTo({ origin, headers }: NodeAddress, { method, url, headers: given }: IncomingMessage) {
  const target = new URL(url!, origin);
  const options = { method, headers: { ...given, ...headers } };
  return target.protocol === 'https:' ? sendSecurely(target, options) : send(target, options);
}

const headerLines = (raw: readonly string[]): string =>
  raw.reduce((lines, text, at) => lines + (at % 2 === 1 ? `: ${text}` : `${at > 0 ? '\r\n' : ''}${text}`), '');
