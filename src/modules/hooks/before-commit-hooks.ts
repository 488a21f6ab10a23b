import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { FollowStep } from '../../core/routines/follow-step.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** What a module adds to the end of a write's transaction because of the records that were written. */
export interface BeforeCommitHook {
  /** Whether writes of this entity are of interest; a write of several statements then, where one would have done. */
  concerns(ctx: RequestContext, entity: Entity): boolean;
  /** Runs once per transaction, after its last statement and before COMMIT; a throw undoes the write. */
  beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void>;
  /**
   * The same for records that a routine wrote, as statements: routines run in sessions that the service does not
   * command. An ending without it is not concerned by records of business entities.
   */
  followSteps?(ctx: RequestContext): readonly FollowStep[];
}

/** What follows from written records in their own transaction, in the order of registration. */
@Injectable()
export class BeforeCommitHooks {
  readonly #endings: BeforeCommitHook[] = [];

  register(ending: BeforeCommitHook): void {
    this.#endings.push(ending);
  }

  /** Registers what refuses writes before anything follows from them. */
  registerFirst(ending: BeforeCommitHook): void {
    this.#endings.unshift(ending);
  }

  /** Whether a write of these entities needs a transaction for what follows from it. */
  isNeeded(ctx: RequestContext, entities: readonly Entity[]): boolean {
    return this.#endings.some((ending) => entities.some((entity) => ending.concerns(ctx, entity)));
  }

  /** What follows from records that a routine writes. */
  followSteps(ctx: RequestContext): readonly FollowStep[] {
    return this.#endings.flatMap((ending) => ending.followSteps?.(ctx) ?? []);
  }

  /** @param written every entity whose records the transaction may have changed. */
  async runAll(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void> {
    for (const ending of this.#endings) {
      const concerned = written.filter((entity) => ending.concerns(ctx, entity));
      if (concerned.length > 0) await ending.beforeCommit(ctx, concerned, tx);
    }
  }
}
