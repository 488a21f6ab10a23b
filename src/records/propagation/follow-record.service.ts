import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import { Args } from '#core/statements/args.js';
import { compileFollowRecord, compileGivenRecords, followRecords } from '#records/core/updates/follow-record.sql.js';
import type { Transaction } from '#platform/database/transaction.js';

/**
 * Gives the owner of a record to its status history and its approval requests
 * (docs/interface/records.md#owners-and-teams).
 */
@Injectable()
export class FollowRecord {
  /** Follows records to their owners and teams, in the transaction of the change. @param ids of the records */
  async follow(ctx: RequestContext, entity: Entity, ids: readonly string[], tx: Transaction): Promise<void> {
    if (ids.length === 0) return;
    for (const name of entity.recordsAbout)
      await tx.runStatement(followRecords, ctx, { ids }, entity, ctx.catalogue.entity(name));
  }

  /** One step for each kind of records about records that a routine can give to another owner: through their OwnerFrom. */
  afterRoutineSteps(ctx: RequestContext): readonly AfterRoutineStep[] {
    const given = [...ctx.catalogue.entities.values()].filter(({ ownerFrom }) => ownerFrom);
    return given.flatMap((entity) =>
      entity.recordsAbout.map((name): AfterRoutineStep => {
        const args = new Args(ctx);
        const about = ctx.catalogue.entity(name);
        const ids = args.add([], 'uuid[]');
        return {
          entity: name,
          after: [entity.name],
          lock: compileGivenRecords(ctx, entity),
          ids,
          refresh: compileFollowRecord(ctx, { entity, about, ids }),
          args,
          faultsOf: () => [],
        };
      }),
    );
  }
}
