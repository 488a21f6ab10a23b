import type { CompletionMessage } from '../protocol/messages.js';
import { type ClientError, HAS_DISCONNECTED } from './hub-error.js';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** How long a server waits for a client's answer. */
export interface ClientInvocationOptions {
  /** Milliseconds; without it, as long as the client is connected. */
  readonly timeoutMs?: number;
}

/** The answers that a server waits for from one client. */
export class ClientResults {
  readonly #waiting = new Map<string, Waiting>();
  #last = 0;

  constructor(private readonly clientError: ClientError) {}

  /** @param send sends the invocation with the id it is given */
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

  /** Answers that nobody waits for are ignored. */
  complete({ invocationId, result, error }: CompletionMessage): void {
    const waiting = this.#take(invocationId);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(this.clientError(error));
  }

  /** The client is gone. */
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
