import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Deletion } from '#records/core/deletes/deletion.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import { ReadImages } from '#records/hooks/read-images.repository.js';
import { RunHooks } from '#records/hooks/run-hooks.service.js';
import { type HookedRecord } from '#records/hooks/hooked-record.js';
import { DeleteRepository } from './delete.repository.js';

/** Deleted records of one entity, as their hooks see them. */
interface GoingRecords {
  readonly entity: Entity;
  readonly records: readonly HookedRecord[];
}

/** Hooks around a delete: of the matched records and of those that cascade from them. */
@Injectable()
export class DeleteHooks {
  constructor(
    private readonly hooks: RunHooks,
    private readonly deletes: DeleteRepository,
    private readonly images: ReadImages,
  ) {}

  /**
   * Calls the hooks before locked records are deleted.
   * @param checked ids that declarative hooks have checked already
   * @returns the records that have hooks in code. @throws {DomainError} refusals of hooks
   */
  async before(
    ctx: RequestContext,
    { groups }: Deletion,
    checked: readonly string[],
    tx: Transaction,
  ): Promise<readonly GoingRecords[]> {
    const known = new Set(checked);
    const faults: Fault[] = [];
    const going: GoingRecords[] = [];
    for (const { entity, ids } of groups) {
      const cascaded = [...ids].filter((id) => !known.has(id));
      if (cascaded.length > 0) faults.push(...(await this.deletes.refusals(ctx, entity, cascaded, tx)));
      if (!this.hooks.hasHooksFor(entity, 'Delete')) continue;
      // Hooks do not see records that were soft-deleted before.
      const images = await this.images.byIds(ctx, entity, [...ids], tx);
      const records = [...images].map(([recordId, record]): HookedRecord => {
        const place = (): Partial<Fault> => ({ path: 'WhereClause', recordId });
        return { record, assigned: new Set(), sets: new Map(), place };
      });
      await this.hooks.call({ ctx, entity, event: 'BeforeDelete', tx, faults }, records);
      going.push({ entity, records });
    }
    if (faults.length > 0) throw new DomainError(...faults);
    return going;
  }

  /** Calls the hooks after records were deleted. @throws {DomainError} refusals of hooks */
  async after(ctx: RequestContext, going: readonly GoingRecords[], tx: Transaction): Promise<void> {
    const faults: Fault[] = [];
    for (const { entity, records } of going) {
      await this.hooks.call({ ctx, entity, event: 'AfterDelete', tx, faults }, records);
    }
    if (faults.length > 0) throw new DomainError(...faults);
  }
}
