import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { JsonText } from '../../core/json/json.js';
import type { Draft } from '../../core/drafts/draft.js';
import { answersBareId } from '../../core/inserts/bare-id.js';
import { HookedInsert } from './hooked-insert.service.js';
import type { StepOutcome, WritePlace } from './prepared-write.js';
import { UpdateSteps } from './update-steps.service.js';

/** The steps of an insert that takes more than one statement. */
@Injectable()
export class InsertSteps {
  constructor(
    private readonly updates: UpdateSteps,
    private readonly inserts: HookedInsert,
  ) {}

  /** One statement does it all: no targets to update, no hooks of the code. */
  isSingle(draft: Draft): boolean {
    return draft.inlineUpdates.length === 0 && !this.inserts.concern(draft);
  }

  /** @returns the created root record, as its writer may see it. */
  async run(ctx: RequestContext, draft: Draft, place: WritePlace): Promise<StepOutcome> {
    const written = new Set(draft.groups.map(({ entity }) => entity));
    for (const update of draft.inlineUpdates) {
      for (const entity of await this.updates.runInline(ctx, update, place.tx)) written.add(entity);
    }
    const record = await this.inserts.run(ctx, draft, place);
    return { result: insertResult(ctx, draft, record), recordAffected: 1, written: [...written] };
  }
}

/** `Result` of an insert: the record as it was stored, or its bare Id where caller or environment want no more. */
export function insertResult(ctx: RequestContext, { groups }: Draft, record: string): JsonText {
  return new JsonText(answersBareId(ctx) ? `"${groups[0].rows[0].id}"` : record);
}
