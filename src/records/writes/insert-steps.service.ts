import { Injectable } from '@nestjs/common';
import { type RequestContext, returnsIdOnly } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import type { Draft } from '#records/core/drafts/draft.js';
import type { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import { HookedInsert } from './hooked-insert.service.js';
import { atRepeated, clashOf } from './statement-call.js';
import type { StepOutcome, StepTransaction } from './write-plan.js';
import { UpdateSteps } from './update-steps.service.js';

/** Steps of an insert of several statements. */
@Injectable()
export class InsertSteps {
  constructor(
    private readonly updates: UpdateSteps,
    private readonly inserts: HookedInsert,
  ) {}

  /** Tells whether one statement is enough: no lookup targets to update, no hooks in code. */
  isSingle(draft: Draft): boolean {
    return draft.inlineUpdates.length === 0 && !this.inserts.hasHooksFor(draft);
  }

  /** Updates lookup targets, then inserts. @returns the created root record, as its writer may see it */
  async insert(ctx: RequestContext, draft: Draft, step: StepTransaction): Promise<StepOutcome> {
    const written = new Set(draft.groups.map(({ entity }) => entity));
    for (const update of draft.inlineUpdates) {
      for (const entity of await this.updates.updateInline(ctx, update, step.tx)) written.add(entity);
    }
    const record = await this.#stored(ctx, draft, step);
    return { result: insertResult(ctx, draft, record), recordAffected: 1, written: [...written] };
  }

  /** @throws {DomainError} Conflict at the new record that repeats the values of another one */
  async #stored(ctx: RequestContext, draft: Draft, step: StepTransaction): Promise<string> {
    try {
      return await this.inserts.insert(ctx, draft, step);
    } catch (error) {
      const clash = step.mode === 'part' ? clashOf(ctx, error) : undefined;
      if (!clash) throw error;
      const placed = atRepeated(ctx, draft, clash, error as ConstraintViolation);
      throw placed === clash ? error : new DomainError(placed);
    }
  }
}

/** `Result` of an insert: the stored record, or only its Id if the caller or the environment asks for that. */
export function insertResult(ctx: RequestContext, { groups }: Draft, record: string): JsonText {
  return new JsonText(returnsIdOnly(ctx) ? `"${groups[0].rows[0].id}"` : record);
}
