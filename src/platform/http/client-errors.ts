import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { type Problem, problem, writeProblem } from './problem.js';
import { PROTECTIVE_HEADERS } from './protective-headers.js';
import { requestId } from './request-id.js';

const PROTECTION = Object.entries(PROTECTIVE_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Answers input that Node could not parse as HTTP, with the usual error body, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const id = requestId(undefined);
  const refusal = problemFor(error.code);
  const body = writeProblem({ id, elapsedMs: 0, correlationId: null }, refusal);
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${id}\r\n${PROTECTION}Connection: close\r\n\r\n${body}`,
  );
}

function problemFor(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('TooLarge', 'The request headers are too large.', 431);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('RequestTimeout', 'The request took too long to arrive.');
  return problem('Validation', 'This is not a valid HTTP request.');
}
