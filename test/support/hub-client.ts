import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IHttpConnectionOptions,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
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
}

/** How somebody connects. */
export interface HubOptions {
  readonly place?: Place;
  readonly transport?: keyof typeof HttpTransportType;
  readonly protocol?: 'json' | 'messagepack';
  readonly token?: string;
  readonly url?: string;
  /** Where requests go first, such as a load balancer. */
  readonly base?: string;
  readonly http?: IHttpConnectionOptions;
  /** Comes back to the same connection when its socket breaks. */
  readonly isStateful?: boolean;
  /** Tries again after these times when it is told that it may. */
  readonly reconnectAfterMs?: readonly number[];
  /** The message that is listened to. */
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

/** A client of the service's hub, by the original's JavaScript library; it keeps what it hears. */
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
    const builder = new HubConnectionBuilder()
      .withUrl(urlOf(app, options), {
        transport: HttpTransportType[transport],
        accessTokenFactory: () => token,
        headers: { ...place },
        ...options.http,
      })
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

  /** The first change that fulfils a condition, heard already or yet to come. */
  async next(condition: (change: EntityChanged) => boolean = () => true): Promise<EntityChanged> {
    for (;;) {
      const found = this.heard.findIndex(condition);
      if (found >= 0) return this.heard.splice(found, 1)[0];
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** What was heard of records, as `Update <id>`. */
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
