import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { FollowStep } from '../../core/routines/follow-step.js';
import type { Transaction } from '../../platform/database/transaction.js';

/**
 * Phases of before-commit hooks, in the order they run: what refuses the write, then what derives records from it, then
 * what brings routines and definitions into force. Each phase has one hook.
 */
export const BEFORE_COMMIT_PHASES = ['rights', 'teams', 'rollups', 'routines', 'definitions'] as const;

export type BeforeCommitPhase = (typeof BEFORE_COMMIT_PHASES)[number];

/** Work that a module adds to the transaction of a write because of the written records. */
export interface BeforeCommitHook {
  /** Tells whether writes of this entity need the hook; they are then transactions even where one statement would do. */
  concerns(ctx: RequestContext, entity: Entity): boolean;
  /** Runs once per transaction, after its last statement and before COMMIT; a throw rolls the write back. */
  beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void>;
  /**
   * The same work for records that a routine wrote, as statements: the service does not control the sessions of routines.
   * A hook without it does not concern business entities.
   */
  followSteps?(ctx: RequestContext): readonly FollowStep[];
}

/** The before-commit hooks of all modules. Their order is that of the phases, whenever they were registered. */
@Injectable()
export class BeforeCommitHooks {
  readonly #byPhase = new Map<BeforeCommitPhase, BeforeCommitHook>();
  #inOrder: readonly BeforeCommitHook[] = [];

  /** @throws {Error} when the phase has a hook already */
  register(phase: BeforeCommitPhase, hook: BeforeCommitHook): void {
    if (this.#byPhase.has(phase)) throw new Error(`The before-commit phase ${phase} has a hook already.`);
    this.#byPhase.set(phase, hook);
    this.#inOrder = BEFORE_COMMIT_PHASES.flatMap((each) => this.#byPhase.get(each) ?? []);
  }

  /** Tells whether a write of these entities needs a transaction for its before-commit hooks. */
  isNeeded(ctx: RequestContext, entities: readonly Entity[]): boolean {
    return this.#inOrder.some((hook) => entities.some((entity) => hook.concerns(ctx, entity)));
  }

  /** Statements that do the work of the hooks for records that a routine writes. */
  followSteps(ctx: RequestContext): readonly FollowStep[] {
    return this.#inOrder.flatMap((hook) => hook.followSteps?.(ctx) ?? []);
  }

  /** Runs the hooks that the write needs. @param written every entity whose records the transaction may have changed */
  async runAll(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void> {
    for (const hook of this.#inOrder) {
      const concerned = written.filter((entity) => hook.concerns(ctx, entity));
      if (concerned.length > 0) await hook.beforeCommit(ctx, concerned, tx);
    }
  }
}
