import { HubConnectionState, type ISubscription } from '@microsoft/signalr';
import { type EntityChanged, HubListener, type HubOptions, type Node } from './hub-client.js';

/**
 * A hub client as front ends write it: it registers for an entity and, each time that it had to reconnect, registers again
 * and reads on from its last cursor. That is the stream's as soon as there is one: messages may be ahead of it.
 */
export class Follower {
  /** Records with a received change. */
  readonly ids = new Set<string>();
  /** Errors of the hub, and the final close. */
  readonly failures: string[] = [];
  /** Number of reconnects. */
  returns = 0;
  #cursor: string | undefined;
  #stream: ISubscription<EntityChanged> | undefined;

  private constructor(
    private readonly listener: HubListener,
    private readonly entity: string,
  ) {
    const { connection } = listener;
    connection.on('EntityChanged', (change: EntityChanged) => this.#hear(change, this.#stream === undefined));
    connection.onreconnected(() => this.#resume());
    connection.onclose((error) => this.#fail(error));
  }

  static async connect(node: Node, user: string, entity: string, options: HubOptions): Promise<Follower> {
    const follower = new Follower(await HubListener.connect(node, user, options), entity);
    await follower.listener.connection.invoke('RegisterEntity', entity);
    return follower;
  }

  /** True while a lost connection loses nothing else. */
  get hasCursor(): boolean {
    return this.#cursor !== undefined;
  }

  stop(): Promise<void> {
    return this.listener.stop();
  }

  #hear({ Id, Cursor }: EntityChanged, isLast: boolean): void {
    this.ids.add(Id!);
    if (isLast) this.#cursor = Cursor;
  }

  #resume(): void {
    const { connection } = this.listener;
    this.returns++;
    this.#stream = connection.stream<EntityChanged>('StreamChanges', this.entity, this.#cursor ?? null).subscribe({
      next: (change) => this.#hear(change, true),
      complete: () => undefined,
      error: (error: Error) => this.#fail(error),
    });
    connection.invoke('RegisterEntity', this.entity).catch((error: Error) => this.#fail(error));
  }

  /** A connection lost again fails its calls, and the reconnect starts over. */
  #fail(error: Error | undefined): void {
    if (error?.message.includes('HubException') || this.listener.connection.state === HubConnectionState.Disconnected)
      if (error) this.failures.push(error.message);
  }
}
