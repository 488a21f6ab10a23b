import type { HubConnection, HubConnectionState } from '@microsoft/signalr';
import type { Environment } from './service';
import type { Session } from './session';

type SignalR = typeof import('@microsoft/signalr');

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
  #hub: HubConnection | undefined;
  /** Entities on the screen: by how many parts of it, and when the service has registered them. */
  readonly #shown = new Map<string, { count: number; registered: Promise<void> }>();
  #isStopped = false;
  #connecting: Promise<void> | undefined;

  constructor(
    private readonly session: Session,
    private readonly environment: Environment,
    private readonly listener: FeedListener,
  ) {}

  /** Loads the client library, which no screen waits for, and connects; also after a stop. */
  start(): Promise<void> {
    this.#isStopped = false;
    this.#connecting ??= this.#first().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #first(): Promise<void> {
    const library = await import('@microsoft/signalr');
    this.#hub ??= this.#connection(library);
    await this.#connect(this.#hub, 0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#hub?.stop();
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

  #connection({ HubConnectionBuilder, LogLevel }: SignalR): HubConnection {
    const { tenant, app, environment } = this.environment;
    const context = new URLSearchParams({ TenantId: tenant, AppId: app, EnvironmentId: environment });
    const hub = new HubConnectionBuilder()
      .withUrl(`/hubs/crud-notifications?${context.toString()}`, { accessTokenFactory: () => this.session.token() })
      .withAutomaticReconnect({ nextRetryDelayInMilliseconds: ({ previousRetryCount }) => delayMs(previousRetryCount) })
      .configureLogging(LogLevel.None)
      .build();
    hub.on('EntityChanged', (change: Change) => this.listener.changed(change));
    hub.on('OperationCompleted', (outcome: Outcome) => this.listener.completed(outcome));
    hub.on('Notification', (notice: Notice) => this.listener.notified(notice));
    hub.onreconnecting(() => this.listener.live(false));
    hub.onreconnected(() => void this.#connected());
    hub.onclose(() => void this.#connect(hub, 1));
    return hub;
  }

  /** Connects, again and again while the service cannot be reached. */
  async #connect(hub: HubConnection, tries: number): Promise<void> {
    if (tries > 0 && !this.#isStopped) this.listener.live(false);
    for (let i = tries; !this.#isStopped; i++) {
      await new Promise((resolve) => setTimeout(resolve, delayMs(i)));
      try {
        await hub.start();
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
    const hub = this.#hub;
    if (hub?.state !== ('Connected' as HubConnectionState)) return;
    await hub.invoke(method, entityName).catch(() => undefined);
  }
}

/** Delay before a try; spread, so that browsers do not come back all at once. */
const delayMs = (tries: number): number =>
  (RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0) * (0.75 + Math.random() / 2);
