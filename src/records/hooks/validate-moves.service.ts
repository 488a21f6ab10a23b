import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { callerOf } from './hooked-record.js';
import { ReadImages } from './read-images.repository.js';
import { handlerMissing, RegisteredHooks } from './registered-hooks.js';
import { withinTime } from './within-time.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RecordImage } from '#core/fields/record-image.js';
import type { Transition } from '#core/catalogue/lifecycle.js';

/** A move of one record by one transition, as hooks check it. */
interface HookedMove {
  readonly entity: Entity;
  readonly transition: Transition;
  /** Names of the statuses. */
  readonly from: string;
  readonly to: string;
  readonly old: RecordImage;
  /** The record as it will be after the move. */
  readonly record: RecordImage;
}

/** Asks the hooks in code that validators of transitions name. */
@Injectable()
export class ValidateMoves {
  constructor(
    private readonly registered: RegisteredHooks,
    private readonly images: ReadImages,
  ) {}

  /** Messages of the validators whose hooks this node lacks. */
  lacking({ validators }: Transition): readonly string[] {
    return validators.flatMap(({ hook, message }) =>
      hook === undefined || this.registered.validator(hook) ? [] : [message],
    );
  }

  /**
   * Asks all hooks of a transition, one after the other.
   * @returns the messages of those that refuse
   * @throws {DomainError} Unavailable without one of them, QueryTimeout when a hook takes too long; whatever a hook throws
   */
  async refusals(ctx: RequestContext, move: HookedMove, tx: Transaction): Promise<readonly string[]> {
    const messages: string[] = [];
    for (const { hook: hookName, message } of move.transition.validators) {
      if (hookName === undefined) continue;
      const hook = this.registered.validator(hookName);
      if (!hook) throw handlerMissing(`${move.entity.name}, transition ${move.transition.name},`, hookName);
      await withinTime(hook, async (signal) => {
        await hook.hook.validateMove!({
          entityName: move.entity.name,
          record: move.record,
          old: move.old,
          transition: move.transition.name,
          from: move.from,
          to: move.to,
          caller: callerOf(ctx),
          at: new Date(ctx.at),
          correlationId: ctx.correlationId,
          signal,
          refuse: (text = message) => void messages.push(text),
          find: (entityName, where) => this.images.where(ctx, entityName, where, tx),
        });
      });
    }
    return messages;
  }
}
