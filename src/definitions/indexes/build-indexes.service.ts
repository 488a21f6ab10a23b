import { Injectable, Logger } from '@nestjs/common';
import type { Environment } from '#core/catalogue/environment.js';
import { catalogueSteps } from '#core/compile/build-catalogue.js';
import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import type { StoredEnvironment } from '#platform/catalogue/environment.repository.js';
import { refusalOf } from '#platform/database/connections/database.errors.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import { GivenUpWork } from '#platform/operations/given-up-work.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { ReconcileTables } from '#definitions/schema/reconcile-tables.service.js';
import { type WantedIndex } from '#definitions/core/schema/wanted-table.js';
import { failureOf, lastFailure, MAX_ATTEMPTS, TOO_LONG, type BuildFailure } from './build-failure.js';
import { digestOf, IndexAttemptsRepository, type IndexAttempts } from './index-attempts.repository.js';
import { indexWork, statesOf, type IndexWork } from './index-work.js';
import { IndexStatesRepository } from './index-states.repository.js';
import { IndexRepository } from './index.repository.js';

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
    private readonly attempts: IndexAttemptsRepository,
    private readonly givenUp: GivenUpWork,
  ) {}

  async complete(stored: StoredEnvironment, stop: AbortSignal): Promise<BuildResult> {
    const failures = new Map<string, BuildFailure>();
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
    return indexWork(await this.tables.indexes(catalogue), existing);
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
    await this.#recall(environment, missing, failures);
    await this.#store(stored, work, failures);
    for (const placed of work.missing) {
      if (stop.aborted) return;
      if ((failures.get(placed.index.name)?.retryAfterMs ?? 0) > 0) continue;
      if (await this.#make(stored, placed, failures, { query, stop })) missing.delete(placed);
      await this.#store(stored, { ...work, missing: [...missing] }, failures);
    }
    for (const name of work.unwanted) if (!stop.aborted) await this.#drop(environment, name, query);
  }

  /** Adds how earlier attempts, on any node, have failed. */
  async #recall(
    environment: Environment,
    missing: ReadonlySet<IndexWork['missing'][number]>,
    failures: Map<string, BuildFailure>,
  ): Promise<void> {
    const attempts = await this.attempts.find(environment);
    for (const { index } of missing) {
      const failure = failureBefore(index, attempts.get(index.name));
      if (failure) failures.set(index.name, failure);
    }
  }

  /** Makes an index; the attempt is counted before. @returns true when the index is made */
  async #make(
    { environment }: StoredEnvironment,
    { index, table }: IndexWork['missing'][number],
    failures: Map<string, BuildFailure>,
    { query, stop }: { readonly query: Query; readonly stop: AbortSignal },
  ): Promise<boolean> {
    const attempt = await this.attempts.begin(environment, index);
    const sqlState = await this.#attempt(environment, index, query);
    if (sqlState === undefined) {
      failures.delete(index.name);
      await this.attempts.forget(environment, index.name);
      if (index.hasExpression) await this.indexes.analyze(environment, table, query);
      return true;
    }
    // A node that is stopped in order has not failed.
    const failure = stop.aborted ? { attempts: attempt - 1, retryAfterMs: 0 } : failureOf(sqlState, attempt);
    await this.attempts.fail(environment, index, failure).catch((error: unknown) => this.#logger.debug(error));
    if (failure.retryAfterMs === Infinity)
      this.givenUp.note('indexes', `Index ${index.name} of ${environment.name}: ${failure.error}`);
    failures.set(index.name, failure);
    if (!stop.aborted) await this.#drop(environment, index.name, query);
    return false;
  }

  /** @returns the SQLSTATE of the failure */
  async #attempt(environment: Environment, index: WantedIndex, query: Query): Promise<string | undefined> {
    try {
      return (await this.indexes.make(environment, index, query)) ? undefined : TOO_LONG;
    } catch (error) {
      this.#logger.warn(`Index ${index.name} of environment ${environment.id} could not be made: ${String(error)}`);
      return refusalOf(error)?.sqlState ?? '';
    }
  }

  /** An index that stays is dropped by a later attempt. */
  async #drop(environment: Environment, name: string, query: Query): Promise<void> {
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

/** Failure of the last attempt to make an index, and how long it is still to wait; undefined without any. */
function failureBefore(index: WantedIndex, made: IndexAttempts | undefined): BuildFailure | undefined {
  if (made?.digest !== digestOf(index)) return undefined;
  const { attempts, error, waitMs } = made;
  if (attempts >= MAX_ATTEMPTS) return lastFailure(attempts, error);
  return { attempts, retryAfterMs: waitMs, ...(error !== null && { error }) };
}
