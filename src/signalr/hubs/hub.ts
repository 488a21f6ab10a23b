import type { Connection, ConnectionListener } from '../connections/connection.js';
import type { Flusher } from '../connections/flusher.js';
import { Audience } from './audience.js';
import type { HubClient } from '../calls/hub-client.js';
import type { HubDefinition, HubMethod } from '../calls/hub-definition.js';
import { CallFailure, type ClientError, HubError } from '../calls/hub-error.js';
import { HubSession } from './hub-session.js';
import type { HubSettings } from './hub-settings.js';

type Sessions = Map<string, Set<HubSession>>;

/** Hub on this node, with its clients by id, by user and by group. */
export class Hub {
  readonly #sessions = new Map<string, HubSession>();
  readonly #groups: Sessions = new Map();
  readonly #users: Sessions = new Map();

  readonly clientError: ClientError;

  /** @param onError called with errors that clients do not see */
  constructor(
    readonly settings: HubSettings,
    private readonly definition: HubDefinition,
    private readonly flusher: Flusher,
    private readonly onError: (error: unknown) => void,
  ) {
    this.clientError = (message) => definition.clientError?.(message) ?? new HubError(message);
  }

  /** All clients. */
  readonly all = new Audience(() => this.#sessions.values());

  /** All clients of a group. */
  group(name: string): Audience {
    return new Audience(() => this.#groups.get(name) ?? []);
  }

  /** Clients of any of the groups, each once, without those in any of the groups `others`. */
  groups(names: readonly string[], others: readonly string[] = []): Audience {
    return new Audience(() => this.#members(names, others));
  }

  /** Clients of these ids. */
  withIds(ids: readonly string[]): Audience {
    return new Audience(() => ids.flatMap((id) => this.#sessions.get(id) ?? []));
  }

  /** All clients of a user, by the `userId` of their identity. */
  user(userId: string): Audience {
    return new Audience(() => this.#users.get(userId) ?? []);
  }

  client(id: string): HubClient | undefined {
    return this.#sessions.get(id)?.client;
  }

  get clients(): readonly HubClient[] {
    return [...this.#sessions.values()].map(({ client }) => client);
  }

  /** Number of connected clients. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Starts a session on a connection. */
  accept(connection: Connection): ConnectionListener {
    return new HubSession(connection, this);
  }

  /** Waits until everything sent so far has been written to the sockets. It does not wait for slow clients. */
  flushed(): Promise<void> {
    return this.flusher.flushed();
  }

  methodsOf(client: HubClient): ReadonlyMap<string, HubMethod> {
    return new Map(this.definition.methodsOf(client).map((method) => [method.name.toLowerCase(), method]));
  }

  async joined(session: HubSession): Promise<void> {
    const { client, userId } = session;
    this.#sessions.set(client.id, session);
    if (userId !== undefined) add(this.#users, userId, session);
    await this.definition.connected?.(client);
  }

  left(session: HubSession): void {
    const { client, userId } = session;
    if (this.#sessions.get(client.id) === session) this.#sessions.delete(client.id);
    if (userId !== undefined) remove(this.#users, userId, session);
    for (const group of session.groups) remove(this.#groups, group, session);
    session.groups.clear();
    void this.#notifyLeft(client);
  }

  enter(session: HubSession, group: string): void {
    add(this.#groups, group, session);
  }

  leave(session: HubSession, group: string): void {
    remove(this.#groups, group, session);
  }

  *#members(names: readonly string[], others: readonly string[]): Generator<HubSession, void> {
    for (const [i, name] of names.entries()) {
      const isElsewhere = ({ groups }: HubSession): boolean =>
        others.some((other) => groups.has(other)) || names.some((earlier, j) => j < i && groups.has(earlier));
      for (const session of this.#groups.get(name) ?? []) if (!isElsewhere(session)) yield session;
    }
  }

  /** Reports an error that clients do not see. */
  report(error: unknown): void {
    if (!(error instanceof HubError) && !(error instanceof CallFailure)) this.onError(error);
  }

  async #notifyLeft(client: HubClient): Promise<void> {
    try {
      await this.definition.disconnected?.(client);
    } catch (error) {
      this.report(error);
    }
  }
}

function add(sessions: Sessions, name: string, session: HubSession): void {
  const members = sessions.get(name);
  if (members) members.add(session);
  else sessions.set(name, new Set([session]));
}

function remove(sessions: Sessions, name: string, session: HubSession): void {
  const members = sessions.get(name);
  if (members?.delete(session) && members.size === 0) sessions.delete(name);
}
