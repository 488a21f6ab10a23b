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

/** Messages that belong to a call of either side. */
export type CallMessage = InvocationMessage | StreamItemMessage | CompletionMessage | CancelInvocationMessage;

/** What an inbox needs of the session around it. */
export interface InboxSurroundings {
  readonly client: HubClient;
  readonly clientError: ClientError;
  readonly maximumPendingBytes: number;
  send(message: HubMessage): void;
  /** Waits until the client has little left to read. */
  writable(): Promise<void>;
  /** Tells the operator of an error that the client is not told of. */
  report(error: unknown): void;
}

/** What one client asks for and answers: its calls, its uploads, and the results that the server waits for. */
export class Inbox {
  readonly #pending: PendingInput;
  readonly #uploads: Uploads;
  readonly #results: ClientResults;
  readonly #calls: Calls;

  constructor(private readonly on: InboxSurroundings) {
    this.#pending = new PendingInput(on.maximumPendingBytes);
    this.#uploads = new Uploads(this.#pending, on.clientError);
    this.#results = new ClientResults(on.clientError);
    this.#calls = new Calls(on, this.#uploads, this.#pending);
  }

  /** Lets the first call run. @param methods by lower-case name */
  begin(methods: ReadonlyMap<string, HubMethod>): void {
    this.#calls.begin(methods);
  }

  /** Whether the client is not being read, since too much of it waits to be handled. */
  get isHeld(): boolean {
    return this.#pending.isHeld;
  }

  /** @returns a promise to wait for before more is read; `undefined` when there is room */
  hold(): Promise<void> | undefined {
    return this.#pending.hold();
  }

  /** @throws {ProtocolError} when a client sends too much, or takes a stream id twice */
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

  /** Calls a method of the client and waits for its answer; meanwhile the client is read in any case. */
  ask(target: string, args: readonly unknown[], options: ClientInvocationOptions): Promise<unknown> {
    const send = (invocationId: string): void =>
      this.on.send({ type: MessageType.Invocation, invocationId, target, arguments: args });
    return this.#pending.exempt(this.#results.ask(send, options));
  }

  /** The client is gone. */
  close(): void {
    this.#calls.close();
    this.#uploads.fail();
    this.#results.fail();
    this.#pending.release();
  }
}
