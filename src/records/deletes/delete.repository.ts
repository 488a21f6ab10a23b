import { Injectable } from '@nestjs/common';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { Args } from '#core/statements/args.js';
import type { Sql } from '#core/sql/sql.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import {
  clearLookups,
  countChildren,
  compileDelete,
  compileChecksOfDeleted,
  lockChildren,
  type ChildCount,
  compileLockMatched,
  type DeleteStep,
} from '#records/core/deletes/delete-records.sql.js';
import type { Deletion } from '#records/core/deletes/deletion.js';
import type { StepTransaction } from '#records/writes/write-plan.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { matchKey, planMatch } from '#records/core/matching/plan-match.js';
import { checkFaults, matchFaults } from '#records/core/matching/match-faults.js';
import { hookChecks } from '#core/checks/write-checks.js';

/** Answer of a delete's statement. */
export interface Deleted {
  readonly result: string;
  readonly matched: number;
}

/** Sends the statements of a delete, all in one transaction. Holds no rule of its own. */
@Injectable()
export class DeleteRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Locks the matched records. @throws {DomainError} faults of the records */
  async lockMatched(
    ctx: RequestContext,
    entity: Entity,
    matcher: Matcher,
    tx: Transaction,
  ): Promise<readonly string[]> {
    const matching = matcher();
    const plan = planMatch(ctx, entity, 'delete', matching, true);
    const checks = hookChecks(ctx, entity, 0, { args: matching.args, event: 'Delete' });
    const compile = (): Sql => compileLockMatched(ctx, plan, checks);
    const statement = this.statements.get(ctx, `lock:${matchKey(ctx, plan)}`, compile);
    const [row] = await tx.execute<{ faults: string | null; ids: string | null }>(statement, matching.args);
    const faults = [...matchFaults(plan, row.faults), ...checkFaults(checks, row.faults)];
    if (faults.length > 0) throw new DomainError(...faults);
    return row.ids === null ? [] : (JSON.parse(row.ids) as string[]);
  }

  /** Faults that the declarative hooks of an entity find in the delete of locked records. */
  async refusals(
    ctx: RequestContext,
    entity: Entity,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<readonly Fault[]> {
    const args = new Args(ctx);
    const slot = args.add(ids, 'uuid[]');
    const checks = hookChecks(ctx, entity, 0, { args, event: 'Delete' });
    if (checks.length === 0) return [];
    const compile = (): Sql => compileChecksOfDeleted(ctx, entity, checks, slot);
    const statement = this.statements.get(ctx, `checkDeleted:${entity.name}`, compile, 'read');
    const [row] = await tx.execute<{ faults: string | null }>(statement, args);
    return checkFaults(checks, row.faults);
  }

  /** Locks the children of parents and answers their ids. @param all includes soft-deleted children */
  async lockChildren(
    ctx: RequestContext,
    relation: Relation,
    parentIds: readonly string[],
    { tx, all }: { readonly tx: Transaction; readonly all: boolean },
  ): Promise<readonly string[]> {
    return (await tx.runStatement(lockChildren, ctx, { parentIds }, relation, all)).map(({ id }) => id);
  }

  /** Counts the children of parents that are not in `goingIds`. Definitions are named to Administrators. */
  async countChildren(
    ctx: RequestContext,
    relation: Relation,
    ids: { readonly parentIds: readonly string[]; readonly goingIds: readonly string[] },
    tx: Transaction,
  ): Promise<ChildCount> {
    const child = ctx.catalogue.entity(relation.childEntity);
    const isNamed = child.kind !== 'business' && ctx.principal.isAdministrator;
    const [count] = await tx.runStatement(countChildren, ctx, ids, relation, isNamed);
    return count;
  }

  /** Clears lookups, one relation at a time, then deletes all records by one statement. */
  async apply(
    ctx: RequestContext,
    { groups, cleared }: Deletion,
    step: StepTransaction & DeleteStep,
  ): Promise<Deleted> {
    const { tx, mode, source } = step;
    for (const { relation, all, ...ids } of cleared) await tx.runStatement(clearLookups, ctx, ids, relation, all);
    const args = new Args(ctx);
    const rows = groups.map(({ entity, hard, ids }) => ({ entity, hard, ids: args.add([...ids], 'uuid[]') }));
    const key = `delete:${mode}${source ?? ''}:${rows.map(({ entity, hard }) => `${entity.name}${hard ? '!' : ''}`).join()}`;
    const statement = this.statements.get(ctx, key, () =>
      compileDelete(ctx, rows, { mode, ...(source && { source }) }),
    );
    const [deleted] = await tx.execute<Deleted>(statement, args);
    return deleted;
  }
}
