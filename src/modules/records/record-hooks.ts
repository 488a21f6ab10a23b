import { Injectable } from '@nestjs/common';
import type { Entity, HookEvent } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import type { DraftGroup } from '../../core/drafts/draft.js';
import type { Value } from '../../core/values/value-type.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** What a hook of the code is told; it runs inside the write's transaction and a throw undoes the write. */
export interface HookCall {
  readonly ctx: RequestContext;
  readonly entity: Entity;
  readonly event: HookEvent;
  /** The values the write sets, by field name. */
  readonly values: ReadonlyMap<string, Value>;
  readonly tx: Transaction;
}

/** A hook of the code. Refuses by throwing a `DomainError` of code `HookRejected`. */
export type HookHandler = (call: HookCall) => Promise<void>;

/** The hooks of the code by the name that definitions know them by; other modules register theirs here. */
@Injectable()
export class RecordHooks {
  readonly #handlers = new Map<string, HookHandler>();

  register(name: string, handler: HookHandler): void {
    this.#handlers.set(name, handler);
  }

  /** Whether a write of this entity needs a transaction with code in the middle. */
  has(entity: Entity, event: HookEvent): boolean {
    return this.#of(entity, event).length > 0;
  }

  /** Runs the entity's hooks of one event in the order of their definitions. */
  async run(call: HookCall): Promise<void> {
    for (const handler of this.#of(call.entity, call.event)) await handler(call);
  }

  /** Runs the hooks of new records, each with its own values. */
  async runForRows(
    { ctx, event, tx }: Pick<HookCall, 'ctx' | 'event' | 'tx'>,
    groups: readonly DraftGroup[],
  ): Promise<void> {
    for (const { entity, rows } of groups) {
      if (!this.has(entity, event)) continue;
      for (const { values } of rows) await this.run({ ctx, entity, event, values, tx });
    }
  }

  #of(entity: Entity, event: HookEvent): readonly HookHandler[] {
    const named = entity.hooks.filter(({ handler, events }) => handler && events.includes(event));
    return named.map(({ handler }) => this.#handlers.get(handler!)).filter((handler) => handler !== undefined);
  }
}
