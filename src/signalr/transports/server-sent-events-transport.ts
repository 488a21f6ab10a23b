import type { ServerResponse } from 'node:http';
import type { Connection } from '../connections/connection.js';
import type { Transport } from '../connections/transport.js';

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache,no-store',
  Pragma: 'no-cache',
  // Prevents compression middleware from buffering events.
  'Content-Encoding': 'identity',
  'X-Accel-Buffering': 'no',
};

/** Transport by server-sent events: output is one endless response, and input comes by POST. */
export class ServerSentEventsTransport implements Transport {
  readonly name = 'ServerSentEvents';
  readonly isReady = true;
  readonly unreachableSinceMs = undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly connection: Connection,
  ) {}

  /** Starts the response with a comment, because clients count as connected after the first bytes. */
  listen(): void {
    this.response.on('close', () => this.connection.transportEnded(this, false));
    this.response.writeHead(200, HEADERS).write(':\r\n\r\n');
  }

  get bufferedBytes(): number {
    return this.response.writableLength;
  }

  write(pieces: readonly Buffer[]): void {
    this.response.write(eventOf(Buffer.concat(pieces).toString()));
  }

  end(): void {
    this.response.end();
  }

  abort(): void {
    this.response.destroy();
  }
}

/** Formats a text as one event, with a `data` line for each of its lines. */
const eventOf = (text: string): string => `data: ${text.split(/\r\n|\n|\r/).join('\r\ndata: ')}\r\n\r\n`;
