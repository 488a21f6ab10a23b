import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import {
  GATEWAY_METADATA,
  GATEWAY_OPTIONS,
  MESSAGE_METADATA,
  PARAM_ARGS_METADATA,
} from '@nestjs/websockets/constants.js';
import { WsParamtype } from '@nestjs/websockets/enums/ws-paramtype.enum.js';
import { Observable } from 'rxjs';
import { splitUrl } from '../connections/connection-request.js';
import type { HubClient } from '../hubs/hub-client.js';
import type { Parameter } from '../hubs/parameters.js';
import { parametersOf } from './hub-parameters.js';

/** A gateway that waits for its clients, and may refuse them; Nest's own `handleConnection` is not waited for. */
export interface OnHubConnected {
  /** Runs before the client's first call. An error closes the connection for good. */
  hubConnected(client: HubClient): unknown;
}

/** A gateway that is told when a client has left, errors included in the log. */
export interface OnHubDisconnected {
  hubDisconnected(client: HubClient): unknown;
}

/** What a gateway's class says about one of its methods. */
export interface GatewayMethod {
  readonly parameters: readonly Parameter[] | undefined;
  readonly returns: 'stream' | undefined;
}

/** The gateways of one path. */
export interface Gateways {
  readonly instances: readonly Partial<OnHubConnected & OnHubDisconnected>[];
  /** By the name that `@SubscribeMessage` gives. */
  readonly methods: ReadonlyMap<string, GatewayMethod>;
}

/** The path of a gateway's options, without a trailing slash. */
export const gatewayPath = (path: string | undefined): string => splitUrl(path ?? '/').path;

/** Nest's adapters are not told which gateway they serve: finds those of a path among all providers. */
export function gatewaysAt(path: string, modules: ModulesContainer): Gateways {
  const instances: object[] = [];
  const methods = new Map<string, GatewayMethod>();
  for (const { providers } of modules.values())
    for (const { metatype, instance } of providers.values()) {
      if (!metatype || Reflect.getMetadata(GATEWAY_METADATA, metatype) !== true) continue;
      const options = Reflect.getMetadata(GATEWAY_OPTIONS, metatype) as { readonly path?: string } | undefined;
      if (gatewayPath(options?.path) !== path) continue;
      instances.push(instance as object);
      addMethods(methods, metatype.prototype as object);
    }
  return { instances, methods };
}

function addMethods(methods: Map<string, GatewayMethod>, prototype: object): void {
  for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
    const method = (prototype as Readonly<Record<string, object>>)[name];
    const message = Reflect.getMetadata(MESSAGE_METADATA, method) as string | undefined;
    if (message === undefined) continue;
    const isStream =
      method.constructor.name === 'AsyncGeneratorFunction' ||
      Reflect.getMetadata('design:returntype', prototype, name) === Observable;
    const parameters = parametersOf(prototype, name) ?? (takesPayload(prototype, name) ? undefined : []);
    methods.set(message, { parameters, returns: isStream ? 'stream' : undefined });
  }
}

/** Whether a method asks Nest for a payload: by decorator, or by having parameters and no decorators. */
function takesPayload(prototype: object, name: string): boolean {
  const decorated = Reflect.getMetadata(PARAM_ARGS_METADATA, prototype.constructor, name) as object | undefined;
  if (!decorated) return (prototype as Readonly<Record<string, () => unknown>>)[name].length > 0;
  return Object.keys(decorated).some((key) => !key.startsWith(`${WsParamtype.SOCKET}:`));
}
