import { Injectable } from '@nestjs/common';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import { inLimitedRows } from '#core/checks/write-checks.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { limitedRows, rowsKey } from '#core/rights/access.js';
import { restoredLookups, restoreChecks } from '#records/core/deletes/restoration.js';
import { lockDeletedWith, compileRestore } from '#records/core/deletes/restore-records.sql.js';
import { Args } from '#core/statements/args.js';
import { rowFaults } from '#records/core/matching/match-faults.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Records of one entity that are restored together. */
export interface RestoredGroup {
  readonly entity: Entity;
  readonly ids: Set<string>;
}

/** Transaction of a restore: the whole of it, or a part of a write that records the outcome itself. */
export interface RestoreStep {
  readonly tx: Transaction;
  readonly mode: 'store' | 'part';
}

interface RestoredRow {
  readonly faults: string | null;
  readonly result: string;
  readonly matched: number;
}

/** Sends the statements of a restore, all in one transaction. Holds no rule of its own. */
@Injectable()
export class RestoreRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Locks the children that were deleted together with their parents and answers their ids. */
  async lockDeletedWith(
    ctx: RequestContext,
    relation: Relation,
    parentIds: readonly string[],
    tx: Transaction,
  ): Promise<readonly string[]> {
    return (await tx.runStatement(lockDeletedWith, ctx, { parentIds }, relation)).map(({ id }) => id);
  }

  /** Restores locked records. @throws {DomainError} Conflict, naming all that cannot be restored; {ConstraintViolation} */
  async restore(
    ctx: RequestContext,
    groups: readonly RestoredGroup[],
    { tx, mode }: RestoreStep,
  ): Promise<RestoredRow> {
    const args = new Args(ctx);
    const rows = groups.map(({ entity, ids }) => ({ entity, ids: args.add([...ids], 'uuid[]') }));
    const lookups = rows.map(({ entity }) => restoredLookups(ctx.catalogue, rows, entity));
    const [{ entity: asked }] = groups;
    // Children come along with their parents.
    const checks = [
      ...rows.flatMap((group, i) => restoreChecks(ctx, group, lookups[i], i)),
      ...inLimitedRows(ctx, asked, 0, 'update'),
    ];
    const covered = limitedRows(ctx, asked, 'update') ? rowsKey(ctx, asked, 'update') : '';
    const key = `restore:${mode}:${groups.map(({ entity }) => entity.name).join()} ${covered}`;
    const compile = () => compileRestore(ctx, rows, lookups, checks, mode === 'store');
    const statement = this.statements.get(ctx, key, compile);
    const [restored] = await tx.execute<RestoredRow>(statement, args);
    const faults = rowFaults(checks, restored.faults);
    if (faults.length > 0) throw new DomainError(...faults);
    return restored;
  }
}
