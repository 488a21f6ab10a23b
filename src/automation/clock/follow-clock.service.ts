import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Environment } from '#core/catalogue/environment.js';
import type { RequestContext } from '#core/context/context.js';
import { systemContext } from '#core/context/system-context.js';
import type { ScheduleKind } from '#automation/core/triggers/schedules.sql.js';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { Config } from '#platform/process/config/config.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { DueSchedules, type DueEnvironment } from './due-schedules.repository.js';
import { StaleDefinitions } from './schedule.repository.js';

const TICK_MS = 500;
const RETRY = new Backoff(1_000, 30_000);

/** Work that is due at times, of one kind. */
export interface DueWork {
  /**
   * Does a part of what is due in an environment, in a transaction.
   * @param ctx of the service itself; its time is that of the database
   * @returns true when it did anything; otherwise other nodes have all of it
   * @throws {StaleDefinitions} where the definitions of the context are superseded: it is called again with those of now
   */
  perform(ctx: RequestContext): Promise<boolean>;
}

/** Failures of one kind of work in one environment. */
interface Failing {
  readonly failures: number;
  /** By the monotonic clock. */
  readonly retryAtMs: number;
}

/**
 * Looks at each tick for what is due in all environments. Every node with the role `worker` does; locks and keys of the
 * database decide which node does the work, and its clock alone says what is due.
 */
@Injectable()
export class FollowClock implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger(FollowClock.name);
  readonly #works = new Map<ScheduleKind, DueWork>();
  readonly #environments = new Map<string, Environment>();
  readonly #failing = new Map<string, Failing>();
  readonly #ticking = new Loop((stop) => this.#workOff(stop), { pauseMs: TICK_MS, logger: this.#logger });

  constructor(
    private readonly schedules: DueSchedules,
    private readonly environments: EnvironmentRepository,
    private readonly directory: CachedDirectory,
    private readonly config: Config,
  ) {}

  /** True on a node that does what is due. */
  get isFollowing(): boolean {
    return this.config.runs.isWorker;
  }

  add(kind: ScheduleKind, work: DueWork): void {
    this.#works.set(kind, work);
  }

  onApplicationBootstrap(): void {
    if (this.isFollowing) this.#ticking.start(TICK_MS);
  }

  @Upkeep(600_000)
  async expire(): Promise<void> {
    if (this.isFollowing) await this.schedules.expire();
  }

  beforeApplicationShutdown(): void {
    void this.#ticking.stop();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#ticking.stop();
  }

  /** Works until nothing is due that other nodes do not have. Environments take turns. */
  async #workOff(stop: AbortSignal): Promise<void> {
    let isMore = true;
    while (isMore) {
      isMore = false;
      for (const each of await this.schedules.due()) {
        if (stop.aborted) return;
        if (await this.#perform(each)) isMore = true;
      }
    }
  }

  async #perform(due: DueEnvironment): Promise<boolean> {
    const key = `${due.environmentId} ${due.kind}`;
    const { failures = 0, retryAtMs = 0 } = this.#failing.get(key) ?? {};
    if (performance.now() < retryAtMs) return false;
    try {
      const ctx = await this.#context(due);
      const isDone = ctx !== undefined && (await this.#performIn(ctx, due.kind));
      this.#failing.delete(key);
      return isDone;
    } catch (error) {
      if (isOutage(error)) this.#ticking.outage.fail(error);
      else if (failures === 0) this.#logger.error(error);
      this.#failing.set(key, { failures: failures + 1, retryAtMs: performance.now() + RETRY.after(failures + 1) });
      return false;
    }
  }

  async #performIn(ctx: RequestContext, kind: ScheduleKind): Promise<boolean> {
    try {
      return (await this.#works.get(kind)?.perform(ctx)) === true;
    } catch (error) {
      if (!(error instanceof StaleDefinitions)) throw error;
      await this.directory.refresh();
      return true;
    }
  }

  async #context({ environmentId, at }: DueEnvironment): Promise<RequestContext | undefined> {
    if (!this.#environments.has(environmentId))
      for (const { environment } of await this.environments.byIds([environmentId]))
        this.#environments.set(environmentId, environment);
    const environment = this.#environments.get(environmentId);
    const catalogue =
      environment && (await this.directory.find(environment.tenantId, environment.appId, environment.id));
    return catalogue && { ...systemContext(catalogue, uuidV7(), at), job: { source: 'Trigger', chain: [] } };
  }
}
