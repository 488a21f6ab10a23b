import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { StoredEnvironment } from '#platform/catalogue/environment.repository.js';
import { FollowDefinitions } from '#platform/catalogue/follow-definitions.js';
import { BuildIndexes } from './build-indexes.service.js';
import { IndexedEnvironments } from './indexed-environments.repository.js';

const EVERY_MS = 5_000;

/** State of an environment in the search for missing indexes. */
interface Look {
  /** Version of its definitions. */
  readonly version: string;
  /** Time (`performance.now()`) of the next search, whatever the version. */
  readonly againAtMs: number;
}

/**
 * Makes indexes on existing tables beside writes, and drops those that no definition asks for, as soon as the definitions
 * have changed. Every node looks for missing indexes, so that none is lost with its node.
 */
@Injectable()
export class MakeIndexes implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(MakeIndexes.name);
  readonly #stop = new AbortController();
  readonly #looks = new Map<string, Look>();
  #running: Promise<void> | undefined;
  #isWoken = false;

  constructor(
    private readonly indexed: IndexedEnvironments,
    private readonly builds: BuildIndexes,
    private readonly changes: FollowDefinitions,
  ) {}

  onApplicationBootstrap(): void {
    this.changes.listen(() => void this.makeMissing());
  }

  @Interval(EVERY_MS)
  async makeMissing(): Promise<void> {
    this.#isWoken = true;
    if (this.#running) return;
    this.#running = this.#lookWhileWoken().catch((error: unknown) => this.#logger.warn(error));
    await this.#running;
    this.#running = undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #lookWhileWoken(): Promise<void> {
    while (this.#isWoken && !this.#stop.signal.aborted) {
      this.#isWoken = false;
      await this.#lookAtAll();
    }
  }

  async #lookAtAll(): Promise<void> {
    const mark = await this.indexed.mark();
    for (const stored of await this.indexed.pending(mark)) {
      const look = this.#looks.get(stored.environment.id);
      if (look?.version === stored.versions.definitions && performance.now() < look.againAtMs) continue;
      this.#looks.set(stored.environment.id, await this.#lookAt(stored, mark));
      if (this.#stop.signal.aborted) return;
    }
  }

  async #lookAt(stored: StoredEnvironment, mark: string): Promise<Look> {
    const found = await this.builds.complete(stored, this.#stop.signal);
    if (found.isComplete) await this.indexed.add(mark, stored);
    const waits = [...found.failures.values()].map(({ retryAfterMs }) => retryAfterMs);
    const againAtMs = performance.now() + Math.min(...waits, found.isDone ? Infinity : EVERY_MS);
    if (Number.isFinite(againAtMs)) setTimeout(() => void this.makeMissing(), againAtMs - performance.now()).unref();
    return { version: stored.versions.definitions, againAtMs };
  }
}
