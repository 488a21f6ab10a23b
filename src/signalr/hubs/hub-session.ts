import {
  CLOSED_WITH_ERROR,
  type CloseNotice,
  type Connection,
  type ConnectionListener,
} from '../connections/connection.js';
import { HANDSHAKE_CANCELED, handshakeAnswer, readHandshake } from '../protocol/handshake.js';
import type { HubProtocol, RecordReader } from '../protocol/hub-protocol.js';
import { MessageBuffer } from '../protocol/message-buffer.js';
import { type HubMessage, isNumbered, MessageType } from '../protocol/messages.js';
import { TRANSPORT_FORMATS } from '../protocol/negotiation.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { TextRecordReader } from '../protocol/text-records.js';
import { HubClient } from '../calls/hub-client.js';
import type { ClientError } from '../calls/hub-error.js';
import type { HubMethod } from '../calls/hub-definition.js';
import type { HubSettings } from './hub-settings.js';
import { Inbox } from '../calls/inbox.js';
import { OutgoingMessage } from './outgoing-message.js';

const PING = new OutgoingMessage({ type: MessageType.Ping });

/** Hub that a session belongs to. */
interface Home {
  readonly settings: HubSettings;
  readonly clientError: ClientError;
  methodsOf(client: HubClient): ReadonlyMap<string, HubMethod>;
  joined(session: HubSession): Promise<void>;
  left(session: HubSession): void;
  enter(session: HubSession, group: string): void;
  leave(session: HubSession, group: string): void;
  report(error: unknown): void;
}

/** Hub protocol with one client: handshake, messages in both directions, keep-alive and stateful reconnect. */
export class HubSession implements ConnectionListener {
  readonly client = new HubClient(this);
  readonly groups = new Set<string>();
  /** User by the first request; later identities of the same owner do not change the recipient of messages. */
  readonly userId: string | undefined;
  #protocol: HubProtocol | undefined;
  #reader: RecordReader | undefined;
  readonly #handshake: TextRecordReader;
  readonly #inbox: Inbox;
  readonly #buffer: MessageBuffer<Buffer> | undefined;
  readonly #sinceMs = performance.now();
  #receivedMs = this.#sinceMs;
  #sentMs = this.#sinceMs;
  #hasPinged = false;

  constructor(
    readonly connection: Connection,
    private readonly hub: Home,
  ) {
    this.userId = connection.identity.userId;
    const { maximumMessageBytes, maximumPendingBytes, statefulBufferBytes } = hub.settings;
    this.#handshake = new TextRecordReader(maximumMessageBytes);
    this.#inbox = new Inbox({
      client: this.client,
      clientError: hub.clientError,
      maximumPendingBytes,
      send: (message) => this.#send(message),
      writable: () => connection.writable(),
      report: (error) => hub.report(error),
    });
    if (connection.isStateful) this.#buffer = new MessageBuffer(statefulBufferBytes);
  }

  received(data: Buffer): Promise<void> | undefined {
    this.#receivedMs = performance.now();
    try {
      const bytes = this.#protocol ? data : this.#readHandshake(data);
      if (bytes && this.#protocol) this.#read(bytes, this.#protocol);
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.hub.report(error);
      if (this.#protocol) this.connection.close(CLOSED_WITH_ERROR);
      else this.#refuse(HANDSHAKE_CANCELED);
    }
    return this.#inbox.hold();
  }

  post(message: OutgoingMessage): void {
    if (!this.#protocol) return;
    const bytes = message.bytes(this.#protocol);
    if (message.isNumbered) this.#buffer?.keep(bytes, bytes.length);
    this.#sentMs = performance.now();
    this.connection.send(bytes);
  }

  call(target: string, args: readonly unknown[]): void {
    this.#send({ type: MessageType.Invocation, target, arguments: args });
  }

  ask(...question: Parameters<Inbox['ask']>): Promise<unknown> {
    return this.#inbox.ask(...question);
  }

  enter(group: string): void {
    if (!this.connection.isOpen) return;
    this.groups.add(group);
    this.hub.enter(this, group);
  }

  leave(group: string): void {
    this.groups.delete(group);
    this.hub.leave(this, group);
  }

  closing({ error, allowReconnect }: CloseNotice): Buffer | undefined {
    return this.#protocol?.encode({
      type: MessageType.Close,
      ...(error !== undefined && { error }),
      ...(allowReconnect && { allowReconnect }),
    });
  }

  closed(): void {
    this.#inbox.close();
    if (this.#protocol) this.hub.left(this);
  }

  tick(nowMs: number): void {
    const { handshakeTimeoutMs, clientTimeoutMs, keepAliveIntervalMs } = this.hub.settings;
    if (!this.#protocol) {
      if (nowMs - this.#sinceMs >= handshakeTimeoutMs) this.#refuse(HANDSHAKE_CANCELED);
      return;
    }
    this.#acknowledge();
    // A waiting long poll needs no heartbeat in either direction.
    if (this.connection.transportName === 'LongPolling' || !this.connection.transport) return;
    const isSilent = this.#hasPinged && !this.#inbox.isHeld && nowMs - this.#receivedMs >= clientTimeoutMs;
    if (isSilent) this.connection.close(CLOSED_WITH_ERROR);
    else if (nowMs - this.#sentMs >= keepAliveIntervalMs) this.post(PING);
  }

  canResume(): boolean {
    return this.#protocol !== undefined && this.#buffer?.canResume === true;
  }

  resumed(): void {
    const { next, messages } = this.#buffer!.resume();
    this.#receivedMs = performance.now();
    this.#reader = this.#protocol!.reader(this.hub.settings.maximumMessageBytes);
    this.#send({ type: MessageType.Sequence, sequenceId: next });
    for (const message of messages) this.connection.send(message);
  }

  /** Reads the handshake. @returns the bytes behind it; `undefined` while it is incomplete or refused */
  #readHandshake(data: Buffer): Buffer | undefined {
    const record = this.#handshake.pushFirst(data);
    if (!record) return undefined;
    const outcome = readHandshake(record.bytes, TRANSPORT_FORMATS.get(this.connection.transportName)!);
    if ('error' in outcome) {
      this.#refuse(outcome.error);
      return undefined;
    }
    this.#protocol = outcome.protocol;
    this.#reader = outcome.protocol.reader(this.hub.settings.maximumMessageBytes);
    this.connection.transferFormat = outcome.protocol.transferFormat;
    this.connection.send(handshakeAnswer());
    void this.#enterHub();
    return record.rest;
  }

  #refuse(error: string): void {
    this.connection.send(handshakeAnswer(error));
    this.connection.close();
  }

  async #enterHub(): Promise<void> {
    try {
      await this.hub.joined(this);
      this.#inbox.begin(this.hub.methodsOf(this.client));
    } catch (error) {
      this.hub.report(error);
      this.connection.close({ error: CLOSED_WITH_ERROR.error });
    }
  }

  #read(data: Buffer, protocol: HubProtocol): void {
    for (const record of this.#reader!.push(data)) {
      const message = protocol.decode(record);
      if (message && this.#isNew(message)) this.#handle(message, record.length);
      if (!this.connection.isOpen) return;
    }
  }

  /** False for messages of a stateful connection that are duplicates or precede the Sequence message. */
  #isNew(message: HubMessage): boolean {
    if (!this.#buffer || message.type === MessageType.Sequence) return true;
    if (this.#buffer.waitsForSequence) return false;
    return !isNumbered(message) || this.#buffer.receive();
  }

  #handle(message: HubMessage, bytes: number): void {
    switch (message.type) {
      case MessageType.Ping:
        this.#hasPinged = true;
        return;
      case MessageType.Close:
        return this.connection.close();
      case MessageType.Ack:
        return this.#buffer?.acknowledge(message.sequenceId);
      case MessageType.Sequence:
        return this.#buffer?.sequence(message.sequenceId);
      default:
        return this.#inbox.handle(message, bytes);
    }
  }

  #acknowledge(): void {
    const sequenceId = this.connection.transport && this.#buffer?.acknowledgement();
    if (sequenceId !== undefined) this.#send({ type: MessageType.Ack, sequenceId });
  }

  #send(message: HubMessage): void {
    this.post(new OutgoingMessage(message));
  }
}
