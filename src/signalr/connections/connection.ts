import { setTimeout as delay } from 'node:timers/promises';
import type { TransferFormat } from '../protocol/hub-protocol.js';
import type { TransportName } from '../protocol/negotiation.js';
import type { ConnectionIdentity } from './connection-identity.js';
import type { ConnectionRequest } from './connection-request.js';
import type { ConnectionSettings } from './connection-settings.js';
import type { Flusher } from './flusher.js';
import type { Transport } from './transport.js';

/** Why the server closes a connection, and whether the client should come back. */
export interface CloseNotice {
  readonly error?: string;
  readonly allowReconnect?: boolean;
}

/** What lies above a connection: a hub, or any code that speaks bytes. */
export interface ConnectionListener {
  /** Bytes arrived. While a returned promise is pending, no more are read from the client. */
  received(data: Buffer): void | Promise<void>;
  /** The connection has ended, for whatever reason; called once. */
  closed(): void;
  /** The server is about to close. @returns last words to send */
  closing?(notice: CloseNotice): Buffer | undefined;
  /** Called about once a second. */
  tick?(nowMs: number): void;
  /** Stateful: whether everything that the client may lack can still be sent again. */
  canResume?(): boolean;
  /** Stateful: the client is back on a new socket; what was sent before and not acknowledged may have been lost. */
  resumed?(): void;
}

/** Speaks with the clients of an endpoint. */
export type ConnectionHandler = (connection: Connection) => ConnectionListener;

/** What a client is told that is closed against its will. */
export const CLOSED_WITH_ERROR: CloseNotice = { error: 'Connection closed with an error.', allowReconnect: true };

/** How often a stream looks whether its slow client has read on. */
const WRITABLE_POLL_MS = 10;

/** What a connection is made of. */
export interface ConnectionParts {
  readonly id: string;
  readonly token: string;
  readonly isStateful: boolean;
  readonly transport: TransportName;
  readonly request: ConnectionRequest;
  readonly settings: ConnectionSettings;
  readonly flusher: Flusher;
  /** Called once, when the connection has left. */
  readonly left: (connection: Connection) => void;
}

/**
 * A client's connection, whatever carries it. Output is queued and written in turns, so that many small messages to one
 * client become one write, and a client that does not read is closed instead of waited for.
 */
export class Connection {
  readonly id: string;
  /** The secret that addresses this connection. */
  readonly token: string;
  readonly isStateful: boolean;
  readonly transportName: TransportName;
  /** The request that opened it. */
  readonly request: ConnectionRequest;
  /** Whether frames are marked as text or as binary. */
  transferFormat: TransferFormat = 'Text';
  #transport: Transport | undefined;
  #listener: ConnectionListener | undefined;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #state: 'open' | 'closing' | 'closed' = 'open';
  #sinceMs = 0;

  constructor(
    private readonly parts: ConnectionParts,
    public identity: ConnectionIdentity,
  ) {
    this.id = parts.id;
    this.token = parts.token;
    this.isStateful = parts.isStateful;
    this.transportName = parts.transport;
    this.request = parts.request;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Whether a new socket may go on with this connection. */
  get canResume(): boolean {
    return this.isStateful && this.isOpen && this.#listener?.canResume?.() === true;
  }

  get transport(): Transport | undefined {
    return this.#transport;
  }

  /** Bytes that wait for the client. */
  get bufferedBytes(): number {
    return this.#queuedBytes + (this.#transport?.bufferedBytes ?? 0);
  }

  /** Begins on its first transport. */
  open(transport: Transport, handler: ConnectionHandler): void {
    this.#transport = transport;
    this.#listener = handler(this);
  }

  /** Goes on with another socket of the same client, even if the loss of the old one was not noticed yet. */
  resume(transport: Transport): void {
    const lost = this.#transport;
    this.#transport = transport;
    lost?.abort();
    this.#clearQueue();
    this.#listener?.resumed?.();
  }

  /** Sends bytes some time soon, in order. A client that lets too much pile up is closed. */
  send(data: Buffer): void {
    if (!this.isOpen || (this.isStateful && !this.#transport)) return;
    this.#enqueue(data);
    if (this.bufferedBytes <= this.parts.settings.maximumBufferedBytes) return;
    this.#clearQueue();
    this.close(CLOSED_WITH_ERROR);
  }

  /** Waits until the client is there and has little left to read; a stream asks before each item. */
  async writable(): Promise<void> {
    while (this.isOpen && (!this.#transport || this.bufferedBytes > this.parts.settings.maximumBufferedBytes / 4))
      await delay(WRITABLE_POLL_MS, undefined, { ref: false });
  }

  /** Writes what is queued if the transport can take it. */
  flush(): void {
    if (this.#queue.length === 0 || !this.#transport?.isReady) return;
    const pieces = this.#queue;
    this.#clearQueue();
    this.#transport.write(pieces, this.transferFormat);
  }

  /** Takes back what was written and did not arrive. */
  restore(data: Buffer): void {
    this.#queue.unshift(data);
    this.#queuedBytes += data.length;
  }

  get hasQueued(): boolean {
    return this.#queue.length > 0;
  }

  /** Ends in good order: the listener's last words, everything that is queued, then the transport's own end. */
  close(notice: CloseNotice = {}): void {
    if (!this.isOpen) return;
    this.#state = 'closing';
    this.#sinceMs = Date.now();
    const lastWords = this.#listener?.closing?.(notice);
    if (lastWords) this.#enqueue(lastWords);
    this.#listener?.closed();
    this.flush();
    if (this.#transport) this.#transport.end();
    else this.abort();
  }

  /** Ends at once. */
  abort(): void {
    if (this.#state === 'closed') return;
    const wasOpen = this.isOpen;
    this.#state = 'closed';
    this.#clearQueue();
    this.parts.left(this);
    if (wasOpen) this.#listener?.closed();
    this.#transport?.abort();
  }

  /** Bytes from the client. @returns a promise to wait for before more are read */
  receive(data: Buffer): void | Promise<void> {
    if (this.isOpen) return this.#listener?.received(data);
  }

  /** A transport has ended. @param lost whether without a word, so that a stateful client may come back */
  transportEnded(transport: Transport, lost: boolean): void {
    if (transport !== this.#transport) return;
    if (!lost || !this.canResume) return this.abort();
    this.#transport = undefined;
    this.#sinceMs = Date.now();
    this.#clearQueue();
  }

  /** Looks at the clock. */
  tick(nowMs: number): void {
    this.#transport?.tick?.(nowMs);
    if (this.#isOver(nowMs)) this.abort();
    else if (this.isOpen) this.#tickOpen(nowMs);
  }

  /** Whether the client stays away, cannot come back, or takes too long to say goodbye. */
  #isOver(nowMs: number): boolean {
    const { disconnectTimeoutMs, closeTimeoutMs } = this.parts.settings;
    if (!this.#transport) return !this.canResume || nowMs - this.#sinceMs >= disconnectTimeoutMs;
    const { unreachableSinceMs } = this.#transport;
    if (unreachableSinceMs !== undefined) return nowMs - unreachableSinceMs >= disconnectTimeoutMs;
    return !this.isOpen && nowMs - this.#sinceMs >= closeTimeoutMs;
  }

  #tickOpen(nowMs: number): void {
    if ((this.identity.expiresAtMs ?? Infinity) <= nowMs) this.close({ allowReconnect: true });
    else this.#listener?.tick?.(nowMs);
  }

  #enqueue(data: Buffer): void {
    if (this.#queue.push(data) === 1) this.parts.flusher.add(this);
    this.#queuedBytes += data.length;
  }

  #clearQueue(): void {
    this.#queue = [];
    this.#queuedBytes = 0;
  }
}
