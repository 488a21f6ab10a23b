import {
  type CancelInvocationMessage,
  type CompletionMessage,
  type HubMessage,
  type InvocationMessage,
  MessageType,
  type StreamItemMessage,
} from '../protocol/messages.js';
import { Calls } from './calls.js';
import { type ClientInvocationOptions, ClientResults } from './client-results.js';
import type { HubClient } from './hub-client.js';
import type { HubMethod } from './hub-definition.js';
import type { ClientError } from './hub-error.js';
import { PendingInput } from './pending-input.js';
import { Uploads } from './uploads.js';

/** Message of a call in either direction. */
export type CallMessage = InvocationMessage | StreamItemMessage | CompletionMessage | CancelInvocationMessage;

/** Session that an inbox belongs to. */
export interface InboxDependencies {
  readonly client: HubClient;
  readonly clientError: ClientError;
  readonly maximumPendingBytes: number;
  send(message: HubMessage): void;
  /** Waits until little output is buffered for the client. */
  writable(): Promise<void>;
  /** Reports an error to the operator. */
  report(error: unknown): void;
}

/** Incoming messages of one client: its calls, its uploads, and its answers to calls of the server. */
export class Inbox {
  readonly #pending: PendingInput;
  readonly #uploads: Uploads;
  readonly #results: ClientResults;
  readonly #calls: Calls;

  constructor(private readonly on: InboxDependencies) {
    this.#pending = new PendingInput(on.maximumPendingBytes);
    this.#uploads = new Uploads(this.#pending, on.clientError);
    this.#results = new ClientResults(on.clientError);
    this.#calls = new Calls(on, this.#uploads, this.#pending);
  }

  /** Starts running calls. @param methods methods by lower-case name */
  begin(methods: ReadonlyMap<string, HubMethod>): void {
    this.#calls.begin(methods);
  }

  /** True when reading from the client is paused, because too much input waits to be handled. */
  get isHeld(): boolean {
    return this.#pending.isHeld;
  }

  /** Applies back-pressure. @returns a promise to wait for before more is read; `undefined` when there is room */
  hold(): Promise<void> | undefined {
    return this.#pending.hold();
  }

  /** Handles a message. @throws {ProtocolError} when a client sends too much, or uses a stream id twice */
  handle(message: CallMessage, bytes: number): void {
    switch (message.type) {
      case MessageType.Invocation:
      case MessageType.StreamInvocation:
        return this.#calls.add(message, bytes);
      case MessageType.StreamItem:
        return this.#uploads.item(message, bytes);
      case MessageType.Completion:
        this.#results.complete(message);
        return this.#uploads.complete(message);
      case MessageType.CancelInvocation:
        return this.#calls.cancel(message.invocationId);
    }
  }

  /** Calls a method of the client and waits for its answer. Until then reading from the client is not paused. */
  ask(target: string, args: readonly unknown[], options: ClientInvocationOptions): Promise<unknown> {
    const send = (invocationId: string): void =>
      this.on.send({ type: MessageType.Invocation, invocationId, target, arguments: args });
    return this.#pending.exempt(this.#results.ask(send, options));
  }

  /** Ends all calls and uploads after the client has disconnected. */
  close(): void {
    this.#calls.close();
    this.#uploads.fail();
    this.#results.fail();
    this.#pending.release();
  }
}
