import type { CompletionMessage } from '../protocol/messages.js';
import { type ClientError, HAS_DISCONNECTED } from './hub-error.js';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** Options of a call to a client. */
export interface ClientInvocationOptions {
  /** Timeout in milliseconds; default: none while the client is connected. */
  readonly timeoutMs?: number;
}

/** Pending answers from one client. */
export class ClientResults {
  readonly #waiting = new Map<string, Waiting>();
  #last = 0;

  constructor(private readonly clientError: ClientError) {}

  /** Sends an invocation and waits for its answer. @param send sends the invocation with the given id */
  ask(send: (invocationId: string) => void, { timeoutMs }: ClientInvocationOptions): Promise<unknown> {
    const id = `server-${++this.#last}`;
    return new Promise((resolve, reject) => {
      const error = `The client did not answer within ${timeoutMs} ms.`;
      const late = (): void => this.#take(id)?.reject(this.clientError(error));
      const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs).unref();
      this.#waiting.set(id, { resolve, reject, timer });
      send(id);
    });
  }

  /** Resolves or rejects a pending answer; answers to unknown invocations are ignored. */
  complete({ invocationId, result, error }: CompletionMessage): void {
    const waiting = this.#take(invocationId);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(this.clientError(error));
  }

  /** Rejects all pending answers after the client has disconnected. */
  fail(): void {
    for (const id of this.#waiting.keys()) this.#take(id)?.reject(this.clientError(HAS_DISCONNECTED));
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
