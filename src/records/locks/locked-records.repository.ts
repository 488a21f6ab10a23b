import { Injectable } from '@nestjs/common';
import { isLockable } from '#core/relations/approval-parents.js';
import { lockFaults, type LockedRecord } from '#records/core/matching/lock-faults.js';
import { compileLockApprovalParents, compileLockedRecords } from '#records/core/locks/lock-parents.sql.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { accessKey } from '#core/relations/relation.js';
import type { Fault } from '#core/errors.js';
import { Args } from '#core/statements/args.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** A relation to a parent; `childIds` are the children, or those that the transaction has changed if absent. */
export interface ChildrenOfParent {
  readonly relation: Relation;
  readonly childIds?: readonly string[];
}

/** A parent, locked in the database; `isLocked` by an approval. */
interface LockedParent {
  readonly id: string;
  readonly isLocked: boolean;
}

/** Finds records that approvals lock. Holds no rule of its own. */
@Injectable()
export class LockedRecords {
  constructor(private readonly statements: StatementCache) {}

  /** Faults of the records with these ids that approvals lock. The caller of this method has locked their rows. */
  async faults(
    ctx: RequestContext,
    entity: Entity,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<readonly Fault[]> {
    if (!isLockable(entity) || ids.length === 0) return [];
    const args = new Args(ctx);
    const slot = args.add(ids, 'uuid[]');
    const key = `lockedRecords:${entity.name}:${accessKey({ ctx, rights: 'caller' })}`;
    const statement = this.statements.get(ctx, key, () => compileLockedRecords(ctx, entity, slot), 'read');
    return lockFaults(entity, await tx.execute<LockedRecord>(statement, args));
  }

  /** Locks the rows of parents. @param children of one parent entity */
  lockParents(
    ctx: RequestContext,
    children: readonly ChildrenOfParent[],
    tx: Transaction,
  ): Promise<readonly LockedParent[]> {
    const args = new Args(ctx);
    const links = children.map(({ relation, childIds }) => {
      return { relation, ...(childIds && { childIds: args.add(childIds, 'uuid[]') }) };
    });
    const names = links.map(({ relation, childIds }) => `${relation.name}${childIds ? '#' : ''}`);
    const compile = () => compileLockApprovalParents(ctx, links);
    return tx.execute<LockedParent>(this.statements.get(ctx, `approvalParents:${names.join()}`, compile), args);
  }
}
