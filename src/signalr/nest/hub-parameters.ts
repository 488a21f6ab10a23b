import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { HubCall } from '../calls/hub-call.js';
import type { Parameter, ParameterType } from '../calls/parameters.js';

const PARAMETERS = 'signalr:parameters';
const SIGNALS = 'signalr:signals';

/** Parameters of a method by their index, as recorded by decorators. */
type Noted = Readonly<Record<number, Partial<Parameter>>>;

/** Call of a method, which Nest gets as the third argument, after the client and the payload. */
const callOf = (context: ExecutionContext): HubCall => context.getArgByIndex<HubCall>(2);

/** Injects an argument, counted from the last one, because decorators run from the last parameter to the first. */
const ValueOfCall = createParamDecorator((fromLast: number, context: ExecutionContext) =>
  callOf(context).arguments.at(-1 - fromLast),
);

const Signal = createParamDecorator((_: undefined, context: ExecutionContext) => callOf(context).signal);

/**
 * Injects the next argument of the call.
 *
 * @param options type of the argument; by default it is derived from the parameter's TypeScript type if possible
 */
export function Argument(options: ParameterType | Partial<Parameter> = {}): ParameterDecorator {
  return noting(typeof options === 'string' ? { type: options } : options);
}

/** Injects the next stream that the client uploads with the call: an async iterable of its items. */
export const UploadedStream = (): ParameterDecorator => noting({ type: 'stream' });

/**
 * Injects an `AbortSignal` that aborts when the client cancels the call or disconnects, perhaps before the method
 * starts.
 */
export const CallSignal = (): ParameterDecorator => (target, name, index) => {
  const noted = (Reflect.getOwnMetadata(SIGNALS, target, name!) ?? []) as readonly number[];
  Reflect.defineMetadata(SIGNALS, [...noted, index], target, name!);
  Signal()(target, name, index);
};

/** Indexes of a method's parameters that are signals. */
export const signalsOf = (prototype: object, methodName: string): readonly number[] =>
  (Reflect.getMetadata(SIGNALS, prototype, methodName) ?? []) as readonly number[];

/** Parameters of a gateway's method in their order; `undefined` when none has a decorator of this file. */
export function parametersOf(prototype: object, methodName: string): readonly Parameter[] | undefined {
  const noted = Reflect.getMetadata(PARAMETERS, prototype, methodName) as Noted | undefined;
  if (!noted) return undefined;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, methodName) ?? []) as readonly unknown[];
  return Object.entries(noted).map(([index, { type, isOptional }]) => ({
    type: type ?? typeOf(types[Number(index)]),
    ...(isOptional && { isOptional }),
  }));
}

function noting(parameter: Partial<Parameter>): ParameterDecorator {
  return (target, name, index) => {
    const noted = (Reflect.getOwnMetadata(PARAMETERS, target, name!) ?? {}) as Noted;
    Reflect.defineMetadata(PARAMETERS, { ...noted, [index]: parameter }, target, name!);
    ValueOfCall(Object.keys(noted).length)(target, name, index);
  };
}

function typeOf(type: unknown): ParameterType {
  switch (type) {
    case String:
      return 'string';
    case Number:
      return 'number';
    case Boolean:
      return 'boolean';
    case Date:
      return 'dateTime';
    case Array:
      return 'array';
    case Buffer:
    case Uint8Array:
      return 'bytes';
    default:
      return 'any';
  }
}
