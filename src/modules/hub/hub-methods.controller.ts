import { Injectable } from '@nestjs/common';
import type { HubName } from '../../core/catalogue/hub-names.js';
import { CursorExpired } from '../../core/changes/cursor.js';
import { DomainError } from '../../core/errors.js';
import { Config } from '../../platform/config/config.js';
import { FindOutcome } from '../../platform/outcomes/find-outcome.service.js';
import { HubError, type HubMethod } from '../../signalr/index.js';
import { FollowChanges } from './follow-changes.service.js';
import { entityChanged, type MethodName, operationAnswer, PARAMETERS } from './hub-messages.dto.js';
import type { Member } from './member.js';
import { StreamPlaces } from './stream-places.js';

/** What a client passes to a method, by the names of the parameters. */
type Given = Readonly<Record<string, unknown>>;
type Method = (member: Member, given: Given, signal: AbortSignal) => unknown;

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
  of(member: Member): readonly HubMethod[] {
    const { hubNames } = member.catalogue.environment.settings;
    return Object.entries(this.#methods).map(([name, method]) => {
      const parameters = PARAMETERS[name as MethodName];
      return methodOf(hubNames[name as MethodName], parameters, (given, signal) => method(member, given, signal));
    });
  }

  #register(member: Member, { EntityName }: Given): unknown {
    const { entity, scope } = member.readable(textOf(EntityName, 'EntityName'));
    member.register(entity, this.config.hub.registrations);
    return { EntityName: entity.name, Scope: scope };
  }

  #unregister(member: Member, { EntityName }: Given): void {
    member.unregister(member.catalogue.entity(textOf(EntityName, 'EntityName')).name);
  }

  async #operation(member: Member, { CorrelationId }: Given): Promise<unknown> {
    return operationAnswer(await this.outcomes.find(member, textOf(CorrelationId, 'CorrelationId')));
  }

  async *#stream(member: Member, { EntityName, AfterCursor }: Given, signal: AbortSignal): AsyncGenerator {
    const after = AfterCursor === null || AfterCursor === undefined ? null : textOf(AfterCursor, 'AfterCursor');
    let end: (() => void) | undefined;
    try {
      end = this.#streams.open(member);
      for await (const notice of this.changes.follow(member, textOf(EntityName, 'EntityName'), after, signal))
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
function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new HubError(`Validation: ${name} must be text.`);
}
