import { Injectable } from '@nestjs/common';
import type { HubName } from '../../core/catalogue/hub-names.js';
import { CursorExpired } from '../../core/changes/log-cursor.js';
import { DomainError } from '../../core/errors.js';
import { Config } from '../../platform/config/config.js';
import { FindOutcome } from '../../platform/outcomes/find-outcome.service.js';
import { HubError, type HubMethod } from '../../signalr/index.js';
import { FollowChanges } from './follow-changes.service.js';
import { entityChanged, type MethodName, operationAnswer, MESSAGE_PARAMETERS } from './hub-messages.dto.js';
import type { Subscriber } from '../feeds/index.js';
import { StreamPlaces } from './stream-places.js';

/** What a client passes to a method, by the names of the parameters. */
type Given = Readonly<Record<string, unknown>>;
type Method = (member: Subscriber, given: Given, signal: AbortSignal) => unknown;

/** What clients of the hub may call (contract §10). */
@Injectable()
export class HubMethods {
  readonly #methods: Readonly<Record<MethodName, Method>> = {
    RegisterEntity: (member, given) => this.#register(member, given),
    UnregisterEntity: (member, given) => this.#unregister(member, given),
    GetOperation: (member, given) => this.#operation(member, given),
    StreamChanges: (member, given, signal) => this.#stream(member, given, signal),
  };

  readonly #streams: StreamPlaces;

  constructor(
    private readonly changes: FollowChanges,
    private readonly outcomes: FindOutcome,
    private readonly config: Config,
  ) {
    const { streams, streamsPerUser } = config.hub;
    this.#streams = new StreamPlaces({ perConnection: streams, perUser: streamsPerUser });
  }

  /** The methods by the names that the member's environment gives them. */
  of(member: Subscriber): readonly HubMethod[] {
    const { hubNames } = member.catalogue.environment.settings;
    return Object.entries(this.#methods).map(([name, method]) => {
      const parameters = MESSAGE_PARAMETERS[name as MethodName];
      return methodOf(hubNames[name as MethodName], parameters, (given, signal) => method(member, given, signal));
    });
  }

  #register(member: Subscriber, { EntityName }: Given): unknown {
    const { entity, scope } = member.readable(requireText(EntityName, 'EntityName'));
    member.register(entity, this.config.hub.registrations);
    return { EntityName: entity.name, Scope: scope };
  }

  #unregister(member: Subscriber, { EntityName }: Given): void {
    member.unregister(member.catalogue.entity(requireText(EntityName, 'EntityName')).name);
  }

  async #operation(member: Subscriber, { CorrelationId }: Given): Promise<unknown> {
    return operationAnswer(await this.outcomes.find(member, requireText(CorrelationId, 'CorrelationId')));
  }

  async *#stream(member: Subscriber, { EntityName, AfterCursor }: Given, signal: AbortSignal): AsyncGenerator {
    const after = AfterCursor === null || AfterCursor === undefined ? null : requireText(AfterCursor, 'AfterCursor');
    let end: (() => void) | undefined;
    try {
      end = this.#streams.open(member);
      for await (const notice of this.changes.follow(member, requireText(EntityName, 'EntityName'), after, signal))
        yield entityChanged(notice);
    } catch (error) {
      throw told(error);
    } finally {
      end?.();
    }
  }
}

/** A method as the environment calls it; its arguments come in their order or as one object. */
function methodOf(
  { name, style }: HubName,
  parameters: readonly string[],
  run: (given: Given, signal: AbortSignal) => unknown,
): HubMethod {
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  const asList = ([...values]: readonly unknown[]): Given =>
    Object.fromEntries(names.map((each, index) => [each, values[index]]));
  return {
    name,
    parameters:
      style === 'Object'
        ? [{ type: 'any' }]
        : parameters.map((parameter) => ({ type: 'any', isOptional: parameter.endsWith('?') })),
    invoke: async ({ arguments: values, signal }) => {
      try {
        return await run(style === 'Object' ? { ...(values[0] as Given) } : asList(values), signal);
      } catch (error) {
        throw told(error);
      }
    },
  };
}

/** An error as clients are told it; of others they learn nothing. */
function told(error: unknown): unknown {
  if (error instanceof CursorExpired) return new HubError(`CursorExpired: ${error.message}`);
  return error instanceof DomainError ? new HubError(`${error.code}: ${error.message}`) : error;
}

/** @throws {HubError} for anything but text. */
function requireText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new HubError(`Validation: ${name} must be text.`);
}
