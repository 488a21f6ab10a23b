import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { concerns, type Interest } from '#core/changes/change.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { LogTail, type LogReader, type NewChanges } from '#platform/change-log/log-tail.js';
import { Config } from '#platform/process/config/config.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { NotifyChannel } from '#platform/database/notify-channel.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { Outage } from '#platform/process/scheduling/outage.js';
import { EnvironmentFollower } from './environment-follower.js';
import { MatchChanges } from './match-changes.service.js';
import { TriggerCursors } from './trigger-cursors.repository.js';

/** Longest time without a look at all environments, should a signal be lost. */
const LOOK_EVERY_MS = 60_000;
/** Time to the next look after a failed one, and least time between two where changes come faster than they are read. */
const LOOK_AGAIN_MS = 1_000;
/** Least time between two looks for new triggers. */
const LOOK_FOR_TRIGGERS_MS = 100;
/** Environments that this node matches at once. */
const AT_ONCE = 2;

/** Definitions that are registered as triggers. */
const REGISTERED: readonly string[] = ['Trigger', 'Hook'];

/**
 * Matches the changes of every environment that has active triggers. Every node with the role `worker` does, whoever comes
 * first wins. The tail of the log only wakes it: what it matches it reads from its stored cursor.
 */
@Injectable()
export class FollowTriggers implements OnApplicationBootstrap, OnApplicationShutdown, LogReader {
  readonly #logger = new Logger(FollowTriggers.name);
  readonly consumer = 'triggers';
  readonly #outage = new Outage(this.#logger);
  readonly #following = new Loop((stop) => this.#follow(stop), { pauseMs: LOOK_AGAIN_MS, logger: this.#logger });
  readonly #working = new Set<Promise<void>>();
  /** By id; those that have waited longest first. */
  #followed = new Map<string, EnvironmentFollower>();
  #interest: Interest = { kinds: new Set(REGISTERED) };
  #lookAtMs = 0;
  #lookedAtMs = -Infinity;

  constructor(
    private readonly tail: LogTail,
    private readonly cursors: TriggerCursors,
    private readonly environments: EnvironmentRepository,
    private readonly changes: MatchChanges,
    private readonly config: Config,
    channel: NotifyChannel,
  ) {
    channel.listen('environments', () => {
      this.#lookSoon(LOOK_FOR_TRIGGERS_MS);
      this.#following.wake();
    });
  }

  /** Changes of triggers, and those that may fire triggers, in all environments. */
  get interest(): Interest {
    return this.#interest;
  }

  /** Lag of the environment that is furthest behind. */
  get lagSeconds(): number {
    return [...this.#followed.values()].reduce((most, { lagSeconds }) => Math.max(most, lagSeconds), 0);
  }

  onApplicationBootstrap(): void {
    if (!this.config.runs.isWorker) return;
    this.tail.add(this);
    this.#following.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#following.stop();
    await Promise.all(this.#working);
  }

  receive({ changes }: NewChanges): void {
    for (const change of changes) {
      const { environmentId, entityName } = change;
      if (REGISTERED.includes(entityName)) this.#lookSoon(LOOK_FOR_TRIGGERS_MS);
      const followed = this.#followed.get(environmentId);
      if (followed && concerns({ environmentId, kinds: followed.kinds }, change)) followed.wake();
    }
    this.#following.wake();
  }

  /** Any environment may have changes then: large writes must not make all of them due again and again. */
  fallBehind(): void {
    this.#lookSoon(LOOK_AGAIN_MS);
    this.#following.wake();
  }

  expire(): void {
    this.fallBehind();
  }

  close(): void {
    this.tail.remove(this);
  }

  /** @returns longest time to the next look */
  async #follow(stop: AbortSignal): Promise<number> {
    if (performance.now() >= this.#lookAtMs) await this.#look();
    if (!stop.aborted) for (const followed of this.#followed.values()) this.#start(followed);
    return Math.max(Math.min(this.#lookAtMs, ...this.#waiting()) - performance.now(), 1);
  }

  /** @param afterMs least time after the last look */
  #lookSoon(afterMs: number): void {
    this.#lookAtMs = Math.min(this.#lookAtMs, this.#lookedAtMs + afterMs);
  }

  /** Times at which environments may be matched again. */
  #waiting(): readonly number[] {
    if (this.#working.size >= AT_ONCE) return [];
    return [...this.#followed.values()].flatMap((each) => (each.isDue && !each.isBusy ? [each.notBeforeMs] : []));
  }

  /** Finds the environments that have active triggers; all of them are due. */
  async #look(): Promise<void> {
    this.#lookedAtMs = performance.now();
    this.#lookAtMs = this.#lookedAtMs + LOOK_EVERY_MS;
    try {
      const kindsById = await this.cursors.environments();
      const known = this.#followed;
      const missing = [...kindsById.keys()].filter((id) => !known.has(id));
      const found = missing.length === 0 ? [] : await this.environments.byIds(missing);
      const added = new Map(found.map(({ environment }) => [environment.id, environment]));
      this.#followed = new Map(
        [...kindsById].flatMap(([id, kinds]) => {
          const environment = added.get(id) ?? known.get(id)?.environment;
          if (!environment) return [];
          const followed = known.get(id) ?? new EnvironmentFollower(environment);
          followed.kinds = kinds;
          return [[id, followed] as const];
        }),
      );
      // Before the environments are matched: what the tail does not tell them of, they then read from the log.
      this.#interest = { kinds: new Set([...REGISTERED, ...[...kindsById.values()].flatMap((kinds) => [...kinds])]) };
      for (const followed of this.#followed.values()) followed.wake();
      this.#outage.end();
    } catch (error) {
      this.#lookAtMs = performance.now() + LOOK_AGAIN_MS;
      this.#outage.fail(error);
    }
  }

  #start(followed: EnvironmentFollower): void {
    if (!followed.mayStart() || this.#working.size >= AT_ONCE) return;
    const { id } = followed.environment;
    this.#followed.delete(id);
    this.#followed.set(id, followed);
    const work = this.#matchOnce(followed).finally(() => {
      this.#working.delete(work);
      this.#following.wake();
    });
    this.#working.add(work);
  }

  /** Matches one page, so that environments take turns. */
  async #matchOnce(followed: EnvironmentFollower): Promise<void> {
    followed.begin();
    try {
      followed.end(await this.changes.matchNext(followed.environment, followed.state, followed.isCounted));
      this.#outage.end();
    } catch (error) {
      const isFirst = followed.fail();
      if (isOutage(error)) this.#outage.fail(error);
      else if (isFirst) this.#logger.error(error);
    }
  }
}
