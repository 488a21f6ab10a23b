import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import { PaceChanges } from '#platform/catalogue/pace-changes.js';
import type { Transaction } from '#platform/database/transaction.js';

/**
 * Phases of before-commit hooks, in the order they run: what refuses the write, then what derives records from it, then
 * what brings routines, definitions, indexes and triggers into force (routines that go before the tables that they use,
 * new ones after them), then remarks. Each phase has one hook. Locks come before everything that may change children of locked records on
 * the service's behalf, approvals after everything that their criteria read.
 */
export const BEFORE_COMMIT_PHASES = [
  'rights',
  'keys',
  'locks',
  'decisions',
  'shares',
  'teams',
  'approvers',
  'rollups',
  'approvals',
  'routines',
  'definitions',
  'new routines',
  'indexes',
  'triggers',
  'schedules',
  'clauses',
] as const;

export type BeforeCommitPhase = (typeof BEFORE_COMMIT_PHASES)[number];

/** Refusal of a write by a before-commit hook because of one of its records. */
export class WriteRefused extends DomainError {}

/** Rolls an attempt back. */
class Attempted extends Error {}

/** Phases that may refuse a write because of one of its records. */
const REFUSING: ReadonlySet<BeforeCommitPhase> = new Set(['locks', 'decisions', 'shares', 'rollups', 'approvals']);

/** Phases that do not apply to the records of a definition file: nobody wrote them. */
const OF_CALLERS: ReadonlySet<BeforeCommitPhase> = new Set([
  'locks',
  'decisions',
  'shares',
  'approvers',
  'approvals',
  'clauses',
]);

/** Work that a module adds to the transaction of a write because of the written records. */
export interface BeforeCommitHook {
  /** Tells whether writes of this entity need the hook; they are then transactions even where one statement would do. */
  concerns(ctx: RequestContext, entity: Entity): boolean;
  /**
   * Runs once per transaction, after its last statement and before COMMIT; a throw rolls the write back.
   * @returns entities whose records it changed itself, for the phases that follow
   * @throws {WriteRefused} for a record of the write, which the hook does not name
   */
  beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<readonly Entity[] | void>;
  /**
   * The same work for records that a routine wrote, as statements: the service does not control the sessions of routines.
   * A hook without it does not apply to those records.
   */
  afterRoutineSteps?(ctx: RequestContext): readonly AfterRoutineStep[];
}

/** The before-commit hooks of all modules. Their order is that of the phases, whenever they were registered. */
@Injectable()
export class BeforeCommitHooks {
  readonly #byPhase = new Map<BeforeCommitPhase, BeforeCommitHook>();
  #inOrder: readonly (readonly [BeforeCommitPhase, BeforeCommitHook])[] = [];

  constructor(private readonly pace: PaceChanges) {}

  /** @throws {Error} when the phase has a hook already */
  register(phase: BeforeCommitPhase, hook: BeforeCommitHook): void {
    if (this.#byPhase.has(phase)) throw new Error(`The before-commit phase ${phase} has a hook already.`);
    this.#byPhase.set(phase, hook);
    this.#inOrder = BEFORE_COMMIT_PHASES.flatMap((each) => {
      const known = this.#byPhase.get(each);
      return known ? [[each, known] as const] : [];
    });
  }

  /** Tells whether a write of these entities needs a transaction for its before-commit hooks. */
  isNeeded(ctx: RequestContext, entities: readonly Entity[]): boolean {
    return this.#inOrder.some(([, hook]) => entities.some((entity) => hook.concerns(ctx, entity)));
  }

  /** Statements that do the work of the hooks for records that a routine writes. */
  afterRoutineSteps(ctx: RequestContext): readonly AfterRoutineStep[] {
    return this.#inOrder.flatMap(([, hook]) => hook.afterRoutineSteps?.(ctx) ?? []);
  }

  /**
   * Runs the hooks that the write needs.
   * @param written every entity whose records the transaction may have changed
   * @returns entities whose records hooks have changed
   */
  runAll(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<ReadonlySet<Entity>> {
    return this.#runPhases(this.#inOrder, ctx, written, tx);
  }

  /** Runs the hooks that apply to records of a definition file. @param written as in `runAll` */
  async runForLoad(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void> {
    const hooks = this.#inOrder.filter(([phase]) => !OF_CALLERS.has(phase));
    await this.#runPhases(hooks, ctx, written, tx);
  }

  /**
   * Runs the hooks that may refuse a record, in a savepoint that is rolled back.
   * @throws {DomainError} what they refuse
   */
  async attempt(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<void> {
    const hooks = this.#inOrder.filter(([phase]) => REFUSING.has(phase));
    const attempt = tx.savepoint(async () => {
      await this.#runPhases(hooks, ctx, written, tx);
      throw new Attempted();
    });
    await attempt.catch((error: unknown) => {
      if (!(error instanceof Attempted)) throw error;
    });
  }

  async #runPhases(
    hooks: readonly (readonly [BeforeCommitPhase, BeforeCommitHook])[],
    ctx: RequestContext,
    written: readonly Entity[],
    tx: Transaction,
  ): Promise<ReadonlySet<Entity>> {
    if (!written.some(isDefinition)) return this.#runEach(hooks, ctx, written, tx);
    await tx.allowPauses();
    return this.pace.timed(() => this.#runEach(hooks, ctx, written, tx));
  }

  async #runEach(
    hooks: readonly (readonly [BeforeCommitPhase, BeforeCommitHook])[],
    ctx: RequestContext,
    written: readonly Entity[],
    tx: Transaction,
  ): Promise<ReadonlySet<Entity>> {
    const known = new Set(written);
    const changed = new Set<Entity>();
    for (const [, hook] of hooks) {
      const concerned = [...known].filter((entity) => hook.concerns(ctx, entity));
      if (concerned.length === 0) continue;
      for (const entity of (await hook.beforeCommit(ctx, concerned, tx)) ?? []) {
        known.add(entity);
        changed.add(entity);
      }
    }
    return changed;
  }
}

/** Hooks divide the work on definitions into slices. */
const isDefinition = ({ kind }: Entity): boolean => kind === 'definition' || kind === 'access';
