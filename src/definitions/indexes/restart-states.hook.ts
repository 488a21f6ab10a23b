import { Injectable } from '@nestjs/common';
import { INDEX_KINDS } from '#core/catalogue/declared-index.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { DefinitionChangesRepository } from '#definitions/migration/definition-changes.repository.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { IndexRecords } from './index-records.js';

/** Marks the indexes of changed definitions as under way, in the transaction of their write. */
@Injectable()
export class RestartStates implements BeforeCommitHook {
  constructor(
    private readonly changes: DefinitionChangesRepository,
    private readonly records: IndexRecords,
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
    await this.records.states.restart(environment, ids, query);
    await this.records.attempts.restart(environment, ids, query);
  }
}
