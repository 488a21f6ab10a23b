import type { INestApplicationContext } from '@nestjs/common';
import { type ContextId, ContextIdFactory } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/internal';
import type { HubClient } from '../calls/hub-client.js';

/** Gateway that admits or refuses clients. Unlike Nest's `handleConnection`, the result is awaited. */
export interface OnHubConnected {
  /** Runs before the client's first call. An error closes the connection for good. */
  hubConnected(client: HubClient): unknown;
}

/** Gateway that handles the disconnection of a client. Its errors are logged. */
export interface OnHubDisconnected {
  hubDisconnected(client: HubClient): unknown;
}

/** Gateway with any of the handlers for its clients. */
export type GatewayInstance = Partial<OnHubConnected & OnHubDisconnected>;

/** Finds the instance of a gateway for a client. */
export type InstanceFor = (client: HubClient) => GatewayInstance | Promise<GatewayInstance>;

/**
 * Finds the instances of a gateway: one for all clients, or one per client if it depends on a provider of
 * `Scope.REQUEST`. The client is then the injected `REQUEST`, for its whole life.
 *
 * @throws {Error} for a transient gateway, since every injection would create another instance
 */
export function instanceFor(gateway: InstanceWrapper<object>, app: INestApplicationContext): InstanceFor {
  if (gateway.isTransient)
    throw new Error(`${gateway.name} is a gateway and cannot be transient: make it a singleton or request-scoped.`);
  if (gateway.isDependencyTreeStatic()) return () => gateway.instance;
  return (client) => app.resolve<GatewayInstance>(gateway.token, contextOf(client, app), { strict: false });
}

/**
 * Context in which Nest creates the instances of a client; the first gateway registers it, as Nest does for requests.
 */
function contextOf(client: HubClient, app: INestApplicationContext): ContextId {
  const context = ContextIdFactory.getByRequest(client);
  if (REQUEST_CONTEXT_ID in client) return context;
  Object.defineProperty(client, REQUEST_CONTEXT_ID, { value: context, configurable: true });
  app.registerRequestByContextId(context.payload ?? client, context);
  return context;
}
