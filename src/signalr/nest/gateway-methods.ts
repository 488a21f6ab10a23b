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

/** What a gateway's class says about one of its methods. */
export interface GatewayMethod {
  readonly parameters: readonly Parameter[] | undefined;
  readonly returns: 'stream' | undefined;
}

/** The gateways of one path. */
export interface Gateways {
  readonly instances: readonly InstanceFor[];
  /** By the name that `@SubscribeMessage` gives. */
  readonly methods: ReadonlyMap<string, GatewayMethod>;
}

/** The path of a gateway's options, as paths are compared. */
export const gatewayPath = (path: string | undefined): string => routeOf(path ?? '/');

/** Nest's adapters are not told which gateway they serve: finds those of a path among all providers. */
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

/** Whether a method asks Nest for a payload: by a decorator other than ours, or by having parameters and no decorators. */
function takesPayload(prototype: object, name: string): boolean {
  const decorated = Reflect.getMetadata(PARAM_ARGS_METADATA, prototype.constructor, name) as object | undefined;
  if (!decorated) return (prototype as Readonly<Record<string, () => unknown>>)[name].length > 0;
  const signals = signalsOf(prototype, name).map((index) => `:${index}`);
  return Object.keys(decorated).some(
    (key) => !key.startsWith(`${WsParamtype.SOCKET}:`) && !signals.some((index) => key.endsWith(index)),
  );
}
