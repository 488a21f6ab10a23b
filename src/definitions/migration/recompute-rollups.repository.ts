import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { RollupGroup } from '#records/core/rollups/following-rollups.js';
import { compileRecompute } from '#records/core/rollups/recompute-rollups.sql.js';
import { Args } from '#core/statements/args.js';
import { systemContext } from '#core/context/system-context.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Recomputes rollups of whole tables while writers wait. */
@Injectable()
export class RecomputeRollups {
  /**
   * Recomputes rollups.
   * @param groups in dependency order.
   */
  async recompute(
    { catalogue, correlationId, at }: RequestContext,
    groups: readonly RollupGroup[],
    tx: Transaction,
  ): Promise<void> {
    const ctx = systemContext(catalogue, correlationId, at);
    for (const group of groups) {
      const args = new Args(ctx);
      await tx.executeOnce(ctx, compileRecompute(ctx, group, args), args);
    }
  }
}
