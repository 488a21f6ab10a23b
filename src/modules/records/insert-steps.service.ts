import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { JsonText } from '../../core/json/json.js';
import type { Draft } from '../../core/drafts/draft.js';
import { InsertRepository } from './insert.repository.js';
import type { StepOutcome, WritePlace } from './prepared-write.js';
import { RecordHooks } from './record-hooks.js';
import { UpdateSteps } from './update-steps.service.js';

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

  /** @returns the created root record, as its writer may see it. */
  async run(ctx: RequestContext, draft: Draft, { tx, mode }: WritePlace): Promise<StepOutcome> {
    const written = new Set(draft.groups.map(({ entity }) => entity));
    for (const update of draft.inlineUpdates) {
      for (const entity of await this.updates.runInline(ctx, update, tx)) written.add(entity);
    }
    await this.hooks.runForRows({ ctx, event: 'BeforeInsert', tx }, draft.groups);
    const record = await this.inserts.store(ctx, draft, (...call) => tx.run(...call), { mode });
    await this.hooks.runForRows({ ctx, event: 'AfterInsert', tx }, draft.groups);
    return { result: insertResult(ctx, draft, record), recordAffected: 1, written: [...written] };
  }
}

/** `Result` of an insert: the record as it was stored, or its bare Id where caller or environment want no more. */
export function insertResult(ctx: RequestContext, { groups }: Draft, record: string): JsonText {
  const bareId = ctx.preferences.returnId || ctx.catalogue.environment.settings.insertResult === 'Id';
  return new JsonText(bareId ? `"${groups[0].rows[0].id}"` : record);
}
