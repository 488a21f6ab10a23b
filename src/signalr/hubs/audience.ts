import { MessageType } from '../protocol/messages.js';
import { OutgoingMessage } from './outgoing-message.js';

/** Receiver of messages. */
interface Receiver {
  readonly client: { readonly id: string };
  post(message: OutgoingMessage): void;
}

/** Clients of a hub on this node that get a message. The message is encoded once per protocol. */
export class Audience {
  constructor(private readonly receivers: () => Iterable<Receiver>) {}

  /** Audience without the clients of the given ids. */
  except(...ids: readonly string[]): Audience {
    return new Audience(() => [...this.receivers()].filter(({ client }) => !ids.includes(client.id)));
  }

  /** True when there are no clients at present. */
  get isEmpty(): boolean {
    return this.receivers()[Symbol.iterator]().next().done === true;
  }

  /** Calls a method of every client without waiting for answers. */
  send(method: string, ...args: readonly unknown[]): void {
    const message = new OutgoingMessage({ type: MessageType.Invocation, target: method, arguments: args });
    for (const receiver of this.receivers()) receiver.post(message);
  }
}
