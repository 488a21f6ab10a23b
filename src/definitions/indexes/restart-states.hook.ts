import { Injectable } from '@nestjs/common';
import { INDEX_KINDS } from '#core/catalogue/declared-index.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { DefinitionChangesRepository } from '#definitions/migration/definition-changes.repository.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { IndexAttemptsRepository } from './index-attempts.repository.js';
import { IndexStatesRepository } from './index-states.repository.js';

/** Marks the indexes of changed definitions as under way, in the transaction of their write. */
@Injectable()
export class RestartStates implements BeforeCommitHook {
  constructor(
    private readonly changes: DefinitionChangesRepository,
    private readonly states: IndexStatesRepository,
    private readonly attempts: IndexAttemptsRepository,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('indexes', this);
  }

  concerns(_ctx: RequestContext, { name }: Entity): boolean {
    return INDEX_KINDS.some((kind) => kind === name);
  }

  async beforeCommit(ctx: RequestContext, _written: readonly Entity[], tx: Transaction): Promise<void> {
    const query = queryOn(ctx, tx);
    const changes = await this.changes.read(ctx, INDEX_KINDS, query);
    const ids = changes.map(({ id }) => id);
    const { environment } = ctx.catalogue;
    await this.states.restart(environment, ids, query);
    await this.attempts.restart(environment, ids, query);
  }
}
