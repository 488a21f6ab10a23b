import { WsException } from '@nestjs/websockets';
import { invocationError, streamError, unauthorized } from '../calls/call-failures.js';
import { HubCall } from '../calls/hub-call.js';
import type { HubClient } from '../calls/hub-client.js';
import { CallFailure, HubError } from '../calls/hub-error.js';
import { MessageType } from '../protocol/messages.js';
import { isStream, isSubscribable, iteratorOf } from '../calls/stream-source.js';
import type { GatewayMethod } from './gateway-methods.js';

/** Payload that Nest's exception filter emits to a client in place of an error. */
interface ExceptionPayload {
  readonly message?: unknown;
  readonly cause?: { readonly data?: unknown };
}

/** Texts of Nest's filter and guards. */
const UNKNOWN = 'Internal server error';
const FORBIDDEN = 'Forbidden resource';

/**
 * Calls gateway methods through Nest, for one client. Nest catches their errors and emits an "exception" to the client;
 * this class turns it into the failure of the call.
 */
export class GatewayCalls {
  readonly #failures = new WeakMap<HubCall, string>();
  /** Calls that have returned their stream: later errors are errors of the stream. */
  readonly #streaming = new WeakSet<HubCall>();
  #current: HubCall | undefined;

  constructor(private readonly client: HubClient) {}

  /** Creates the calls of a client, and gives it an `emit` for Nest's filters and for gateways of other adapters. */
  static for(client: HubClient): GatewayCalls {
    const calls = new GatewayCalls(client);
    const emit = (event: string, payload: unknown): void => calls.#emit(event, payload);
    Object.defineProperty(client, 'emit', { value: emit });
    return calls;
  }

  /**
   * Runs a method.
   *
   * @param callback Nest's guards, pipes, interceptors and filters around it; decorators read the call from it
   */
  async invoke(
    callback: (payload: unknown, call: HubCall) => unknown,
    call: HubCall,
    method: GatewayMethod | undefined,
  ): Promise<unknown> {
    this.#current = call;
    // A method without decorators of this room gets its payload as Nest defines it: the first argument.
    const result = await callback(method?.parameters ? call : call.arguments[0], call);
    const failure = this.#failures.get(call);
    if (failure !== undefined) throw new CallFailure(failure);
    if (!isStream(result)) return result;
    this.#streaming.add(call);
    const items = this.#checked(call, iteratorOf(result));
    const isPlain = call.message.type === MessageType.Invocation && method?.returns !== 'stream';
    return isPlain && isSubscribable(result) ? lastOf(items) : items;
  }

  #emit(event: string, payload: unknown): void {
    if (event !== 'exception') return this.client.send(event, payload);
    const { message, cause } = payload as ExceptionPayload;
    const call = cause?.data instanceof HubCall ? cause.data : this.#current;
    if (call) this.#failures.set(call, textOf(call, message, this.#streaming.has(call)));
  }

  /**
   * Restores the error of a stream, which Nest turns into an early end. Flattens streams that interceptors have nested.
   */
  async *#checked(call: HubCall, items: AsyncIterator<unknown>): AsyncGenerator {
    try {
      for (let next = await items.next(); !next.done; next = await items.next())
        if (isStream(next.value)) yield* this.#checked(call, iteratorOf(next.value));
        else yield next.value;
    } catch (error) {
      throw error instanceof WsException ? new HubError(error.message) : error;
    } finally {
      await items.return?.();
    }
    const failure = this.#failures.get(call);
    if (failure !== undefined) throw new CallFailure(failure);
  }
}

async function lastOf(items: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const item of items) last = item;
  return last;
}

/** Error text for a payload of Nest's filter. @param isStreaming true when the method has returned a stream */
function textOf({ method, message: { type } }: HubCall, message: unknown, isStreaming: boolean): string {
  if (message === FORBIDDEN) return unauthorized(method).message;
  const error = typeof message === 'string' && message !== UNKNOWN ? new HubError(message) : undefined;
  return isStreaming && type === MessageType.StreamInvocation ? streamError(error) : invocationError(method, error);
}
