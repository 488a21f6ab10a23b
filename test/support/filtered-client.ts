import { CONTACT } from './demo.js';
import { type EntityChanged, HubListener, type HubOptions } from './hub-client.js';
import { byId, type TestApp } from './test-app.js';

/** Answer of a registration. */
interface Registered {
  readonly EntityName: string;
  readonly Scope: string;
  readonly SubscriptionId: string;
}

/** A client of the hub with filtered subscriptions. */
export class FilteredClient {
  readonly ended: { readonly SubscriptionId: string; readonly Reason: string }[] = [];

  private constructor(
    private readonly app: TestApp,
    readonly listener: HubListener,
  ) {
    listener.connection.on('SubscriptionEnded', (message) => this.ended.push(message));
  }

  static async connect(app: TestApp, user: string, options?: HubOptions): Promise<FilteredClient> {
    return new FilteredClient(app, await HubListener.connect(app, user, options));
  }

  register(...args: readonly unknown[]): Promise<Registered> {
    return this.listener.connection.invoke('RegisterEntity', ...args);
  }

  unregister(name: string): Promise<void> {
    return this.listener.connection.invoke('UnregisterEntity', name);
  }

  /** Refusal of a registration, without the text of the library. */
  async refusal(...args: readonly unknown[]): Promise<string> {
    const error = await this.register(...args).then(String, String);
    return error.replace(/^.*HubException: /, '');
  }

  /** First items of a stream. */
  stream(count: number, ...args: readonly unknown[]): Promise<readonly EntityChanged[]> {
    return new Promise((resolve, reject) => {
      const items: EntityChanged[] = [];
      const stream = this.listener.connection.stream<EntityChanged>('StreamChanges', ...args);
      const subscription = stream.subscribe({
        next: (item) => {
          if (items.push(item) < count) return;
          subscription.dispose();
          resolve(items);
        },
        complete: () => resolve(items),
        error: reject,
      });
    });
  }

  next(): Promise<EntityChanged> {
    return this.listener.next();
  }

  /** All messages up to now: what precedes the message of a change that is always notified. */
  async rest(): Promise<readonly EntityChanged[]> {
    await this.register('Contact', { RecordIds: [CONTACT.anna], Name: 'the end' });
    await this.app.as('ada.admin').update('Contact', { Email: `x${Date.now()}@contact.example` }, byId(CONTACT.anna));
    await this.listener.next(({ EntityName }) => EntityName === 'Contact');
    return this.listener.heard.splice(0);
  }

  async story(): Promise<readonly string[]> {
    return (await this.rest()).map(storyOf);
  }

  stop(): Promise<void> {
    return this.listener.stop();
  }
}

/** Cause, operation and record of a message. */
export const storyOf = ({ Operation, Cause, Id }: EntityChanged): string => `${Cause} ${Operation} ${Id}`;

/** A clause of one filter. */
export const clause = (FieldName: string, Operator: string, Value?: unknown, ValueType?: number) => ({
  Filters: [{ FieldName, Operator, Value, ValueType }],
});
