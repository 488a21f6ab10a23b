import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { analyzePartition, AUDIT_INDEX_KINDS, makeBeside, UNINDEXED } from './change-partitions.sql.js';

/** Longest wait for transactions that are under way; the next attempt goes on from there. */
const LOCK_TIMEOUT = "SET lock_timeout = '60s'";

interface Unindexed {
  readonly partition: string;
  readonly kinds: readonly string[];
}

/**
 * Makes the audit log's indexes on partitions of earlier versions, beside writes, the newest partition first. One node
 * of all does, and the next one goes on where it ended; new partitions have the indexes from the beginning.
 */
@Injectable()
export class ChangeIndexes implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(ChangeIndexes.name);
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(private readonly platform: PlatformDatabase) {}

  /** Does not wait: reads are slower without the indexes, and right. */
  onApplicationBootstrap(): void {
    void this.makeMissing();
  }

  /** Logs a failure and retries after a minute. */
  @Upkeep(60_000)
  makeMissing(): Promise<void> {
    this.#running ??= this.#make()
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#log.warn(error);
      })
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #make(): Promise<void> {
    const missing = await this.platform.query<Unindexed>(UNINDEXED, [AUDIT_INDEX_KINDS]);
    if (missing.length === 0 || this.#stop.signal.aborted) return;
    await this.platform.alone((query) => makeAll(query), this.#stop.signal);
  }
}

/** Reads again what is missing, because another node may have made it meanwhile. */
async function makeAll(query: Query): Promise<void> {
  await query(LOCK_TIMEOUT);
  for (const { partition, kinds } of await query<Unindexed>(UNINDEXED, [AUDIT_INDEX_KINDS])) {
    for (const statement of kinds.flatMap((kind) => makeBeside(partition, kind))) await query(statement);
    await query(analyzePartition(partition));
  }
}
