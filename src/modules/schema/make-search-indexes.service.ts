import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { buildCatalogue } from '../../core/catalogue/build-catalogue.js';
import { DefinitionRepository } from '../../platform/catalogue/definition.repository.js';
import { EnvironmentRepository, type StoredEnvironment } from '../../platform/catalogue/environment.repository.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import type { WantedIndex } from './entity-tables.sql.js';
import { ReconcileTables } from './reconcile-tables.service.js';
import { SearchIndexRepository } from './search-index.repository.js';

const EVERY_MS = 5_000;
const RETRY_MS = 60_000;

/** State of an environment in the search for missing indexes. */
interface Look {
  /** Version of its definitions. */
  readonly version: string;
  /** Time (`performance.now()`) of the next search, whatever the version. */
  readonly againAtMs: number;
}

/**
 * Creates search indexes on existing tables concurrently with writes, some seconds after the definitions that need
 * them. Every node looks for missing indexes, so that none is lost with its node.
 */
@Injectable()
export class MakeSearchIndexes implements OnApplicationShutdown {
  readonly #logger = new Logger(MakeSearchIndexes.name);
  readonly #stop = new AbortController();
  readonly #looks = new Map<string, Look>();
  #running: Promise<void> | undefined;

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly environments: EnvironmentRepository,
    private readonly definitions: DefinitionRepository,
    private readonly tables: ReconcileTables,
    private readonly indexes: SearchIndexRepository,
  ) {}

  @Interval(EVERY_MS)
  async makeMissing(): Promise<void> {
    if (this.#running || this.#stop.signal.aborted) return;
    this.#running = this.#lookAtAll().catch((error: unknown) => this.#logger.warn(error));
    await this.#running;
    this.#running = undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #lookAtAll(): Promise<void> {
    for (const stored of await this.environments.all()) {
      const { environment, versions } = stored;
      const look = this.#looks.get(environment.id);
      if (look?.version === versions.definitions && performance.now() < look.againAtMs) continue;
      const isDone = await this.#complete(stored);
      if (this.#stop.signal.aborted) return;
      const againAtMs = isDone ? Infinity : performance.now() + RETRY_MS;
      this.#looks.set(environment.id, { version: versions.definitions, againAtMs });
    }
  }

  /** Creates missing indexes; returns true if none is left. */
  async #complete(stored: StoredEnvironment): Promise<boolean> {
    const { environment } = stored;
    try {
      if (!(await this.indexes.areWanted(environment))) return true;
      const wanted = await this.#wanted(stored);
      if ((await this.indexes.missing(environment, wanted)).length === 0) return true;
      return await this.platform.alone(async (query) => {
        // Another node may have created some meanwhile.
        for (const index of await this.indexes.missing(environment, wanted))
          await this.indexes.make(environment, index, query);
      }, this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#logger.warn(error);
      return false;
    }
  }

  async #wanted({ environment, versions }: StoredEnvironment): Promise<readonly WantedIndex[]> {
    const definitions = await this.definitions.read(environment);
    return this.tables.madeBeside(buildCatalogue(environment, versions.definitions, definitions));
  }
}
