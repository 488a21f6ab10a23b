import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { RenewContext } from '#platform/catalogue/renew-context.js';
import { Database } from '#platform/database/database.js';
import { isOutdated, isUndefinedObject } from '#platform/database/connections/database.errors.js';
import { MAX_LOOKS } from '#platform/process/scheduling/attempts.js';
import { KeepOutcome } from '#platform/operations/outcomes/keep-outcome.js';
import type { Transaction } from '#platform/database/transaction.js';
import { HookAnswers, HookQuestions, HooksUnanswered } from '#records/hooks/hook-questions.js';
import { HttpHooks } from '#records/hooks/http-hooks.service.js';
import { NOTE_SKIPPED_HOOKS } from '#records/core/hooks/note-skipped-hooks.sql.js';
import { BeforeCommitHooks } from '#records/hooks/before-commit-hooks.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { BatchedInserts } from './batched-inserts.service.js';
import { DeferredKeys, KeyRaced } from './deferred-keys.js';
import { autocommit } from './statement-call.js';
import type { SharedInsertWrite, StatementWrite, StepOutcome, StepsWrite, WritePlan } from './write-plan.js';
import type { WriteOutcome } from '#platform/operations/outcomes/outcome.js';

/** A plan and what its execution has come to. */
export interface Execution<T extends Partial<WriteOutcome>> {
  readonly ctx: RequestContext;
  readonly plan: WritePlan<T>;
  /** Outcome of steps: of their last run, whether it was committed or not. */
  made: (T & Pick<StepOutcome, 'written'>) | undefined;
  /** Answers of hooks over HTTP about its records. */
  answers?: HookAnswers;
}

/** Most attempts of a write that others race for its unique values. */
const MAX_ATTEMPTS = 5;

/** Commits a write, as one statement or as one transaction. `Database` retries what lost against another transaction. */
@Injectable()
export class CommitWrite {
  constructor(
    private readonly database: Database,
    private readonly batched: BatchedInserts,
    private readonly sequences: AutoNumberSequences,
    private readonly hooks: BeforeCommitHooks,
    private readonly outcomes: KeepOutcome,
    private readonly renewal: RenewContext,
    private readonly httpHooks: HttpHooks,
  ) {}

  /** When a number is the first of its prefix, creates the missing sequences and starts once more. */
  async commit<T extends Partial<WriteOutcome>>(execution: Execution<T>): Promise<T> {
    try {
      return await this.#current(execution);
    } catch (error) {
      if (!isUndefinedObject(error)) throw error;
      await this.sequences.createAll(execution.ctx);
      return this.#current(execution);
    }
  }

  /** Sends a statement again where only definitions were changed meanwhile that it does not use. */
  async #current<T extends Partial<WriteOutcome>>(execution: Execution<T>): Promise<T> {
    const { ctx, plan } = execution;
    if (plan.kind === 'steps') return this.#untilUnraced(execution, plan);
    const written = { entities: plan.written, isInsert: plan.kind === 'shared insert' };
    let current = ctx;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send(current, plan);
      } catch (error) {
        if (!isOutdated(error) || attempt === MAX_LOOKS) throw error;
        current = await this.renewal.unlessUsed(ctx, written);
      }
    }
  }

  async #send<T>(ctx: RequestContext, plan: StatementWrite<T> | SharedInsertWrite<T>): Promise<T> {
    if (plan.kind === 'shared insert') return plan.read(await this.batched.store(ctx, plan.draft));
    plan.args.renew(ctx);
    return autocommit(this.database, ctx, plan);
  }

  /** Repeats a write that was raced for a unique value; the last attempt is refused. */
  async #untilUnraced<T extends Partial<WriteOutcome>>(execution: Execution<T>, plan: StepsWrite<T>): Promise<T> {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return await this.#inTransaction(execution, plan, true);
      } catch (error) {
        if (!(error instanceof KeyRaced)) throw error;
      }
    }
    return this.#inTransaction(execution, plan, false);
  }

  /** Repeats a write whose records hooks over HTTP have to judge, with their answers. */
  async #inTransaction<T extends Partial<WriteOutcome>>(
    execution: Execution<T>,
    plan: StepsWrite<T>,
    mayRepeat: boolean,
  ): Promise<T> {
    const { ctx } = execution;
    for (;;) {
      try {
        return await this.database.transaction(ctx, (tx) =>
          HookQuestions.during(tx, execution.answers, () => this.#perform(execution, plan, { tx, mayRepeat })),
        );
      } catch (error) {
        if (!(error instanceof HooksUnanswered)) throw error;
        await this.httpHooks.ask(error, (execution.answers ??= new HookAnswers()), plan.dryRun);
      }
    }
  }

  async #perform<T extends Partial<WriteOutcome>>(
    execution: Execution<T>,
    plan: StepsWrite<T>,
    { tx, mayRepeat }: { readonly tx: Transaction; readonly mayRepeat: boolean },
  ): Promise<T> {
    const { ctx } = execution;
    if (plan.dryRun) tx.rollbackOnly();
    else await this.outcomes.claim(ctx, tx);
    DeferredKeys.open(tx, mayRepeat);
    const performed = await plan.perform(tx);
    await DeferredKeys.store(ctx, tx);
    execution.made = performed;
    const changed = await this.hooks.runAll(ctx, performed.written, tx);
    await noteSkippedHooks(ctx, tx);
    const completed = plan.complete ? await plan.complete(performed, changed, tx) : performed;
    const made = { ...completed, written: performed.written };
    execution.made = made;
    if (!plan.dryRun) await this.outcomes.keep(ctx, made, tx);
    return made;
  }
}

/** Names hooks without which the write goes on in its changes. */
async function noteSkippedHooks(ctx: RequestContext, tx: Transaction): Promise<void> {
  const skipped = HookQuestions.skippedOf(tx);
  if (skipped.length > 0) await tx.runStatement(NOTE_SKIPPED_HOOKS, ctx, { skipped: JSON.stringify(skipped) });
}
