import { setTimeout as delay } from 'node:timers/promises';
import type { TransferFormat } from '../protocol/hub-protocol.js';
import type { TransportName } from '../protocol/negotiation.js';
import type { ConnectionIdentity } from './connection-identity.js';
import type { ConnectionRequest } from './connection-request.js';
import type { ConnectionSettings } from './connection-settings.js';
import type { Flusher } from './flusher.js';
import type { Transport } from './transport.js';

/** Reason why the server closes a connection; `allowReconnect` asks the client to reconnect. */
export interface CloseNotice {
  readonly error?: string;
  readonly allowReconnect?: boolean;
}

/** Layer above a connection: a hub, or other code that exchanges bytes. */
export interface ConnectionListener {
  /** Handles input. While a returned promise is pending, nothing more is read from the client. */
  received(data: Buffer): void | Promise<void>;
  /** Handles the end of the connection, for any reason; called once. */
  closed(): void;
  /** Handles the start of a close by the server. @returns last bytes to send */
  closing?(notice: CloseNotice): Buffer | undefined;
  /** Checks timeouts; called about once a second. @param nowMs of the monotonic clock, since the time of day may jump */
  tick?(nowMs: number): void;
  /** Stateful reconnect: true while all messages that the client may lack can be sent again. */
  canResume?(): boolean;
  /** Stateful reconnect: handles a new socket of the client. Messages without acknowledgement may have been lost. */
  resumed?(): void;
}

/** Creates the listener for a new connection of an endpoint. */
export type ConnectionHandler = (connection: Connection) => ConnectionListener;

/** Notice for a client whose connection the server closes because of an error. */
export const CLOSED_WITH_ERROR: CloseNotice = { error: 'Connection closed with an error.', allowReconnect: true };

/** Interval at which a stream polls the output buffer of a slow client. */
const WRITABLE_POLL_MS = 10;

/** Parts that a connection is created from. */
export interface ConnectionParts {
  readonly id: string;
  readonly token: string;
  readonly isStateful: boolean;
  readonly transport: TransportName;
  readonly request: ConnectionRequest;
  readonly settings: ConnectionSettings;
  readonly flusher: Flusher;
  /** Called once, after the connection has ended. */
  readonly left: (connection: Connection) => void;
}

/**
 * Connection of a client over any transport. Output is queued and written in rounds, so that many small messages become
 * one write. A client that does not read its output is disconnected.
 */
export class Connection {
  readonly id: string;
  /** Secret that addresses this connection. */
  readonly token: string;
  readonly isStateful: boolean;
  readonly transportName: TransportName;
  /** Request that opened it. */
  readonly request: ConnectionRequest;
  /** Format by which frames are marked as text or binary. */
  transferFormat: TransferFormat = 'Text';
  #transport: Transport | undefined;
  #listener: ConnectionListener | undefined;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #state: 'open' | 'closing' | 'closed' = 'open';
  #sinceMs = -Infinity;

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

  /** True when a new socket may resume this connection. */
  get canResume(): boolean {
    return this.isStateful && this.isOpen && this.#listener?.canResume?.() === true;
  }

  get transport(): Transport | undefined {
    return this.#transport;
  }

  /** Number of bytes that wait to be sent. */
  get bufferedBytes(): number {
    return this.#queuedBytes + (this.#transport?.bufferedBytes ?? 0);
  }

  /** Opens the connection on its first transport. */
  open(transport: Transport, handler: ConnectionHandler): void {
    this.#transport = transport;
    this.#listener = handler(this);
  }

  /** Resumes on another socket of the same client, even if the loss of the old one has not been detected. */
  resume(transport: Transport): void {
    const lost = this.#transport;
    this.#transport = transport;
    lost?.abort();
    this.#clearQueue();
    this.#listener?.resumed?.();
  }

  /** Queues bytes to be sent in order. Closes the connection when the client's buffer exceeds its limit. */
  send(data: Buffer): void {
    if (!this.isOpen || (this.isStateful && !this.#transport)) return;
    this.#enqueue(data);
    if (this.bufferedBytes <= this.parts.settings.maximumBufferedBytes) return;
    this.#clearQueue();
    this.close(CLOSED_WITH_ERROR);
  }

  /** Waits until the client is connected and little output is buffered. Streams wait before each item. */
  async writable(): Promise<void> {
    while (this.isOpen && (!this.#transport || this.bufferedBytes > this.parts.settings.maximumBufferedBytes / 4))
      await delay(WRITABLE_POLL_MS, undefined, { ref: false });
  }

  /** Writes the queue if the transport is ready. */
  flush(): void {
    if (this.#queue.length === 0 || !this.#transport?.isReady) return;
    const pieces = this.#queue;
    this.#clearQueue();
    this.#transport.write(pieces, this.transferFormat);
  }

  /** Puts bytes that were written but not delivered back to the front of the queue. */
  restore(data: Buffer): void {
    this.#queue.unshift(data);
    this.#queuedBytes += data.length;
  }

  get hasQueued(): boolean {
    return this.#queue.length > 0;
  }

  /** Closes gracefully: sends the listener's last bytes and the queue, then ends the transport. */
  close(notice: CloseNotice = {}): void {
    if (!this.isOpen) return;
    this.#state = 'closing';
    this.#sinceMs = performance.now();
    const lastBytes = this.#listener?.closing?.(notice);
    if (lastBytes) this.#enqueue(lastBytes);
    this.#listener?.closed();
    this.flush();
    if (this.#transport) this.#transport.end();
    else this.abort();
  }

  /** Closes at once. */
  abort(): void {
    if (this.#state === 'closed') return;
    const wasOpen = this.isOpen;
    this.#state = 'closed';
    this.#clearQueue();
    this.parts.left(this);
    if (wasOpen) this.#listener?.closed();
    this.#transport?.abort();
  }

  /** Handles bytes from the client. @returns a promise to wait for before more are read */
  receive(data: Buffer): void | Promise<void> {
    if (this.isOpen) return this.#listener?.received(data);
  }

  /** Handles the end of a transport. @param lost true without a close message, so that a stateful client may resume */
  transportEnded(transport: Transport, lost: boolean): void {
    if (transport !== this.#transport) return;
    if (!lost || !this.canResume) return this.abort();
    this.#transport = undefined;
    this.#sinceMs = performance.now();
    this.#clearQueue();
  }

  /** Checks timeouts. */
  tick(nowMs: number): void {
    this.#transport?.tick?.(nowMs);
    if (this.#isOver(nowMs)) this.abort();
    else if (this.isOpen) this.#tickOpen(nowMs);
  }

  /** True when the client is away for too long, cannot resume, or takes too long to close. */
  #isOver(nowMs: number): boolean {
    const { disconnectTimeoutMs, closeTimeoutMs } = this.parts.settings;
    if (!this.#transport) return !this.canResume || nowMs - this.#sinceMs >= disconnectTimeoutMs;
    const { unreachableSinceMs } = this.#transport;
    if (unreachableSinceMs !== undefined) return nowMs - unreachableSinceMs >= disconnectTimeoutMs;
    return !this.isOpen && nowMs - this.#sinceMs >= closeTimeoutMs;
  }

  #tickOpen(nowMs: number): void {
    if ((this.identity.expiresAtMs ?? Infinity) <= Date.now()) this.close({ allowReconnect: true });
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
