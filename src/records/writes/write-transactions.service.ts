import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import { clashFault } from '#core/checks/clash-fault.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { WriteOptions } from '#core/requests/write-commands.js';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import { ConstraintViolation, OutcomeUnknown } from '#platform/database/connections/database.errors.js';
import { KeepOutcome } from '#platform/operations/outcomes/keep-outcome.js';
import { BeforeCommitHooks } from '#records/hooks/before-commit-hooks.js';
import { CommitWrite, type Execution } from './commit-write.service.js';
import type { WritePlan } from './write-plan.js';
import type { WriteOutcome } from '#platform/operations/outcomes/outcome.js';

/**
 * Executes the plans of writes. What every write needs is wrapped around it once, from the outside in: the beginning of its
 * submission, conflicts, a lost COMMIT; `CommitWrite` goes on with missing sequences and the statements themselves.
 */
@Injectable()
export class WriteTransactions {
  constructor(
    private readonly commits: CommitWrite,
    private readonly hooks: BeforeCommitHooks,
    private readonly outcomes: KeepOutcome,
    private readonly directory: CachedDirectory,
  ) {}

  /** Tells whether one statement can be the write: no before-commit hook follows, and its outcome keeps Ids only. */
  canAutocommit(ctx: RequestContext, written: readonly Entity[], { dryRun }: Pick<WriteOptions, 'dryRun'>): boolean {
    return !dryRun && ctx.submission?.keepsBody !== true && !this.hooks.isNeeded(ctx, written);
  }

  /**
   * @throws {DomainError} Conflict, and the faults that the plan's statements find
   * @throws {ConstraintViolation} of a constraint that the catalogue does not know
   */
  async execute<T extends Partial<WriteOutcome>>(ctx: RequestContext, plan: WritePlan<T>): Promise<T> {
    if (plan.kind !== 'steps' || !plan.dryRun) await ctx.submission?.begin();
    const execution: Execution<T> = { ctx, plan, made: undefined };
    try {
      const outcome = await this.#resolvingLostCommit(execution);
      await this.directory.refreshAfter(plan.kind === 'steps' ? execution.made!.written : plan.written);
      return outcome;
    } catch (error) {
      throw error instanceof ConstraintViolation ? await conflictOf(execution, error) : error;
    }
  }

  /**
   * After a lost COMMIT the outcome row decides: either the write was stored, or it runs again. If the lost COMMIT takes
   * effect in between, the second run violates the outcome's primary key and is rolled back.
   */
  async #resolvingLostCommit<T extends Partial<WriteOutcome>>(execution: Execution<T>): Promise<T> {
    try {
      return await this.commits.commit(execution);
    } catch (lost) {
      const { submission, correlationId } = execution.ctx;
      // Only a submitted write has an outcome of its own.
      if (!submission || !(lost instanceof OutcomeUnknown)) throw lost;
      const { made } = execution;
      const stored = await this.outcomes.storedIds(correlationId, lost);
      if (stored) return rereadOf(execution, made, stored);
      return this.commits.commit(execution).catch(async (error: unknown) => {
        const storedMeanwhile = await this.outcomes.storedIds(correlationId, lost);
        if (storedMeanwhile) return rereadOf(execution, made, storedMeanwhile);
        throw error;
      });
    }
  }
}

/** Result of a stored write whose COMMIT got no answer. @param made by its steps before the COMMIT */
async function rereadOf<T extends Partial<WriteOutcome>>(
  { plan }: Execution<T>,
  made: Execution<T>['made'],
  ids: readonly string[],
): Promise<T> {
  return plan.kind === 'steps' ? made! : plan.reread(ids);
}

/** The error that a violated constraint stands for; the violation itself when the catalogue does not know the constraint. */
async function conflictOf<T extends Partial<WriteOutcome>>(
  { ctx, plan: { conflicts } }: Execution<T>,
  violation: ConstraintViolation,
): Promise<Error> {
  const found = await conflicts?.explain?.();
  if (found && found.length > 0) return new DomainError(...found);
  const clash = clashFault(ctx, violation, found !== undefined);
  return clash ? new DomainError(conflicts?.locate?.(clash, violation) ?? clash) : violation;
}
