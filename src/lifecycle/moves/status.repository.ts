import { Injectable } from '@nestjs/common';
import { rowsKey } from '#core/rights/access.js';
import { limitingRoles } from '#core/rights/limiting-roles.js';
import { planSubmissions } from '#lifecycle/core/moves/move-blocks.sql.js';
import { compileAvailable, type AvailableRow } from '#lifecycle/core/moves/available.sql.js';
import { evaluatedTransitions, type EvaluatedTransition } from '#lifecycle/core/moves/transition-conditions.js';
import type { EvaluatedRow } from '#lifecycle/core/moves/available.js';
import type { Transition } from '#core/catalogue/lifecycle.js';
import type { StatusEntity } from '#lifecycle/core/moves/prepare-move.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import {
  compileReadableRecords,
  readEntities,
  entitiesWithLifecycle,
} from '#lifecycle/core/moves/record-entities.sql.js';
import { accessKey } from '#core/relations/relation.js';
import { Args } from '#core/statements/args.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** The evaluated transitions of a record. */
export interface RecordConditions {
  readonly evaluated: readonly EvaluatedTransition[];
  readonly row: EvaluatedRow;
}

/** Reads records by their record-information ids, and evaluates their transitions. Holds no rule of its own. */
@Injectable()
export class StatusRepository {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** Names of the entities of live records by record-information id, among entities with an active lifecycle. */
  async entitiesOf(ctx: RequestContext, recordIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (entitiesWithLifecycle(ctx).length === 0) return new Map();
    const rows = await this.database.runStatement(readEntities, ctx, { recordIds });
    return new Map(rows.map(({ id, entity }) => [id, entity]));
  }

  /** Record-information ids of the records that the caller may read. */
  async readable(ctx: RequestContext, entity: Entity, recordIds: readonly string[]): Promise<ReadonlySet<string>> {
    const args = new Args(ctx);
    const slot = args.add(recordIds, 'uuid[]');
    const key = `readable records:${entity.name} ${accessKey({ ctx, rights: 'caller' })}`;
    const statement = this.statements.get(ctx, key, () => compileReadableRecords(ctx, entity, slot), 'read');
    const rows = await this.database.execute<{ id: string }>(ctx, statement, args);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Evaluates transitions for a record without locking it.
   * @param transitions to evaluate
   * @param tx that the record is read in; absent: a statement of its own
   * @returns `undefined` where the caller may not read the record
   */
  async evaluate(
    ctx: RequestContext,
    { entity, lifecycle }: StatusEntity,
    { recordId, transitions }: { readonly recordId: string; readonly transitions: readonly Transition[] },
    tx?: Transaction,
  ): Promise<RecordConditions | undefined> {
    const args = new Args(ctx);
    const slot = args.add(recordId, 'uuid');
    const evaluated = evaluatedTransitions(ctx, entity, transitions, args);
    const submissions = planSubmissions(ctx, entity, args);
    const positions = transitions.map((each) => lifecycle.transitions.indexOf(each)).join();
    const key = `available:${entity.name}:${positions}:${rowsKey(ctx, entity, 'update')} ${accessKey({ ctx, rights: 'caller' })}`;
    const compile = (): ReturnType<typeof compileAvailable> =>
      compileAvailable(ctx, entity, lifecycle, { evaluated, recordId: slot, submissions });
    const statement = this.statements.get(ctx, key, compile, 'read');
    const rows = tx
      ? await tx.execute<AvailableRow>(statement, args)
      : await this.database.execute<AvailableRow>(ctx, statement, args);
    if (rows.length === 0) return undefined;
    const [row] = rows;
    return { evaluated, row: row.isUnmet ? { ...row, conditions: limitingRoles(ctx, entity, 'update') } : row };
  }
}
