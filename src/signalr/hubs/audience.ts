import { MessageType } from '../protocol/messages.js';
import { OutgoingMessage } from './outgoing-message.js';

/** Somebody who can be sent a message. */
interface Receiver {
  readonly client: { readonly id: string };
  post(message: OutgoingMessage): void;
}

/** Clients of a hub on this node that a message goes to; it is encoded once for each protocol among them. */
export class Audience {
  constructor(private readonly receivers: () => Iterable<Receiver>) {}

  /** All of these but the clients with the given ids. */
  except(...ids: readonly string[]): Audience {
    return new Audience(() => [...this.receivers()].filter(({ client }) => !ids.includes(client.id)));
  }

  /** Whether there is nobody to hear anything now. */
  get isEmpty(): boolean {
    return this.receivers()[Symbol.iterator]().next().done === true;
  }

  /** Calls a method of every client and wants no answer. */
  send(method: string, ...args: readonly unknown[]): void {
    const message = new OutgoingMessage({ type: MessageType.Invocation, target: method, arguments: args });
    for (const receiver of this.receivers()) receiver.post(message);
  }
}
