import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AFTER_COMMIT, type Entity, type HookEvent } from '#core/catalogue/entity.js';
import { DomainError } from '#core/errors.js';
import { StartRefused } from '#platform/process/config/start-refused.js';
import { countBlocks } from '#platform/observability/blocking-code.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { Config } from '#platform/process/config/config.js';
import { HOOK, HOOK_METHODS, type RecordHook } from './record-hook.js';

/** A hook found among the providers. */
export interface RegisteredHook {
  readonly name: string;
  readonly hook: RecordHook;
  /** Lower-case names of entities that always call it. */
  readonly entities: ReadonlySet<string>;
  readonly timeoutMs: number;
}

/** Hooks in code by name: every provider with `@RecordHook`. */
@Injectable()
export class RegisteredHooks implements OnModuleInit {
  readonly #hooks = new Map<string, RegisteredHook>();
  /** Hooks of each entity by event; a new catalogue has new entities. */
  readonly #known = new WeakMap<Entity, Map<HookEvent, readonly RegisteredHook[]>>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** @throws {StartRefused} when two hooks have the same name. */
  onModuleInit(): void {
    for (const provider of this.discovery.getProviders({ metadataKey: HOOK.KEY })) {
      const options = this.discovery.getMetadataByDecorator(HOOK, provider)!;
      const { name, entities = [], timeoutMs = this.config.hookTimeoutMs } = options;
      if (this.#hooks.has(name)) throw new StartRefused(`Two hooks are called ${name}. Rename one of them.`);
      const names = new Set(entities.map((entity) => entity.toLowerCase()));
      this.#hooks.set(name, { name, hook: provider.instance as RecordHook, entities: names, timeoutMs });
      countBlocks(this.metrics, name);
    }
  }

  /** Names that definitions may give as `Handler`. */
  get names(): readonly string[] {
    return [...this.#hooks.keys()].toSorted();
  }

  /** Names that validators of transitions may give as `Hook`. */
  get validatorNames(): readonly string[] {
    return this.names.filter((name) => this.validator(name) !== undefined);
  }

  /** The hook with this name, if it can check moves. */
  validator(name: string): RegisteredHook | undefined {
    const found = this.#hooks.get(name);
    return found?.hook.validateMove ? found : undefined;
  }

  /**
   * Hooks of an entity's event: first those that name the entity, then those that its definition names, in that order.
   * @throws {DomainError} Unavailable where the definition names any hook that this node lacks
   */
  of(entity: Entity, event: HookEvent): readonly RegisteredHook[] {
    const known = this.#known.get(entity) ?? new Map<HookEvent, readonly RegisteredHook[]>();
    this.#known.set(entity, known);
    const found = known.get(event) ?? this.#find(entity, event);
    known.set(event, found);
    return found;
  }

  #find(entity: Entity, event: HookEvent): readonly RegisteredHook[] {
    const inWrites = entity.hooks.filter(({ events: of }) => !of.includes(AFTER_COMMIT));
    const lacking = inWrites.find(({ handler }) => handler !== undefined && !this.#hooks.has(handler));
    if (lacking) throw handlerMissing(entity.name, lacking.handler!);
    const always = [...this.#hooks.values()].filter(({ entities }) => entities.has(entity.name.toLowerCase()));
    const named = entity.hooks.filter(({ handler, events }) => handler !== undefined && events.includes(event));
    const defined = named.flatMap(({ handler = '' }) => this.#hooks.get(handler) ?? []);
    return [...new Set([...always, ...defined])].filter(({ hook }) => hook[HOOK_METHODS[event]] !== undefined);
  }
}

/** The refusal of a write that must not be stored without a hook. @param subject whose definition names it */
export const handlerMissing = (subject: string, handler: string): DomainError =>
  new DomainError({
    code: 'Unavailable',
    message:
      `${subject} names the hook '${handler}', which this node of the service does not have. ` +
      'Nothing was stored. Repeat the call, which other nodes may answer, or ask its operator.',
  });
