import { Injectable } from '@nestjs/common';
import type { HubName } from '#core/catalogue/hub-names.js';
import { CursorExpired } from '#core/changes/log-cursor.js';
import { readSubscription, type SubscriptionCommand } from '#core/requests/read-subscription.js';
import { DomainError } from '#core/errors.js';
import { Config } from '#platform/process/config/config.js';
import { RequestLimits } from '#platform/limits/request-limits.js';
import { FindOutcome } from '#platform/operations/outcomes/find-outcome.service.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import { consumerOf, type Permit } from '#platform/process/shares/permit.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { HubError, type HubMethod } from '#signalr/index.js';
import { FollowChanges } from './follow-changes.service.js';
import { entityChanged, type MethodName, operationAnswer, MESSAGE_PARAMETERS } from './hub-messages.dto.js';
import { Feeds } from '#hub/feeds/feeds.service.js';
import { FilteredSubscription } from '#hub/feeds/filtered-subscription.js';
import type { Subscriber } from '#hub/feeds/subscriber.js';
import { type Given, jsonArgument, readArguments } from './hub-arguments.js';
import { CallTraces } from './call-traces.js';

type Method = (member: Subscriber, given: Given, signal: AbortSignal) => unknown;

/** Methods that clients of the hub may call (docs/interface/hub.md#hub-methods). */
@Injectable()
export class HubMethods {
  readonly #methods: Readonly<Record<MethodName, Method>> = {
    RegisterEntity: (member, given) => this.#register(member, given),
    UnregisterEntity: (member, given) => this.#unregister(member, given),
    GetOperation: (member, given) => this.#operation(member, given),
    StreamChanges: (member, given, signal) => this.#stream(member, given, signal),
  };

  readonly #streams: FairShare;
  readonly #traces: CallTraces | undefined;

  constructor(
    private readonly changes: FollowChanges,
    private readonly feeds: Feeds,
    private readonly outcomes: FindOutcome,
    private readonly config: Config,
    private readonly limits: RequestLimits,
    traces: Traces,
  ) {
    const { streams, streamsPerUser } = config.hub;
    this.#traces = traces.tracer && new CallTraces(traces, traces.tracer);
    this.#streams = new FairShare('streams', { permits: Infinity, perTenant: streamsPerUser, perUser: streams });
  }

  /** Lists the methods with the names of the member's environment. */
  of(member: Subscriber): readonly HubMethod[] {
    const { hubNames } = member.catalogue.environment.settings;
    return Object.entries(this.#methods).map(([name, method]) => {
      const parameters = MESSAGE_PARAMETERS[name as MethodName];
      const made = methodOf(hubNames[name as MethodName], parameters, (given, signal) => method(member, given, signal));
      const counted = this.limits.isOn ? this.#counted(member, made) : made;
      const traces = this.#traces;
      if (!traces) return counted;
      return { ...counted, invoke: (call) => traces.invoke(name, member, call, counted.invoke) };
    });
  }

  /** Counts the calls of a method like requests. */
  #counted(member: Subscriber, method: HubMethod): HubMethod {
    const consumer = consumerOf(member);
    return {
      ...method,
      invoke: (call) =>
        this.limits
          .limited(consumer, async () => method.invoke(call))
          .catch((error: unknown) => {
            throw clientError(error);
          }),
    };
  }

  #register(member: Subscriber, { EntityName, Filter }: Given): unknown {
    const { entity, scope } = member.readable(requireText(EntityName, 'EntityName'));
    const { registrations, clauses } = this.config.hub;
    const isLimited = member.isLimited(entity.name);
    const registered = { EntityName: entity.name, Scope: scope, ...(isLimited && { Conditional: true }) };
    const command = filterOf(Filter);
    if (command) {
      const subscription = new FilteredSubscription(member, entity.name, command);
      this.feeds.filtersOf(member)?.begin(subscription, clauses);
      return { ...registered, SubscriptionId: subscription.id };
    }
    member.register(entity, registrations);
    this.feeds.filtersOf(member)?.track(member);
    return registered;
  }

  #unregister(member: Subscriber, { EntityName }: Given): void {
    const name = requireText(EntityName, 'EntityName');
    const filters = this.feeds.filtersOf(member);
    if (filters?.end(member, name) === true) return;
    member.unregister(member.catalogue.entity(name).name);
    filters?.track(member);
  }

  async #operation(member: Subscriber, { CorrelationId }: Given): Promise<unknown> {
    const outcome = await this.outcomes.find(member, requireText(CorrelationId, 'CorrelationId'));
    return operationAnswer(outcome, member.catalogue);
  }

  async *#stream(member: Subscriber, given: Given, signal: AbortSignal): AsyncGenerator {
    const { EntityName, AfterCursor, Filter } = given;
    const after = AfterCursor === null || AfterCursor === undefined ? null : requireText(AfterCursor, 'AfterCursor');
    let permit: Permit | undefined;
    try {
      permit = this.#permitOf(member);
      const wanted = { entityName: requireText(EntityName, 'EntityName'), command: filterOf(Filter) };
      for await (const notice of this.changes.follow(member, wanted, after, signal))
        yield entityChanged(notice, member.catalogue.environment.settings);
    } catch (error) {
      throw clientError(error);
    } finally {
      permit?.release();
    }
  }

  /** Permit of a stream: a user has a share, and within it each of their connections. @throws {DomainError} RateLimited */
  #permitOf({ client, environmentId, principal }: Subscriber): Permit {
    const permit = this.#streams.tryAcquire({ tenantId: `${environmentId}/${principal.userId}`, userId: client.id });
    if (permit) return permit;
    const { streams, streamsPerUser } = this.config.hub;
    const message = `A connection may follow ${streams} streams at once, and a user ${streamsPerUser}. End one first.`;
    throw new DomainError({ code: 'RateLimited', message });
  }
}

/** Reads the argument that narrows a subscription; undefined without one. */
const filterOf = (filter: unknown): SubscriptionCommand | undefined =>
  filter === undefined || filter === null ? undefined : readSubscription(jsonArgument(filter));

/** Builds a method with the environment's name and argument style. */
function methodOf(
  hubName: HubName,
  parameters: readonly string[],
  invoke: (given: Given, signal: AbortSignal) => unknown,
): HubMethod {
  const places = hubName.style === 'Object' ? ['Object'] : parameters;
  return {
    name: hubName.name,
    parameters: places.map(() => ({ type: 'any', isOptional: true })),
    invoke: async ({ arguments: values, signal }) => {
      try {
        return await invoke(readArguments(hubName, parameters, values), signal);
      } catch (error) {
        throw clientError(error);
      }
    },
  };
}

/** Converts an error to the one that clients see; details of unexpected errors stay hidden. */
function clientError(error: unknown): unknown {
  if (error instanceof CursorExpired) return new HubError(`CursorExpired: ${error.message}`);
  return error instanceof DomainError ? new HubError(`${error.code}: ${error.message}`) : error;
}

/**
 * Checks that an argument is text.
 * @throws {HubError} for anything else.
 */
function requireText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new HubError(`Validation: ${name} must be text.`);
}
