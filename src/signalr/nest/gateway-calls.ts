import { WsException } from '@nestjs/websockets';
import { invocationError, streamError, unauthorized } from '../calls/call-failures.js';
import { HubCall } from '../calls/hub-call.js';
import type { HubClient } from '../calls/hub-client.js';
import { CallFailure, HubError } from '../calls/hub-error.js';
import { MessageType } from '../protocol/messages.js';
import { isStream, isSubscribable, iteratorOf } from '../calls/stream-source.js';
import type { GatewayMethod } from './gateway-methods.js';

/** What Nest's exception filter sends to a client in place of an error. */
interface ExceptionPayload {
  readonly message?: unknown;
  readonly cause?: { readonly data?: unknown };
}

/** Texts of Nest's filter and guards. */
const UNKNOWN = 'Internal server error';
const FORBIDDEN = 'Forbidden resource';

/**
 * Calls gateway methods through Nest, for one client. Nest catches their errors and emits an "exception" to the client
 * instead; here each finds the call that it belongs to.
 */
export class GatewayCalls {
  readonly #failures = new WeakMap<HubCall, string>();
  /** Calls whose stream is there: what fails then fails within it. */
  readonly #streaming = new WeakSet<HubCall>();
  #current: HubCall | undefined;

  constructor(private readonly client: HubClient) {}

  /** Lets Nest's filters, and gateways used to other adapters, emit. */
  static for(client: HubClient): GatewayCalls {
    const calls = new GatewayCalls(client);
    const emit = (event: string, payload: unknown): void => calls.#emit(event, payload);
    Object.defineProperty(client, 'emit', { value: emit });
    return calls;
  }

  /** @param callback Nest's: guards, pipes, interceptors and filters around the method; our decorators look for the call */
  async invoke(
    callback: (payload: unknown, call: HubCall) => unknown,
    call: HubCall,
    method: GatewayMethod | undefined,
  ): Promise<unknown> {
    this.#current = call;
    // Without parameters of ours a method is one of Nest's kind: its payload is the first argument.
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

  /** A stream whose error Nest has turned into an early end; a stream within it, left there by interceptors, flows. */
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

/** Text for the client in place of a payload of Nest's filter. @param isStreaming whether the method has returned a stream */
function textOf({ method, message: { type } }: HubCall, message: unknown, isStreaming: boolean): string {
  if (message === FORBIDDEN) return unauthorized(method).message;
  const error = typeof message === 'string' && message !== UNKNOWN ? new HubError(message) : undefined;
  return isStreaming && type === MessageType.StreamInvocation ? streamError(error) : invocationError(method, error);
}
