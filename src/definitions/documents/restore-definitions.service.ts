import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { DefinitionDifference } from '#definitions/core/documents/definition-difference.js';
import { FILE_KINDS } from '#definitions/core/documents/file-kinds.js';
import { withIds } from '#records/core/matching/match-records.js';
import type { Transaction } from '#platform/database/transaction.js';
import { RestoreRecords } from '#records/index.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { StoredEnvironments } from './stored-environments.repository.js';

/** Restores the deleted definitions that a document brings back. */
@Injectable()
export class RestoreDefinitions {
  constructor(
    private readonly environments: StoredEnvironments,
    private readonly restores: RestoreRecords,
  ) {}

  /**
   * Restores what is deleted among new definitions, with the parts that the same delete deleted.
   * @returns the entities whose records it has restored
   */
  async restore(
    ctx: RequestContext,
    differences: readonly DefinitionDifference[],
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    const ids = differences.filter(({ action }) => action === 'Create').map(({ id }) => id);
    if (ids.length === 0) return [];
    const written = new Set<Entity>();
    const find = () => this.environments.deleted(ctx, ids, queryOn(ctx, tx));
    let deleted = await find();
    for (const { entity: name } of FILE_KINDS) {
      const gone = deleted.filter(({ kind }) => kind === name).map(({ id }) => id);
      if (gone.length === 0) continue;
      const entity = ctx.catalogue.entity(name);
      const outcome = await this.restores.within(
        ctx,
        { entity, matcher: withIds(ctx, entity, gone) },
        { tx, mode: 'part' },
      );
      for (const each of outcome.written ?? []) written.add(each);
      deleted = await find();
    }
    return [...written];
  }
}
