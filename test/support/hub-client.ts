import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IHttpConnectionOptions,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { ClosingEventSource } from './closing-event-source.js';
import { DEVELOPMENT, type Place, type TestApp } from './test-app.js';

export const HUB = '/hubs/crud-notifications';

/** `EntityChanged` as clients get it. */
export interface EntityChanged {
  readonly EntityName: string;
  readonly Operation: string;
  readonly Id: string | null;
  readonly RecordInformationId: string | null;
  readonly ChangedFields: readonly string[];
  readonly RowVersion: number | null;
  readonly CorrelationId: string;
  readonly Cursor: string;
  readonly OccurredAt: string;
  readonly Count?: number;
  readonly SubscriptionIds?: readonly string[];
  readonly Cause?: string;
  readonly Record?: Readonly<Record<string, unknown>> | null;
  readonly Truncated?: boolean;
}

/** Options of a hub connection. */
export interface HubOptions {
  readonly place?: Place;
  readonly transport?: keyof typeof HttpTransportType;
  readonly protocol?: 'json' | 'messagepack';
  readonly token?: string;
  readonly url?: string;
  /** URL that requests go to first, such as a load balancer. */
  readonly base?: string;
  readonly http?: IHttpConnectionOptions;
  /** Resumes the same connection when its socket breaks. */
  readonly isStateful?: boolean;
  /** Reconnects after these delays when the server allows it. */
  readonly reconnectAfterMs?: readonly number[];
  /** Name of the received message. */
  readonly message?: string;
}

/** A node of the service, wherever it runs. */
export type Node = Pick<TestApp, 'url' | 'send'>;

/** A dev token. */
export async function tokenOf(app: Node, user: string): Promise<string> {
  const { body } = await app.send('POST', '/dev/token', { UserName: user });
  return (body as { AccessToken: string }).AccessToken;
}

const urlOf = (app: Node, { base = app.url, url = HUB }: HubOptions): string => base + url;

/** A hub client by the official JavaScript library that keeps received messages. */
export class HubListener {
  readonly heard: EntityChanged[] = [];
  readonly closed: Promise<Error | undefined>;
  #wake: () => void = () => undefined;

  private constructor(readonly connection: HubConnection) {
    this.closed = new Promise((resolve) => connection.onclose(resolve));
  }

  static async connect(app: Node, user: string, options: HubOptions = {}): Promise<HubListener> {
    const { place = DEVELOPMENT, transport = 'WebSockets', protocol = 'json', message = 'EntityChanged' } = options;
    const token = options.token ?? (await tokenOf(app, user));
    const http = {
      transport: HttpTransportType[transport],
      accessTokenFactory: () => token,
      headers: { ...place },
      EventSource: ClosingEventSource,
      ...options.http,
    };
    const builder = new HubConnectionBuilder()
      .withUrl(urlOf(app, options), http)
      .withHubProtocol(protocol === 'json' ? new JsonHubProtocol() : new MessagePackHubProtocol())
      .configureLogging(LogLevel.None);
    if (options.reconnectAfterMs) builder.withAutomaticReconnect([...options.reconnectAfterMs]);
    if (options.isStateful) builder.withStatefulReconnect();
    const connection = builder.build();
    const listener = new HubListener(connection);
    connection.on(message, (change: EntityChanged) => listener.#hear(change));
    await connection.start();
    return listener;
  }

  /** A client that receives messages from now on: its first call was answered. */
  static async served(app: Node, user: string, options: HubOptions = {}): Promise<HubListener> {
    const listener = await HubListener.connect(app, user, options);
    await listener.connection.invoke('UnregisterEntity', 'Note');
    return listener;
  }

  /** A client that registered for these entities. */
  static async registered(
    app: Node,
    user: string,
    entities: readonly string[],
    options: HubOptions = {},
  ): Promise<HubListener> {
    const listener = await HubListener.connect(app, user, options);
    for (const entity of entities) await listener.connection.invoke('RegisterEntity', entity);
    return listener;
  }

  /** First change that satisfies a condition, received already or later. */
  async next(condition: (change: EntityChanged) => boolean = () => true): Promise<EntityChanged> {
    for (;;) {
      const found = this.heard.findIndex(condition);
      if (found >= 0) return this.heard.splice(found, 1)[0];
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Received changes, as `Update <id>`. */
  get story(): readonly string[] {
    return this.heard.map(({ Operation, Id }) => `${Operation} ${Id}`);
  }

  stop(): Promise<void> {
    return this.connection.stop();
  }

  #hear(change: EntityChanged): void {
    this.heard.push(change);
    this.#wake();
  }
}
