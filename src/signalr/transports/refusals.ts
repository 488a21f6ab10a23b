import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionRefused } from '../connections/connection-refused.js';

/** Answers a request with a refusal, as plain text. */
export function refuseRequest(response: ServerResponse, { status, message, headers }: ConnectionRefused): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, {
    'Content-Type': 'text/plain',
    'Content-Length': Buffer.byteLength(message),
    ...headers,
  });
  response.end(message);
}

/** Answers a request for a WebSocket with a refusal, before the upgrade. */
export function refuseUpgrade(socket: Duplex, { status, message, headers }: ConnectionRefused): void {
  const all = {
    'Content-Type': 'text/plain',
    'Content-Length': String(Buffer.byteLength(message)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${message}`);
}
