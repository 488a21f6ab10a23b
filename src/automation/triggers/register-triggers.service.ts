import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { compileRegisterTriggers } from '#automation/core/triggers/register-triggers.sql.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';

/** Lists the active event-based triggers and after-commit hooks of an environment, in the transaction of their writes. */
@Injectable()
export class RegisterTriggers implements BeforeCommitHook {
  constructor(hooks: BeforeCommitHooks) {
    hooks.register('triggers', this);
  }

  concerns(_ctx: RequestContext, { name }: Entity): boolean {
    return name === 'Trigger' || name === 'Hook';
  }

  async beforeCommit(ctx: RequestContext, _written: readonly Entity[], tx: Transaction): Promise<void> {
    await tx.executeOnce(ctx, compileRegisterTriggers(ctx));
  }
}
