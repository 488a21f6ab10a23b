import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { WriteOptions } from '../../core/requests/write-commands.js';
import type { RequestContext } from '../../core/context.js';
import { CachedDirectory } from '../../platform/catalogue/cached-directory.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { KeepOutcome } from '../../platform/outcomes/keep-outcome.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import type { ExecuteStatement } from './insert.repository.js';
import type { StepOutcome } from './prepared-write.js';
import { BeforeCommitHooks } from '../hooks/index.js';
import type { WriteOutcome } from './write-outcome.js';

/** How writes reach the database: one statement by itself, or several in a transaction with what follows from them. */
@Injectable()
export class WriteTransactions {
  constructor(
    private readonly database: Database,
    private readonly endings: BeforeCommitHooks,
    private readonly sequences: AutoNumberSequences,
    private readonly directory: CachedDirectory,
    private readonly outcomes: KeepOutcome,
  ) {}

  /** Whether one statement can be the whole write: nothing is to follow it, and nothing but ids to be kept of it. */
  canStandAlone(ctx: RequestContext, written: readonly Entity[], { dryRun }: Pick<WriteOptions, 'dryRun'>): boolean {
    return !dryRun && ctx.submission?.keepsBody !== true && !this.endings.isNeeded(ctx, written);
  }

  /**
   * Runs a write of one statement.
   * @param written every entity whose records it may change.
   * @param reread what the statement answered, where that was lost, from the Ids of what it wrote.
   */
  async asSingleStatement<T>(
    ctx: RequestContext,
    written: readonly Entity[],
    work: (run: ExecuteStatement) => Promise<T>,
    reread: (ids: readonly string[]) => Promise<T>,
  ): Promise<T> {
    await ctx.submission?.begin();
    const run = (): Promise<T> =>
      this.sequences.withSequences(ctx, () => work((...call) => this.database.execute(ctx, ...call)));
    const outcome = await this.outcomes.resolvingLostCommit(ctx, run, reread);
    await this.directory.refreshAfter(written);
    return outcome;
  }

  /**
   * Runs a write of several statements, and what follows from it, as one transaction; a dry run leaves nothing.
   * @param work as that of `Database.transaction`.
   */
  async inTransaction<T extends Pick<StepOutcome, 'written'> & Partial<WriteOutcome>>(
    ctx: RequestContext,
    { dryRun }: Pick<WriteOptions, 'dryRun'>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    if (!dryRun) await ctx.submission?.begin();
    let made: T | undefined;
    const inTransaction = (): Promise<T> =>
      this.database.transaction(ctx, async (tx) => {
        if (dryRun) tx.rollbackOnly();
        else await this.outcomes.claim(ctx, tx);
        made = await work(tx);
        await this.endings.runAll(ctx, made.written, tx);
        if (!dryRun) await this.outcomes.keep(ctx, made, tx);
        return made;
      });
    let first: T | undefined;
    const run = (): Promise<T> => this.sequences.withSequences(ctx, inTransaction).finally(() => (first ??= made));
    const outcome = await this.outcomes.resolvingLostCommit(ctx, run, async () => first!);
    await this.directory.refreshAfter(outcome.written);
    return outcome;
  }
}
