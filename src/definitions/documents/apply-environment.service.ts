import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '#core/context/context.js';
import type { DefinitionDifference } from '#definitions/core/documents/definition-difference.js';
import type { EnvironmentFile } from '#definitions/core/documents/environment-file.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import { isOutdated, outdated } from '#platform/database/connections/database.errors.js';
import type { Query } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { type StepOutcome, WriteTransactions } from '#records/index.js';
import { compareEnvironment, type ComparedEnvironment, versionOf } from './compare-environment.js';
import { placedFaults } from '#definitions/core/documents/difference-faults.js';
import { RestoreDefinitions } from './restore-definitions.service.js';
import { StoredEnvironments } from './stored-environments.repository.js';
import { type WriteProgress, WriteDifferences } from './write-differences.service.js';

/** Attempts of an apply whose definitions another write changes between its beginning and its lock. */
const MAX_TRIES = 10;

/** Changes of an apply. */
export interface AppliedChanges {
  /** Version of the environment after the apply. */
  readonly version: string;
  readonly changes: readonly DefinitionDifference[];
}

/** Outcome of an apply. */
interface AppliedEnvironment extends StepOutcome {
  readonly plan: AppliedChanges;
}

/** Format of the result of an apply, and listener to its progress. */
export interface ApplyOptions {
  readonly resultOf: (plan: AppliedChanges) => Promise<StepOutcome['result']>;
  readonly progress?: WriteProgress;
}

/** Brings an environment to a document in one transaction by the ordinary write path: all of it, or nothing. */
@Injectable()
export class ApplyEnvironment {
  constructor(
    private readonly environments: StoredEnvironments,
    private readonly restores: RestoreDefinitions,
    private readonly differences: WriteDifferences,
    private readonly transactions: WriteTransactions,
    private readonly directory: CachedDirectory,
  ) {}

  /**
   * @throws {DomainError} VersionMismatch where the environment has changed since the plan, Conflict while another apply
   *   runs, and all faults of the document and of what it changes
   */
  async apply(ctx: RequestContext, file: EnvironmentFile, options: ApplyOptions): Promise<AppliedEnvironment> {
    ctx.submission?.runInline();
    for (let tries = 1; ; tries++) {
      try {
        return await this.#applyOnce(tries === 1 ? ctx : await this.#current(ctx), file, options);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        if (tries === MAX_TRIES) throw new DomainError(BUSY);
      }
    }
  }

  /** Returns the context with the definitions as they are by now. */
  async #current(ctx: RequestContext): Promise<RequestContext> {
    await this.directory.refresh();
    const { tenantId, appId, id } = ctx.catalogue.environment;
    const catalogue = await this.directory.find(tenantId, appId, id);
    return { ...ctx, catalogue: catalogue ?? ctx.catalogue };
  }

  async #applyOnce(ctx: RequestContext, file: EnvironmentFile, options: ApplyOptions): Promise<AppliedEnvironment> {
    let found: readonly DefinitionDifference[] = [];
    const perform = async (tx: Transaction): Promise<AppliedEnvironment> => {
      await tx.allowPauses();
      const { version, differences } = await this.#find(ctx, file, queryOn(ctx, tx));
      found = differences.differences;
      const restored = await this.restores.restore(ctx, found, tx);
      const compared = restored.length === 0 ? differences : await this.#compareAgain(ctx, file, tx);
      if (compared.faults.length > 0) throw new DomainError(...compared.faults);
      found = [...found, ...compared.differences];
      const written = await this.differences.write(ctx, compared.differences, tx, options.progress);
      const plan = { version, changes: differences.differences };
      const recordAffected = plan.changes.length;
      return { plan, result: LATER, recordAffected, written: [...restored, ...written] };
    };
    const complete = async (made: AppliedEnvironment, _: unknown, tx: Transaction): Promise<AppliedEnvironment> => {
      const isChanged = made.plan.changes.length > 0;
      const version = isChanged && (await versionOf(await this.environments.read(ctx, queryOn(ctx, tx))));
      const plan = version ? { ...made.plan, version } : made.plan;
      return { ...made, plan, result: await options.resultOf(plan) };
    };
    try {
      return await this.transactions.execute(ctx, { kind: 'steps', dryRun: file.dryRun, perform, complete });
    } catch (error) {
      throw error instanceof DomainError ? new DomainError(...placedFaults(error.faults, found)) : error;
    }
  }

  /** Locks the definitions and finds what differs, so that it stays the same to the end of the transaction. */
  async #find(
    ctx: RequestContext,
    file: EnvironmentFile,
    query: Query,
  ): Promise<{ readonly version: string; readonly differences: ComparedEnvironment }> {
    if ((await this.#locked(ctx, query)) !== ctx.catalogue.version) throw outdated();
    const stored = await this.environments.read(ctx, query);
    const version = await versionOf(stored);
    if (file.version !== undefined && file.version !== version) throw new DomainError(MOVED_ON);
    return { version, differences: await compareEnvironment(ctx, file, stored) };
  }

  /** Compares with what restored definitions hold. */
  async #compareAgain(ctx: RequestContext, file: EnvironmentFile, tx: Transaction): Promise<ComparedEnvironment> {
    return compareEnvironment(ctx, file, await this.environments.read(ctx, queryOn(ctx, tx)));
  }

  /** Waits for other changes of the definitions while it holds no lock, so that none waits for it in turn. */
  async #locked(ctx: RequestContext, query: Query): Promise<string> {
    for (const deadline = performance.now() + WAIT_MS; ; await sleep(LOOK_MS)) {
      const version = await this.environments.lockDefinitions(ctx, query);
      if (version !== undefined) return version;
      if (performance.now() > deadline) throw new DomainError(BUSY);
    }
  }
}

/** Result until the write is complete. */
const LATER = new JsonText('null');

/** Time in milliseconds that an apply waits for other changes of definitions, and between two looks at them. */
const [WAIT_MS, LOOK_MS] = [4_000, 50];

const BUSY = {
  code: 'Conflict',
  message: 'Another request is changing the definitions of this environment. Send this one again when it has ended.',
} as const;

const MOVED_ON = {
  code: 'VersionMismatch',
  message: 'The definitions of the environment have changed since the plan. Plan again.',
  path: 'Version',
} as const;
