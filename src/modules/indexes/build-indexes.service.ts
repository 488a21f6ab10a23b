import { Injectable, Logger } from '@nestjs/common';
import { catalogueSteps } from '../../core/catalogue/build-catalogue.js';
import { DefinitionRepository } from '../../platform/catalogue/definition.repository.js';
import type { StoredEnvironment } from '../../platform/catalogue/environment.repository.js';
import { refusalOf } from '../../platform/database/database.errors.js';
import { PlatformDatabase, type Query } from '../../platform/database/platform-database.js';
import { inSlices } from '../../platform/scheduling/time-slicer.js';
import { ReconcileTables, type WantedIndex } from '../schema/index.js';
import { failureOf, TOO_LONG, type BuildFailure } from './build-failure.js';
import { indexWork, statesOf, type IndexWork } from './index-work.js';
import { IndexRepository } from './index.repository.js';
import { IndexStatesRepository } from './index-states.repository.js';

/** Result of an attempt to complete the indexes of an environment. */
export interface BuildResult {
  /** True if a look has found nothing to make or drop. */
  readonly isComplete: boolean;
  /** True if there is nothing left that another attempt could do; failures have a time of their own. */
  readonly isDone: boolean;
  readonly failures: ReadonlyMap<string, BuildFailure>;
}

/** Makes the missing indexes of one environment, one after the other, and stores their states. */
@Injectable()
export class BuildIndexes {
  readonly #logger = new Logger(BuildIndexes.name);

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly definitions: DefinitionRepository,
    private readonly tables: ReconcileTables,
    private readonly indexes: IndexRepository,
    private readonly states: IndexStatesRepository,
  ) {}

  /** @param before failures of earlier attempts by name of the index */
  async complete(
    stored: StoredEnvironment,
    before: ReadonlyMap<string, BuildFailure>,
    stop: AbortSignal,
  ): Promise<BuildResult> {
    const failures = new Map(before);
    try {
      if (await this.#isComplete(stored)) return { isComplete: true, isDone: true, failures: new Map() };
      const isDone = await this.platform.alone((query) => this.#work(stored, failures, { query, stop }), stop);
      const isComplete = isDone && !stop.aborted && failures.size === 0 && (await this.#isComplete(stored));
      return { isComplete, isDone, failures };
    } catch (error) {
      if (!stop.aborted) this.#logger.warn(error);
      return { isComplete: false, isDone: false, failures };
    }
  }

  /** Looks for missing and unwanted indexes; without any it stores the states. */
  async #isComplete(stored: StoredEnvironment): Promise<boolean> {
    const work = await this.#survey(stored);
    if (work.missing.length + work.unwanted.length > 0) return false;
    await this.#store(stored, work, new Map());
    return true;
  }

  /** Reads the indexes before the definitions: what a definition has made since is not dropped. */
  async #survey({ environment, versions }: StoredEnvironment): Promise<IndexWork> {
    const existing = await this.indexes.existing(environment);
    const definitions = await this.definitions.read(environment);
    const catalogue = await inSlices(catalogueSteps(environment, versions.definitions, definitions));
    return indexWork(await this.tables.madeBeside(catalogue), existing);
  }

  /** Another node may have made some meanwhile. An index that fails does not keep the others. */
  async #work(
    stored: StoredEnvironment,
    failures: Map<string, BuildFailure>,
    { query, stop }: { readonly query: Query; readonly stop: AbortSignal },
  ): Promise<void> {
    const { environment } = stored;
    const work = await this.#survey(stored);
    const missing = new Set(work.missing);
    await this.indexes.limitWaits(query);
    await this.#store(stored, work, failures);
    for (const placed of work.missing) {
      if (stop.aborted) return;
      const { index, table } = placed;
      const sqlState = await this.#attempt(stored, index, query);
      if (sqlState === undefined) {
        missing.delete(placed);
        failures.delete(index.name);
        if (index.hasExpression) await this.indexes.analyze(environment, table, query);
      } else {
        failures.set(index.name, failureOf(sqlState, failures.get(index.name)));
        if (!stop.aborted) await this.#drop(stored, index.name, query);
      }
      await this.#store(stored, { ...work, missing: [...missing] }, failures);
    }
    for (const name of work.unwanted) if (!stop.aborted) await this.#drop(stored, name, query);
  }

  /** @returns the SQLSTATE of the failure */
  async #attempt({ environment }: StoredEnvironment, index: WantedIndex, query: Query): Promise<string | undefined> {
    try {
      return (await this.indexes.make(environment, index, query)) ? undefined : TOO_LONG;
    } catch (error) {
      this.#logger.warn(`Index ${index.name} of environment ${environment.id} could not be made: ${String(error)}`);
      return refusalOf(error)?.sqlState ?? '';
    }
  }

  /** An index that stays is dropped by a later attempt. */
  async #drop({ environment }: StoredEnvironment, name: string, query: Query): Promise<void> {
    await this.indexes.drop(environment, name, query).catch((error: unknown) => this.#logger.warn(error));
  }

  async #store(
    { environment, versions }: StoredEnvironment,
    work: IndexWork,
    failures: ReadonlyMap<string, BuildFailure>,
  ): Promise<void> {
    await this.states.store(environment, versions.definitions, statesOf(work, failures));
  }
}
