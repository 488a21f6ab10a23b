import type { INestApplicationContext } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import {
  GATEWAY_METADATA,
  GATEWAY_OPTIONS,
  MESSAGE_METADATA,
  PARAM_ARGS_METADATA,
} from '@nestjs/websockets/constants.js';
import { WsParamtype } from '@nestjs/websockets/enums/ws-paramtype.enum.js';
import { Observable } from 'rxjs';
import { routeOf } from '../connections/connection-request.js';
import type { Parameter } from '../calls/parameters.js';
import { type InstanceFor, instanceFor } from './gateway-instances.js';
import { parametersOf, signalsOf } from './hub-parameters.js';

/** Metadata of a gateway's method. */
export interface GatewayMethod {
  readonly parameters: readonly Parameter[] | undefined;
  readonly returns: 'stream' | undefined;
}

/** Gateways of one path. */
export interface Gateways {
  readonly instances: readonly InstanceFor[];
  /** Methods by the name in `@SubscribeMessage`. */
  readonly methods: ReadonlyMap<string, GatewayMethod>;
}

/** Path of a gateway's options, normalised for comparison. */
export const gatewayPath = (path: string | undefined): string => routeOf(path ?? '/');

/** Finds the gateways of a path among all providers, because Nest does not pass the gateway to adapters. */
export function gatewaysAt(path: string, app: INestApplicationContext): Gateways {
  const instances: InstanceFor[] = [];
  const methods = new Map<string, GatewayMethod>();
  for (const { providers } of app.get(ModulesContainer).values())
    for (const provider of providers.values() as Iterable<InstanceWrapper<object>>) {
      const { metatype } = provider;
      if (!metatype || Reflect.getMetadata(GATEWAY_METADATA, metatype) !== true) continue;
      const options = Reflect.getMetadata(GATEWAY_OPTIONS, metatype) as { readonly path?: string } | undefined;
      if (gatewayPath(options?.path) !== path) continue;
      instances.push(instanceFor(provider, app));
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

/** True when a method takes Nest's payload: by a decorator of Nest, or by parameters without decorators. */
function takesPayload(prototype: object, name: string): boolean {
  const decorated = Reflect.getMetadata(PARAM_ARGS_METADATA, prototype.constructor, name) as object | undefined;
  if (!decorated) return (prototype as Readonly<Record<string, () => unknown>>)[name].length > 0;
  const signals = signalsOf(prototype, name).map((index) => `:${index}`);
  return Object.keys(decorated).some(
    (key) => !key.startsWith(`${WsParamtype.SOCKET}:`) && !signals.some((index) => key.endsWith(index)),
  );
}
