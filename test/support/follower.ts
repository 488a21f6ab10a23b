import { HubConnectionState, type ISubscription } from '@microsoft/signalr';
import { setTimeout as delay } from 'node:timers/promises';
import { type EntityChanged, HubListener, type HubOptions, type Node } from './hub-client.js';

const REPEAT_AFTER_MS = 100;

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
    connection.onclose((error) => error && this.failures.push(error.message));
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
    this.returns++;
    void this.#repeat(() => this.#next());
    void this.#repeat(() => this.listener.connection.invoke('RegisterEntity', this.entity));
  }

  /** Streams the changes after the last cursor. @returns the end of the stream */
  #next(): Promise<void> {
    const { connection } = this.listener;
    const stream = connection.stream<EntityChanged>('StreamChanges', this.entity, this.#cursor ?? null);
    return new Promise((complete, error) => {
      this.#stream = stream.subscribe({ next: (change) => this.#hear(change, true), complete, error });
    });
  }

  /**
   * Makes a call, again where it was lost and the connection has stayed: without sockets each call is a request of its
   * own. After a lost connection the next one calls again.
   */
  async #repeat(call: () => Promise<void>): Promise<void> {
    const { connection } = this.listener;
    const { connectionId } = connection;
    do {
      try {
        return await call();
      } catch (error) {
        const { message } = error as Error;
        if (message.includes('HubException')) return void this.failures.push(message);
      }
      await delay(REPEAT_AFTER_MS);
    } while (connection.state === HubConnectionState.Connected && connection.connectionId === connectionId);
  }
}
