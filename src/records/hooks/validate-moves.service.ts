import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { callerOf } from './hooked-record.js';
import { ReadImages } from './read-images.repository.js';
import { RegisteredHooks } from './registered-hooks.js';
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
  readonly #logger = new Logger(ValidateMoves.name);

  constructor(
    private readonly registered: RegisteredHooks,
    private readonly images: ReadImages,
  ) {}

  /**
   * Asks all hooks of a transition, one after the other.
   * @returns the messages of those that refuse; a hook that this service does not have refuses too
   * @throws {DomainError} QueryTimeout when a hook takes too long; whatever a hook throws
   */
  async refusals(ctx: RequestContext, move: HookedMove, tx: Transaction): Promise<readonly string[]> {
    const messages: string[] = [];
    for (const { name, hook: hookName, message } of move.transition.validators) {
      if (hookName === undefined) continue;
      const hook = this.registered.validator(hookName);
      if (!hook) {
        this.#logger.warn(`The validator ${name} names the hook '${hookName}', which this service does not have.`);
        messages.push(message);
        continue;
      }
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
