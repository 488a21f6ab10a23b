import type { CompletionMessage, InvocationMessage, StreamItemMessage } from '../protocol/messages.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { type ClientError, HAS_DISCONNECTED } from './hub-error.js';
import type { PendingInput } from './pending-input.js';
import { Upload } from './upload.js';

/** Open uploads of one client. */
export class Uploads {
  readonly #byId = new Map<string, Upload>();

  constructor(
    private readonly pending: PendingInput,
    private readonly clientError: ClientError,
  ) {}

  /**
   * Opens the streams of a call before it runs, because items may follow at once.
   *
   * @throws {ProtocolError} for an id in use
   */
  open({ streamIds = [] }: InvocationMessage): readonly Upload[] {
    return streamIds.map((id) => {
      if (this.#byId.has(id)) throw new ProtocolError('a stream id is in use');
      const upload = new Upload(this.pending);
      this.#byId.set(id, upload);
      return upload;
    });
  }

  /** Adds an item to a stream; items of unknown streams are ignored. */
  item({ invocationId, item }: StreamItemMessage, bytes: number): void {
    this.#byId.get(invocationId)?.push(item, bytes);
  }

  complete({ invocationId, error }: CompletionMessage): void {
    this.#byId.get(invocationId)?.end(error === undefined ? undefined : this.clientError(error));
    this.#byId.delete(invocationId);
  }

  /** Closes the streams of a call that has ended. */
  drop({ streamIds = [] }: InvocationMessage, uploads: readonly Upload[]): void {
    for (const id of streamIds) this.#byId.delete(id);
    for (const upload of uploads) void upload.return();
  }

  /** Ends all streams with an error after the client has disconnected. */
  fail(): void {
    for (const upload of this.#byId.values()) upload.end(this.clientError(HAS_DISCONNECTED));
    this.#byId.clear();
  }
}
