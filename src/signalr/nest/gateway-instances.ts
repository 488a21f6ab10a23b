import type { INestApplicationContext } from '@nestjs/common';
import { type ContextId, ContextIdFactory } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/internal';
import type { HubClient } from '../calls/hub-client.js';

/** A gateway that waits for its clients, and may refuse them; Nest's own `handleConnection` is not waited for. */
export interface OnHubConnected {
  /** Runs before the client's first call. An error closes the connection for good. */
  hubConnected(client: HubClient): unknown;
}

/** A gateway that is told when a client has left, errors included in the log. */
export interface OnHubDisconnected {
  hubDisconnected(client: HubClient): unknown;
}

/** What a gateway may do about its clients. */
export type GatewayInstance = Partial<OnHubConnected & OnHubDisconnected>;

/** Finds the instance of a gateway that serves a client. */
export type InstanceFor = (client: HubClient) => GatewayInstance | Promise<GatewayInstance>;

/**
 * A gateway has one instance for all clients; one that depends on something of `Scope.REQUEST` has one for each client,
 * which is the `REQUEST` that is injected, from its first to its last word.
 * @throws {Error} for a transient gateway: each who asks for it would get another one, and nobody the client's.
 */
export function instanceFor(gateway: InstanceWrapper<object>, app: INestApplicationContext): InstanceFor {
  if (gateway.isTransient)
    throw new Error(`${gateway.name} is a gateway and cannot be transient: make it a singleton or request-scoped.`);
  if (gateway.isDependencyTreeStatic()) return () => gateway.instance;
  return (client) => app.resolve<GatewayInstance>(gateway.token, contextOf(client, app), { strict: false });
}

/** The context in which Nest makes the instances of a client; the first of its gateways begins it, as Nest itself would. */
function contextOf(client: HubClient, app: INestApplicationContext): ContextId {
  const context = ContextIdFactory.getByRequest(client);
  if (REQUEST_CONTEXT_ID in client) return context;
  Object.defineProperty(client, REQUEST_CONTEXT_ID, { value: context, configurable: true });
  app.registerRequestByContextId(context.payload ?? client, context);
  return context;
}
