import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { linkedByIds } from '#records/core/matching/by-ids.js';
import type { ChildrenDraft, NamedChild, PreparedUpdate } from '#records/core/drafts/update-draft.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { Args } from '#core/statements/args.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import type { Transaction } from '#platform/database/transaction.js';
import { DeleteSteps } from '#records/deletes/delete-steps.service.js';
import { InsertSteps } from '#records/writes/insert-steps.service.js';
import { sendIn } from '#records/writes/statement-call.js';
import type { StepOutcome, StepTransaction } from '#records/writes/write-plan.js';
import { UpdateRepository } from '#records/writes/update.repository.js';
import { UpdateSteps } from '#records/writes/update-steps.service.js';
import { RefreshRollups } from '#records/propagation/refresh-rollups.service.js';

/** Writes of the children of a record that is known by now. */
interface ChildrenOf {
  readonly children: ChildrenDraft;
  readonly parentId: string;
}

/** A part of a transaction, and the children to insert at its end. */
interface TreePlace extends StepTransaction {
  readonly created: ChildrenOf[];
}

/** Updates a record with its children, which are inserted, updated and deleted by the rules of those writes. */
@Injectable()
export class UpdateTree {
  constructor(
    private readonly updates: UpdateSteps,
    private readonly updated: UpdateRepository,
    private readonly inserts: InsertSteps,
    private readonly deletes: DeleteSteps,
    private readonly rollups: RefreshRollups,
  ) {}

  /**
   * Updates the record first, whose owner its children may take; then deletes and updates all children, and inserts others
   * last, which may take the unique values that those give up.
   */
  async update(
    ctx: RequestContext,
    prepared: PreparedUpdate,
    matcher: Matcher,
    place: StepTransaction,
  ): Promise<StepOutcome> {
    const { entity, children } = prepared.draft;
    const created: ChildrenOf[] = [];
    const own = await this.#update(ctx, prepared, matcher, { ...place, created });
    if (children.length === 0 || own.recordAffected === 0) return own;
    const written = new Set(own.written);
    for (const of of created) for (const each of await this.#create(ctx, of, place.tx)) written.add(each);
    // Rollups over the children change the record again; the answer has the version after that.
    await this.rollups.beforeCommit(ctx, [...written], place.tx);
    const [{ Id }] = idsIn(own);
    const result = await sendIn(place.tx, this.updated.versionsCall(ctx, entity, [Id]));
    return { result: new JsonText(result), recordAffected: 1, written: [...written] };
  }

  /** Updates a record, and deletes and updates its children; those to insert are added to `created`. */
  async #update(
    ctx: RequestContext,
    prepared: PreparedUpdate,
    matcher: Matcher,
    { created, ...place }: TreePlace,
  ): Promise<StepOutcome> {
    const { children: drafts } = prepared.draft;
    const own = await this.updates.update(ctx, prepared, matcher, place);
    if (drafts.length === 0 || own.recordAffected === 0) return own;
    if (own.recordAffected > 1) {
      const message = `Children are written where one record matches; ${own.recordAffected} match.`;
      throw new DomainError({ code: 'Validation', message, path: drafts[0].path });
    }
    const [{ Id: parentId }] = idsIn(own);
    const written = new Set(own.written);
    for (const children of drafts) {
      const of = { children, parentId };
      for (const each of await this.#change(ctx, of, { tx: place.tx, mode: 'part', created })) written.add(each);
      if (children.roots.length > 0) created.push(of);
    }
    return { ...own, written: [...written] };
  }

  /** Deletes and updates children. @returns the changed entities */
  async #change(ctx: RequestContext, of: ChildrenOf, place: TreePlace): Promise<readonly Entity[]> {
    const { children } = of;
    const entity = ctx.catalogue.entity(children.relation.childEntity);
    const written: Entity[] = [];
    if (children.deletes.length > 0) {
      const outcome = await this.deletes.delete(ctx, entity, matching(ctx, of, children.deletes), place);
      requireAll(of, children.deletes, outcome.ids);
      written.push(...outcome.written);
    }
    for (const child of children.updates) {
      const outcome = await this.#update(ctx, child.prepared, matching(ctx, of, [child]), place);
      requireAll(of, [child], outcome.recordAffected > 0 ? [child.id] : []);
      written.push(...outcome.written);
    }
    return written;
  }

  /** Inserts children. @returns the changed entities */
  async #create(ctx: RequestContext, { children, parentId }: ChildrenOf, tx: Transaction): Promise<readonly Entity[]> {
    for (const row of children.roots) row.values.set(children.relation.childField, parentId);
    return (await this.inserts.insert(ctx, children.created, { tx, mode: 'part' })).written;
  }
}

const idsIn = ({ result }: StepOutcome): readonly { readonly Id: string }[] =>
  JSON.parse(result.text) as readonly { readonly Id: string }[];

/** Matches the named records that are children of the record above. */
const matching = (ctx: RequestContext, { children, parentId }: ChildrenOf, named: readonly NamedChild[]): Matcher => {
  const { childEntity, childField } = children.relation;
  const entity = ctx.catalogue.entity(childEntity);
  const wanted = { ids: named.map(({ id }) => id), targetId: parentId };
  return () => {
    const args = new Args(ctx);
    return { args, criterion: linkedByIds(entity, childField, wanted, args) };
  };
};

/** @throws {DomainError} for every named record that is no child of the record above */
function requireAll({ children }: ChildrenOf, named: readonly NamedChild[], found: readonly string[]): void {
  const there = new Set(found);
  const missing = named.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return;
  const { name } = children.relation;
  const message = `There is no such record among the ${name}.`;
  throw new DomainError(...missing.map(({ path }) => ({ code: 'Validation', message, path }) as const));
}
