import type { CloseNotice, Connection } from '../connections/connection.js';
import type { ConnectionIdentity } from '../connections/connection-identity.js';
import type { ConnectionRequest } from '../connections/connection-request.js';
import type { TransportName } from '../protocol/negotiation.js';
import type { ClientInvocationOptions } from './client-results.js';

/** Session behind a client. */
interface Session {
  readonly connection: Connection;
  call(method: string, args: readonly unknown[]): void;
  ask(method: string, args: readonly unknown[], options: ClientInvocationOptions): Promise<unknown>;
  enter(group: string): void;
  leave(group: string): void;
}

/** Connected client, as the methods of a hub see it. */
export class HubClient {
  /** State that the hub keeps for this client. */
  readonly items = new Map<unknown, unknown>();

  constructor(private readonly session: Session) {}

  /** Public id of the connection. */
  get id(): string {
    return this.session.connection.id;
  }

  /** Identity by its latest request. */
  get identity(): ConnectionIdentity {
    return this.session.connection.identity;
  }

  /** Request that opened the connection. */
  get request(): ConnectionRequest {
    return this.session.connection.request;
  }

  get transport(): TransportName {
    return this.session.connection.transportName;
  }

  get isConnected(): boolean {
    return this.session.connection.isOpen;
  }

  /** Calls a method of the client without waiting for an answer. */
  send(method: string, ...args: readonly unknown[]): void {
    this.session.call(method, args);
  }

  /**
   * Calls a method of the client.
   *
   * @returns the client's answer
   * @throws {HubError} with the client's error text, after the timeout, or when the client disconnects
   */
  invoke(method: string, args: readonly unknown[], options: ClientInvocationOptions = {}): Promise<unknown> {
    return this.session.ask(method, args, options);
  }

  /** Adds the client to a group; it leaves all groups when it disconnects. */
  enterGroup(group: string): void {
    this.session.enter(group);
  }

  leaveGroup(group: string): void {
    this.session.leave(group);
  }

  /** Closes the connection after everything queued has been sent. */
  close(notice: CloseNotice = {}): void {
    this.session.connection.close(notice);
  }

  /** Closes the connection at once. */
  abort(): void {
    this.session.connection.abort();
  }
}
