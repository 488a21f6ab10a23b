import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import { compileLockParents } from '#records/core/rollups/affected-parents.sql.js';
import { compileRefresh, planRefresh, type RefreshPlan } from '#records/core/rollups/refresh-rollups.sql.js';
import { rollupsOf } from '#records/core/rollups/rollup-level.js';
import { rollupParents, type RollupParent } from '#records/core/rollups/rollup-parents.js';
import { Args } from '#core/statements/args.js';
import { systemContext } from '#core/context/system-context.js';
import { checkFaults } from '#records/core/matching/match-faults.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, WriteRefused, type BeforeCommitHook } from '#records/hooks/before-commit-hooks.js';

interface KeyedRefresh {
  readonly key: string;
  readonly plan: RefreshPlan;
}

/**
 * Refreshes the rollups of stored parents in the transaction that wrote their children. Parents are locked before their
 * rollups are computed, so that the second of two writers sees the commit of the first.
 */
@Injectable()
export class RefreshRollups implements BeforeCommitHook {
  constructor(
    private readonly statements: StatementCache,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('rollups', this);
  }

  concerns({ catalogue }: RequestContext, entity: Entity): boolean {
    return rollupParents(catalogue, entity).length > 0;
  }

  /** Refreshes level by level: rollups of parents may be over rollups of their children. @throws {WriteRefused} */
  async beforeCommit(
    { catalogue, correlationId, at }: RequestContext,
    written: readonly Entity[],
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    // The service itself changes rollups: the caller needs no right for it.
    const ctx = systemContext(catalogue, correlationId, at);
    const parents = new Set<Entity>();
    for (let changed = written; changed.length > 0;) {
      const refreshed: Entity[] = [];
      for (const affected of byParent(changed.flatMap((entity) => rollupParents(catalogue, entity)))) {
        if (await this.#refresh(ctx, affected, tx)) refreshed.push(affected[0].parent);
      }
      for (const parent of refreshed) parents.add(parent);
      changed = refreshed;
    }
    return [...parents];
  }

  /** One step per entity with rollups, in the order of names. */
  afterRoutineSteps({ catalogue, correlationId, at }: RequestContext): readonly AfterRoutineStep[] {
    const ctx = systemContext(catalogue, correlationId, at);
    const children = [...catalogue.entities.values()].filter(({ kind }) => kind === 'business');
    return byParent(children.flatMap((entity) => rollupParents(catalogue, entity))).map(
      (affected): AfterRoutineStep => {
        const { parent } = affected[0];
        const plan = planRefresh(
          ctx,
          parent,
          affected.flatMap(({ fields }) => fields),
          [],
        );
        return {
          entity: parent.name,
          after: [...new Set(affected.map(({ relation }) => relation.childEntity))],
          lock: compileLockParents(ctx, affected),
          ids: plan.ids,
          refresh: compileRefresh(ctx, plan),
          args: plan.args,
          faultsOf: (found) => checkFaults(plan.checks, found, () => 'Fields'),
        };
      },
    );
  }

  /** Refreshes the rollups of restored records, whose children may have changed meanwhile. */
  async catchUp(
    { catalogue, correlationId, at }: RequestContext,
    entity: Entity,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<void> {
    const fields = rollupsOf(entity);
    if (fields.length === 0 || ids.length === 0) return;
    const ctx = systemContext(catalogue, correlationId, at);
    await this.#store(ctx, { key: `ownRollups:${entity.name}`, plan: planRefresh(ctx, entity, fields, ids) }, tx);
  }

  /** @returns whether a record changed. */
  async #refresh(ctx: RequestContext, affected: readonly RollupParent[], tx: Transaction): Promise<boolean> {
    const { parent } = affected[0];
    const relations = affected.map(({ relation }) => relation.name).join();
    const lock = this.statements.get(ctx, `rollupParents:${relations}`, () => compileLockParents(ctx, affected));
    const ids = (await tx.execute<{ id: string }>(lock, new Args(ctx))).map(({ id }) => id);
    if (ids.length === 0) return false;
    const fields = affected.flatMap((each) => each.fields);
    const plan = planRefresh(ctx, parent, fields, ids);
    return this.#store(ctx, { key: `rollups:${relations}`, plan }, tx);
  }

  async #store(ctx: RequestContext, { key, plan }: KeyedRefresh, tx: Transaction): Promise<boolean> {
    const refresh = this.statements.get(ctx, key, () => compileRefresh(ctx, plan));
    const [row] = await tx.execute<{ faults: string | null; refreshed: number }>(refresh, plan.args);
    const faults = checkFaults(plan.checks, row.faults, () => 'Fields');
    if (faults.length > 0) throw new WriteRefused(...faults);
    return row.refreshed > 0;
  }
}

/** Groups by parent entity, in the order of names, so that all writers lock entities in one order. */
function byParent(affected: readonly RollupParent[]): readonly (readonly RollupParent[])[] {
  const groups = new Map<string, RollupParent[]>();
  for (const each of affected) groups.set(each.parent.name, [...(groups.get(each.parent.name) ?? []), each]);
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
