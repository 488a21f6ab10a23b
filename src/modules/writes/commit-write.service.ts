import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { Database } from '../../platform/database/database.js';
import { isUndefinedObject } from '../../platform/database/database.errors.js';
import { KeepOutcome } from '../../platform/outcomes/keep-outcome.js';
import { BeforeCommitHooks } from '../hooks/index.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { BatchedInserts } from './batched-inserts.service.js';
import { DeferredKeys, KeyRaced } from './deferred-keys.js';
import { autocommit } from './statement-call.js';
import type { StepOutcome, StepsWrite, WritePlan } from './write-plan.js';
import type { WriteOutcome } from '../../platform/outcomes/outcome.js';

/** A plan and what its execution has come to. */
export interface Execution<T extends Partial<WriteOutcome>> {
  readonly ctx: RequestContext;
  readonly plan: WritePlan<T>;
  /** Outcome of steps: of their last run, whether it was committed or not. */
  made: (T & Pick<StepOutcome, 'written'>) | undefined;
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
  ) {}

  /** When a number is the first of its prefix, creates the missing sequences and starts once more. */
  async commit<T extends Partial<WriteOutcome>>(execution: Execution<T>): Promise<T> {
    try {
      return await this.#send(execution);
    } catch (error) {
      if (!isUndefinedObject(error)) throw error;
      await this.sequences.createAll(execution.ctx);
      return this.#send(execution);
    }
  }

  #send<T extends Partial<WriteOutcome>>(execution: Execution<T>): Promise<T> {
    const { ctx, plan } = execution;
    switch (plan.kind) {
      case 'statement':
        return autocommit(this.database, ctx, plan);
      case 'shared insert':
        return this.batched.store(ctx, plan.draft).then((record) => plan.read(record));
      case 'steps':
        return this.#untilUnraced(execution, plan);
    }
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

  #inTransaction<T extends Partial<WriteOutcome>>(
    execution: Execution<T>,
    plan: StepsWrite<T>,
    mayRepeat: boolean,
  ): Promise<T> {
    const { ctx } = execution;
    return this.database.transaction(ctx, async (tx) => {
      if (plan.dryRun) tx.rollbackOnly();
      else await this.outcomes.claim(ctx, tx);
      DeferredKeys.open(tx, mayRepeat);
      const performed = await plan.perform(tx);
      await DeferredKeys.store(ctx, tx);
      execution.made = performed;
      const changed = await this.hooks.runAll(ctx, performed.written, tx);
      const completed = plan.complete ? await plan.complete(performed, changed, tx) : performed;
      const made = { ...completed, written: performed.written };
      execution.made = made;
      if (!plan.dryRun) await this.outcomes.keep(ctx, made, tx);
      return made;
    });
  }
}
