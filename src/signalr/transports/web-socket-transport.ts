import type { Duplex } from 'node:stream';
import { type RawData, WebSocket } from 'ws';
import type { Connection } from '../connections/connection.js';
import type { Transport } from '../connections/transport.js';
import type { TransferFormat } from '../protocol/hub-protocol.js';
import type { Frames } from './frames.js';
import { NORMAL_CLOSURE } from './hub-socket.js';

const GOING_AWAY = 1001;

/** Transport by a WebSocket. */
export class WebSocketTransport implements Transport {
  readonly name = 'WebSockets';
  readonly isReady = true;
  readonly unreachableSinceMs = undefined;
  #ended = false;

  /**
   * @param stream stream below the socket; frames are written to it directly, because the socket would rebuild each one
   */
  constructor(
    private readonly socket: WebSocket,
    private readonly stream: Duplex,
    private readonly connection: Connection,
    private readonly frames: Frames,
  ) {}

  /** Registers the listeners, after the connection knows this transport. */
  listen(): void {
    this.socket.on('message', (data: RawData) => this.#receive(data as Buffer));
    // After an invalid frame the socket sends its own close code and closes.
    this.socket.on('error', () => this.socket.close());
    this.socket.on('close', (code) => {
      this.connection.transportEnded(this, !this.#ended && code !== NORMAL_CLOSURE && code !== GOING_AWAY);
    });
  }

  get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  write(pieces: readonly Buffer[], format: TransferFormat): void {
    if (this.socket.readyState === WebSocket.OPEN) this.stream.write(this.frames.of(pieces, format));
  }

  end(): void {
    this.#ended = true;
    this.socket.close();
  }

  abort(): void {
    this.#ended = true;
    this.socket.terminate();
  }

  #receive(data: Buffer): void {
    const wait = this.connection.receive(data);
    if (!wait) return;
    this.socket.pause();
    void wait.finally(() => this.socket.resume());
  }
}
