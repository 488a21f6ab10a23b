import { type HubConnection, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import type { Environment } from './service';
import type { Session } from './session';

/** A change that the caller may see (docs/interface/hub.md#hub-messages). */
export interface Change {
  readonly EntityName: string;
  readonly Operation: 'Create' | 'Update' | 'Delete' | 'Removed';
  readonly Id: string | null;
  readonly RecordInformationId: string | null;
  readonly RowVersion: number | null;
  readonly CorrelationId: string;
  readonly Cursor: string;
}

/** Outcome of a write that answered 202. */
export interface Outcome {
  readonly CorrelationId: string;
  readonly Status: 'Processing' | 'Completed' | 'Failed';
  readonly HttpStatus: number | null;
  readonly Result: unknown;
}

export interface Notice {
  readonly Id: string;
  readonly Message: string;
  readonly EntityName: string | null;
  readonly RecordInformationId: string | null;
}

/** Listener of a `Feed`. */
export interface FeedListener {
  changed(change: Change): void;
  completed(outcome: Outcome): void;
  notified(notice: Notice): void;
  /** Earlier changes may be missing: everything that is shown must be read again. */
  reload(): void;
  live(isLive: boolean): void;
}

const RETRY_MS = [0, 1000, 2000, 5000, 10_000];

/** Changes of the entities on the screen, outcomes and notices, over one connection that comes back by itself. */
export class Feed {
  readonly #hub: HubConnection;
  /** Entities on the screen: by how many parts of it, and when the service has registered them. */
  readonly #shown = new Map<string, { count: number; registered: Promise<void> }>();
  #isStopped = false;

  constructor(
    session: Session,
    { tenant, app, environment }: Environment,
    private readonly listener: FeedListener,
  ) {
    const context = new URLSearchParams({ TenantId: tenant, AppId: app, EnvironmentId: environment });
    this.#hub = new HubConnectionBuilder()
      .withUrl(`/hubs/crud-notifications?${context.toString()}`, { accessTokenFactory: () => session.token() })
      .withAutomaticReconnect({ nextRetryDelayInMilliseconds: ({ previousRetryCount }) => delayMs(previousRetryCount) })
      .configureLogging(LogLevel.None)
      .build();
    this.#hub.on('EntityChanged', (change: Change) => listener.changed(change));
    this.#hub.on('OperationCompleted', (outcome: Outcome) => listener.completed(outcome));
    this.#hub.on('Notification', (notice: Notice) => listener.notified(notice));
    this.#hub.onreconnecting(() => listener.live(false));
    this.#hub.onreconnected(() => void this.#connected());
    this.#hub.onclose(() => void this.#start(1));
  }

  start(): Promise<void> {
    return this.#start(0);
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#hub.stop();
  }

  /** Asks for the changes of an entity until the returned function is called. */
  show(entityName: string): () => void {
    const shown = this.#shown.get(entityName) ?? { count: 0, registered: this.#register(entityName) };
    shown.count++;
    this.#shown.set(entityName, shown);
    return () => {
      shown.count--;
      if (shown.count > 0) return;
      this.#shown.delete(entityName);
      void this.#call('UnregisterEntity', entityName);
    };
  }

  /** Waits until changes of an entity arrive, so that a query that begins now misses none; not while disconnected. */
  registered(entityName: string): Promise<void> {
    return this.#shown.get(entityName)?.registered ?? Promise.resolve();
  }

  /** Connects, again and again while the service cannot be reached. */
  async #start(tries: number): Promise<void> {
    if (tries > 0) this.listener.live(false);
    for (let i = tries; !this.#isStopped; i++) {
      await new Promise((resolve) => setTimeout(resolve, delayMs(i)));
      try {
        await this.#hub.start();
        return await this.#connected();
      } catch {
        this.listener.live(false);
      }
    }
  }

  async #connected(): Promise<void> {
    for (const [name, shown] of this.#shown) shown.registered = this.#register(name);
    await Promise.all([...this.#shown.values()].map(({ registered }) => registered));
    this.listener.live(true);
    this.listener.reload();
  }

  #register(entityName: string): Promise<void> {
    return this.#call('RegisterEntity', entityName);
  }

  /** Calls the hub where there is a connection. An entity that the caller may not read is refused and stays silent. */
  async #call(method: string, entityName: string): Promise<void> {
    if (this.#hub.state !== HubConnectionState.Connected) return;
    await this.#hub.invoke(method, entityName).catch(() => undefined);
  }
}

/** Delay before a try; spread, so that browsers do not come back all at once. */
const delayMs = (tries: number): number =>
  (RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0) * (0.75 + Math.random() / 2);
