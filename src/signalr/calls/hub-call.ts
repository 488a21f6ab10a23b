import type { InvocationMessage } from '../protocol/messages.js';
import type { HubClient } from './hub-client.js';
import type { Upload } from './upload.js';

/** Call of a hub method. */
export class HubCall {
  /** Arguments in the order of the method's parameters, with uploads in their places. */
  arguments: readonly unknown[];
  #isCanceled = false;
  #controller: AbortController | undefined;

  constructor(
    readonly client: HubClient,
    readonly message: InvocationMessage,
    readonly uploads: readonly Upload[],
    /** Size of the message in bytes. */
    readonly bytes: number,
  ) {
    this.arguments = message.arguments;
  }

  /** Name of the method in the client's spelling. */
  get method(): string {
    return this.message.target;
  }

  /** Signal that aborts when the client cancels the call or disconnects. */
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
