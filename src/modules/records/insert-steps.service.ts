import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { Draft } from '../../core/drafts/draft.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { InsertRepository, type RunStatement } from './insert.repository.js';
import { RecordHooks } from './record-hooks.js';
import { UpdateSteps, type WritePlace } from './update-steps.service.js';

/** The steps of an insert that takes more than one statement. */
@Injectable()
export class InsertSteps {
  constructor(
    private readonly inserts: InsertRepository,
    private readonly updates: UpdateSteps,
    private readonly hooks: RecordHooks,
  ) {}

  /** One statement does it all: no targets to update, no hooks of the code. */
  isSingle({ groups, inlineUpdates }: Draft): boolean {
    const isHooked = (entity: Entity): boolean =>
      this.hooks.has(entity, 'BeforeInsert') || this.hooks.has(entity, 'AfterInsert');
    return inlineUpdates.length === 0 && !groups.some(({ entity }) => isHooked(entity));
  }

  /** @returns the created root record as JSON text, as its writer may see it. */
  async run(ctx: RequestContext, draft: Draft, { tx, mode }: WritePlace): Promise<string> {
    const run: RunStatement = (...call) => tx.run(...call);
    for (const update of draft.inlineUpdates) await this.updates.runInline(ctx, update, tx);
    await this.#runHooks(ctx, draft, tx, 'BeforeInsert');
    const record = await this.inserts.store(ctx, draft, run, { mode });
    await this.#runHooks(ctx, draft, tx, 'AfterInsert');
    return record;
  }

  async #runHooks(
    ctx: RequestContext,
    { groups }: Draft,
    tx: Transaction,
    event: 'BeforeInsert' | 'AfterInsert',
  ): Promise<void> {
    for (const { entity, rows } of groups) {
      if (!this.hooks.has(entity, event)) continue;
      for (const { values } of rows) await this.hooks.run({ ctx, entity, event, values, tx });
    }
  }
}

/** Entities whose records a draft stores or changes. */
export const draftedEntities = ({ groups, inlineUpdates }: Draft): readonly Entity[] => [
  ...new Set([...groups, ...inlineUpdates].map(({ entity }) => entity)),
];
