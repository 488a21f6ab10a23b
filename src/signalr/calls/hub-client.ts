import type { CloseNotice, Connection } from '../connections/connection.js';
import type { ConnectionIdentity } from '../connections/connection-identity.js';
import type { ConnectionRequest } from '../connections/connection-request.js';
import type { TransportName } from '../protocol/negotiation.js';
import type { ClientInvocationOptions } from './client-results.js';

/** What a client's session does for its face. */
interface Session {
  readonly connection: Connection;
  call(method: string, args: readonly unknown[]): void;
  ask(method: string, args: readonly unknown[], options: ClientInvocationOptions): Promise<unknown>;
  enter(group: string): void;
  leave(group: string): void;
}

/** A connected client, as the methods of a hub see it. */
export class HubClient {
  /** Whatever the hub wants to remember of this client. */
  readonly items = new Map<unknown, unknown>();

  constructor(private readonly session: Session) {}

  /** The public id. */
  get id(): string {
    return this.session.connection.id;
  }

  /** Who it is, as of its latest request. */
  get identity(): ConnectionIdentity {
    return this.session.connection.identity;
  }

  /** The request that opened the connection. */
  get request(): ConnectionRequest {
    return this.session.connection.request;
  }

  get transport(): TransportName {
    return this.session.connection.transportName;
  }

  get isConnected(): boolean {
    return this.session.connection.isOpen;
  }

  /** Calls a method of the client and wants no answer. */
  send(method: string, ...args: readonly unknown[]): void {
    this.session.call(method, args);
  }

  /**
   * Calls a method of the client. @returns its answer
   * @throws {HubError} with the client's error text, after the time-out, or when the client leaves
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

  /** Ends the connection in good order. */
  close(notice: CloseNotice = {}): void {
    this.session.connection.close(notice);
  }

  /** Ends the connection at once. */
  abort(): void {
    this.session.connection.abort();
  }
}
