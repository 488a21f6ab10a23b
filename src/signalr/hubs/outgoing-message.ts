import type { HubProtocol } from '../protocol/hub-protocol.js';
import { type HubMessage, isNumbered } from '../protocol/messages.js';

/** Message to any number of clients, encoded once per protocol. */
export class OutgoingMessage {
  readonly isNumbered: boolean;
  readonly #bytes = new Map<HubProtocol, Buffer>();

  constructor(private readonly message: HubMessage) {
    this.isNumbered = isNumbered(message);
  }

  bytes(protocol: HubProtocol): Buffer {
    let bytes = this.#bytes.get(protocol);
    if (!bytes) this.#bytes.set(protocol, (bytes = protocol.encode(this.message)));
    return bytes;
  }
}
