import { Injectable } from '@nestjs/common';
import { requireScope } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import { requireWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import type { Assignment } from '#core/requests/assignments.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { UpdateDrafter } from '#records/core/drafts/draft-update.js';
import type { InlineUpdate } from '#records/core/drafts/draft.js';
import { movesOwner, type PreparedUpdate } from '#records/core/drafts/update-draft.js';
import { FollowOwner } from '#records/propagation/follow-owner.service.js';
import { HookedInsert } from './hooked-insert.service.js';
import { HookedUpdate } from './hooked-update.service.js';
import { byId, type Matcher } from '#records/core/matching/match-records.js';
import type { StepOutcome, StepTransaction } from './write-plan.js';
import { UpdateRepository, type UpdateStatements } from './update.repository.js';

/** Steps of an update of several statements. */
@Injectable()
export class UpdateSteps {
  /** Drafts of lookup targets: records that they create keep their Ids when the transaction runs again. */
  readonly #inline = new WeakMap<InlineUpdate, { readonly ctx: RequestContext; readonly prepared: PreparedUpdate }>();

  constructor(
    private readonly updates: UpdateRepository,
    private readonly inserts: HookedInsert,
    private readonly hooked: HookedUpdate,
    private readonly followOwner: FollowOwner,
  ) {}

  /** Tells whether updates of an entity have hooks in code around them. */
  hasHooksFor(entity: Entity): boolean {
    return this.hooked.hasHooksFor(entity);
  }

  /** Tells whether one statement is enough: no nested records, children, hooks in code or records that follow owners. */
  isSingle({ draft, nested }: PreparedUpdate): boolean {
    const { entity, inlineUpdates, children } = draft;
    if (children.length + inlineUpdates.length + nested.inlineUpdates.length + nested.groups.length > 0) return false;
    return !movesOwner(draft) && !this.hooked.hasHooksFor(entity);
  }

  /**
   * Updates lookup targets first, then the records, then those that follow their owner.
   * @param statements of the update, if it is not a plain one
   */
  async update(
    ctx: RequestContext,
    prepared: PreparedUpdate,
    matcher: Matcher,
    { tx, mode }: StepTransaction,
    statements: UpdateStatements = this.updates,
  ): Promise<StepOutcome> {
    const { draft, nested } = prepared;
    const written = new Set(updatedEntities(ctx, prepared));
    for (const inline of [...draft.inlineUpdates, ...nested.inlineUpdates]) {
      for (const entity of await this.updateInline(ctx, inline, tx)) written.add(entity);
    }
    if (nested.groups.length > 0) await this.inserts.insert(ctx, nested, { tx, mode: 'part' });
    const updated = this.hooked.hasHooksFor(draft.entity)
      ? await this.hooked.update(ctx, draft, matcher, { tx, mode }, statements)
      : await statements.store(ctx, draft, matcher, { tx, mode });
    await this.followOwner.propagate(ctx, draft.entity, updated.moved, tx);
    return { result: new JsonText(updated.result), recordAffected: updated.matched, written: [...written] };
  }

  /**
   * Updates the target of a lookup that was given with its `Id` (docs/interface/records.md#lookups).
   * @returns every entity it may have changed
   */
  async updateInline(ctx: RequestContext, inline: InlineUpdate, tx: Transaction): Promise<readonly Entity[]> {
    const { entity, id, assignments, path, log } = inline;
    requireScope(ctx, entity, 'update');
    requireWritable(entity, 'update');
    const known = this.#inline.get(inline);
    const prepared = known?.ctx === ctx ? known.prepared : draftUpdate(ctx, entity, assignments, log);
    this.#inline.set(inline, { ctx, prepared });
    const { faults } = prepared.nested;
    if (faults.length > 0) throw new DomainError(...faults);
    const [children] = prepared.draft.children;
    if (children) {
      const message = `${children.relation.name}: children are written with a record of their own request.`;
      throw new DomainError({ code: 'Validation', message, path: children.path });
    }
    const update = await this.update(ctx, prepared, byId(ctx, entity, id), { tx, mode: 'part' });
    if (update.recordAffected > 0) return update.written;
    throw new DomainError({ code: 'Validation', message: `There is no such ${entity.name}.`, path });
  }
}

/**
 * Reads the assignments of an update, with the records its lookups create; faults are in the draft of those.
 * @param log receives lines about ignored members of nested records
 */
export function draftUpdate(
  ctx: RequestContext,
  entity: Entity,
  assignments: readonly Assignment[],
  log?: string[],
): PreparedUpdate {
  return new UpdateDrafter(ctx, entity, new Drafter(ctx, uuidV7, log)).read(assignments);
}

/** Entities whose records an update changes: its own, those of lookup targets, and those that follow an owner. */
export function updatedEntities(ctx: RequestContext, { draft, nested }: PreparedUpdate): readonly Entity[] {
  const inline = [...draft.inlineUpdates, ...nested.inlineUpdates, ...nested.groups].map(({ entity }) => entity);
  const followers = movesOwner(draft) ? [...ctx.catalogue.entities.values()].filter(({ ownerFrom }) => ownerFrom) : [];
  return [...new Set([draft.entity, ...inline, ...followers])];
}
