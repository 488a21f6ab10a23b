import type { InvocationMessage } from '../protocol/messages.js';
import type { HubClient } from './hub-client.js';
import type { Upload } from './upload.js';

/** One call of a hub method. */
export class HubCall {
  /** In the order of the method's parameters, uploads in their places. */
  arguments: readonly unknown[];
  #isCanceled = false;
  #controller: AbortController | undefined;

  constructor(
    readonly client: HubClient,
    readonly message: InvocationMessage,
    readonly uploads: readonly Upload[],
    /** Size of the message. */
    readonly bytes: number,
  ) {
    this.arguments = message.arguments;
  }

  /** The method as the client spelled it. */
  get method(): string {
    return this.message.target;
  }

  /** Aborts when the client cancels the call or leaves. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isCanceled) this.#controller.abort();
    return this.#controller.signal;
  }

  cancel(): void {
    this.#isCanceled = true;
    this.#controller?.abort();
  }
}
