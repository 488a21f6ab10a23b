import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '#platform/process/scheduling/loop.js';
import type { StoredEnvironment } from '#platform/catalogue/environment.repository.js';
import { FollowDefinitions } from '#platform/catalogue/follow-definitions.js';
import { BuildIndexes } from './build-indexes.service.js';
import { IndexedEnvironments } from './indexed-environments.repository.js';

const EVERY_MS = 5_000;
/** Wait for a write that holds an environment whose indexes are complete. */
const HELD_MS = 1_000;

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
  readonly #making = new Loop((stop) => this.#makeMissing(stop), { pauseMs: EVERY_MS, logger: this.#logger });
  readonly #looks = new Map<string, Look>();

  constructor(
    private readonly indexed: IndexedEnvironments,
    private readonly builds: BuildIndexes,
    private readonly changes: FollowDefinitions,
  ) {}

  onApplicationBootstrap(): void {
    this.changes.listen(() => this.#making.wake());
    this.#making.start(EVERY_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#making.stop();
  }

  /** @returns longest time to the next search */
  async #makeMissing(stop: AbortSignal): Promise<number> {
    let nextAtMs = performance.now() + EVERY_MS;
    const mark = await this.indexed.mark();
    for (const stored of await this.indexed.pending(mark)) {
      if (stop.aborted) return 0;
      let look = this.#looks.get(stored.environment.id);
      if (look?.version !== stored.versions.definitions || performance.now() >= look.againAtMs)
        look = await this.#lookAt(stored, mark, stop);
      this.#looks.set(stored.environment.id, look);
      nextAtMs = Math.min(nextAtMs, look.againAtMs);
    }
    return Math.max(nextAtMs - performance.now(), 1);
  }

  async #lookAt(stored: StoredEnvironment, mark: string, stop: AbortSignal): Promise<Look> {
    const found = await this.builds.complete(stored, stop);
    const isHeld = found.isComplete && !(await this.indexed.add(mark, stored));
    const waits = [...found.failures.values()].map(({ retryAfterMs }) => retryAfterMs);
    if (isHeld) waits.push(HELD_MS);
    const againAtMs = performance.now() + Math.min(...waits, found.isDone ? Infinity : EVERY_MS);
    return { version: stored.versions.definitions, againAtMs };
  }
}
