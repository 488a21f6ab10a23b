import { type CompletionMessage, type HubMessage, type InvocationMessage, MessageType } from '../protocol/messages.js';
import {
  invocationError,
  invocationIdTaken,
  notInvocable,
  notStreamable,
  streamError,
  unknownMethod,
  wrongArguments,
  wrongStreamCount,
} from './call-failures.js';
import { HubCall } from './hub-call.js';
import type { HubClient } from './hub-client.js';
import type { HubMethod } from './hub-definition.js';
import { bindArguments, countUploads } from './parameters.js';
import type { PendingInput } from './pending-input.js';
import { isStream, iteratorOf, nextItem, type Subscribable } from './stream-source.js';
import type { Uploads } from './uploads.js';

/** Session that the calls belong to. */
interface CallDependencies {
  readonly client: HubClient;
  send(message: HubMessage): void;
  writable(): Promise<void>;
  report(error: unknown): void;
}

/** Calls of one client. They run one after the other, in the order of arrival; streams run concurrently. */
export class Calls {
  readonly #queue: HubCall[] = [];
  readonly #running = new Map<string, HubCall>();
  readonly #streams = new Map<string, HubCall>();
  #methods: ReadonlyMap<string, HubMethod> = new Map();
  #isBusy = true;
  #isClosed = false;

  constructor(
    private readonly on: CallDependencies,
    private readonly uploads: Uploads,
    private readonly pending: PendingInput,
  ) {}

  /** Starts running calls. @param methods methods by lower-case name */
  begin(methods: ReadonlyMap<string, HubMethod>): void {
    this.#methods = methods;
    this.#isBusy = false;
    void this.#drain();
  }

  /** Queues a call. @throws {ProtocolError} when too many calls wait or a stream id is in use */
  add(message: InvocationMessage, bytes: number): void {
    const { invocationId } = message;
    const call = new HubCall(this.on.client, message, this.uploads.open(message), bytes);
    if (message.type === MessageType.StreamInvocation && this.#streams.has(invocationId!))
      return this.#fail(call, invocationIdTaken(invocationId!).message);
    this.pending.add(bytes);
    if (invocationId !== undefined) this.#listOf(message).set(invocationId, call);
    this.#queue.push(call);
    void this.#drain();
  }

  /** Cancels a call; unknown ids are ignored. */
  cancel(invocationId: string): void {
    this.#streams.get(invocationId)?.cancel();
    this.#running.get(invocationId)?.cancel();
  }

  /** Cancels all calls after the client has disconnected. */
  close(): void {
    this.#isClosed = true;
    for (const list of [this.#running, this.#streams]) for (const call of list.values()) call.cancel();
  }

  async #drain(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let call = this.#queue.shift(); call && !this.#isClosed; call = this.#queue.shift()) {
      await this.#execute(call);
      this.pending.handled(call.bytes);
    }
    this.#isBusy = false;
  }

  async #execute(call: HubCall): Promise<void> {
    try {
      const result = await this.#invoke(call);
      if (call.message.type === MessageType.Invocation) this.#complete(call, { result: settled(call, result) });
      else if (isStream(result)) return void this.#stream(call, result);
      else throw notStreamable(call.method);
    } catch (error) {
      this.#reportAndFail(call, error, invocationError(call.method, error));
    }
    this.#end(call);
  }

  #invoke(call: HubCall): unknown {
    const { message, method: name, uploads } = call;
    const method = this.#methods.get(name.toLowerCase());
    if (!method) throw unknownMethod(name);
    const isStreamed = message.type === MessageType.StreamInvocation;
    if (method.returns === 'stream' && !isStreamed) throw notInvocable(name);
    if (method.returns === 'value' && isStreamed) throw notStreamable(name);
    if (method.parameters) {
      const expected = countUploads(method.parameters);
      if (expected !== uploads.length) throw wrongStreamCount(name, uploads.length, expected);
      const bound = bindArguments(method.parameters, message.arguments, uploads);
      if (!bound) throw wrongArguments(name);
      call.arguments = bound;
    }
    return method.invoke(call);
  }

  async #stream(call: HubCall, stream: AsyncIterable<unknown> | Subscribable): Promise<void> {
    try {
      await this.#sendItems(call, iteratorOf(stream));
      this.#complete(call, {});
    } catch (error) {
      this.#reportAndFail(call, error, streamError(error));
    }
    this.#end(call);
  }

  async #sendItems(call: HubCall, iterator: AsyncIterator<unknown>): Promise<void> {
    const invocationId = call.message.invocationId!;
    try {
      for (;;) {
        await this.on.writable();
        const next = await nextItem(iterator, call.signal);
        if (!next || next.done || call.signal.aborted) break;
        this.on.send({ type: MessageType.StreamItem, invocationId, item: next.value });
      }
    } finally {
      // Not awaited, because the source may hang. A source that has ended ignores it.
      iterator.return?.().catch((error: unknown) => this.on.report(error));
    }
  }

  #complete({ message: { invocationId } }: HubCall, outcome: Pick<CompletionMessage, 'result' | 'error'>): void {
    if (invocationId !== undefined && !this.#isClosed)
      this.on.send({ type: MessageType.Completion, invocationId, ...outcome });
  }

  #reportAndFail(call: HubCall, error: unknown, text: string): void {
    this.on.report(error);
    this.#fail(call, text);
  }

  #fail(call: HubCall, error: string): void {
    this.uploads.drop(call.message, call.uploads);
    this.#complete(call, { error });
  }

  #end(call: HubCall): void {
    const { invocationId } = call.message;
    this.uploads.drop(call.message, call.uploads);
    const list = this.#listOf(call.message);
    if (invocationId !== undefined && list.get(invocationId) === call) list.delete(invocationId);
  }

  #listOf({ type }: InvocationMessage): Map<string, HubCall> {
    return type === MessageType.StreamInvocation ? this.#streams : this.#running;
  }
}

/** Result of a plain call. @throws {CallFailure} when it is a stream, which the client cannot receive */
function settled(call: HubCall, result: unknown): unknown {
  if (isStream(result)) throw notInvocable(call.method);
  return result ?? null;
}
