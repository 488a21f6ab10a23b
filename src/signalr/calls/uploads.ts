import type { CompletionMessage, InvocationMessage, StreamItemMessage } from '../protocol/messages.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { type ClientError, HAS_DISCONNECTED } from './hub-error.js';
import type { PendingInput } from './pending-input.js';
import { Upload } from './upload.js';

/** The streams that one client uploads. */
export class Uploads {
  readonly #byId = new Map<string, Upload>();

  constructor(
    private readonly pending: PendingInput,
    private readonly clientError: ClientError,
  ) {}

  /** Opens the streams of a call, before it runs: items may come at once. @throws {ProtocolError} for an id in use. */
  open({ streamIds = [] }: InvocationMessage): readonly Upload[] {
    return streamIds.map((id) => {
      if (this.#byId.has(id)) throw new ProtocolError('a stream id is in use');
      const upload = new Upload(this.pending);
      this.#byId.set(id, upload);
      return upload;
    });
  }

  /** Items of streams that are not open are ignored. */
  item({ invocationId, item }: StreamItemMessage, bytes: number): void {
    this.#byId.get(invocationId)?.push(item, bytes);
  }

  complete({ invocationId, error }: CompletionMessage): void {
    this.#byId.get(invocationId)?.end(error === undefined ? undefined : this.clientError(error));
    this.#byId.delete(invocationId);
  }

  /** The call has ended: nobody reads its streams any more. */
  drop({ streamIds = [] }: InvocationMessage, uploads: readonly Upload[]): void {
    for (const id of streamIds) this.#byId.delete(id);
    for (const upload of uploads) void upload.return();
  }

  /** The client is gone: whoever reads is told. */
  fail(): void {
    for (const upload of this.#byId.values()) upload.end(this.clientError(HAS_DISCONNECTED));
    this.#byId.clear();
  }
}
