import { type EntityChanged, HubListener } from './hub-client.js';
import { withDeadline } from './log-node.js';
import { type TestApp, where } from './test-app.js';

/** Delays of 50 ms for 10 seconds and longer: a start takes seconds. */
const RECONNECT_AFTER_MS = Array.from({ length: 1_000 }, () => 50);
const RESTART_MS = 60_000;

/** A client of the hub that runs on while its database is replaced. */
export class WatchingClient {
  private constructor(
    private readonly app: TestApp,
    private readonly listener: HubListener,
    private readonly reconnected: Promise<unknown>,
  ) {}

  static async connect(app: TestApp): Promise<WatchingClient> {
    const options = { reconnectAfterMs: RECONNECT_AFTER_MS };
    const listener = await HubListener.registered(app, 'ada.admin', ['Customer'], options);
    const reconnected = new Promise((resolve) => listener.connection.onreconnected(resolve));
    return new WatchingClient(app, listener, reconnected);
  }

  /** Cursor behind the creation of a customer. */
  async cursorOf(taxId: unknown): Promise<string> {
    const { body } = await this.app
      .as('ada.admin')
      .select('Customer', { WhereClause: where('TaxId', 'EqualTo', taxId) });
    const { Id } = body.Result[0] as { readonly Id: string };
    return (await withDeadline(this.listener.next((change) => change.Id === Id))).Cursor;
  }

  /**
   * Waits for its connection to the new node, and resumes there from a cursor.
   * @throws {Error} of the hub
   */
  async resume(cursor: string): Promise<unknown> {
    await withDeadline(this.reconnected, RESTART_MS);
    const resumed = new Promise((resolve, reject) => {
      const observer = { next: resolve, complete: () => resolve(undefined), error: reject };
      this.listener.connection.stream<EntityChanged>('StreamChanges', 'Customer', cursor).subscribe(observer);
    });
    return withDeadline(resumed);
  }

  stop(): Promise<void> {
    return this.listener.stop();
  }
}
