import { Injectable } from '@nestjs/common';
import { UNBORN_VERSION } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { CompletedEnvironments } from '#platform/catalogue/completed-environments.repository.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { completionMark } from './completion-mark.js';

/** Keeps an environment complete when this version of the service applies changed definitions. */
@Injectable()
export class KeepCompletion implements BeforeCommitHook {
  constructor(
    private readonly completed: CompletedEnvironments,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('completion', this);
  }

  concerns({ catalogue }: RequestContext, { kind }: Entity): boolean {
    return (kind === 'definition' || kind === 'access') && catalogue.version !== UNBORN_VERSION;
  }

  async beforeCommit(ctx: RequestContext, _written: readonly Entity[], tx: Transaction): Promise<void> {
    await this.completed.keep(completionMark(), ctx.catalogue.environment.id, queryOn(ctx, tx));
  }
}
