import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { shapeOf } from '#core/criteria/criterion.js';
import { accessKey } from '#core/relations/relation.js';
import { movesOwner } from '#records/core/drafts/update-draft.js';
import { compileLockForMove } from '#lifecycle/core/moves/lock-records.sql.js';
import { moveOfCall, type StoredMove } from '#lifecycle/core/moves/move-of-call.sql.js';
import { moveOutcome, type MoveAnswer, type MoveOutcome } from '#lifecycle/core/moves/move-outcome.js';
import { planMove, type Move } from '#lifecycle/core/moves/move-plan.js';
import { compileMove } from '#lifecycle/core/moves/move-records.sql.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import type { UpdatePlan } from '#records/core/updates/update-plan.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import { autocommit, type StatementCall } from '#records/index.js';

/** Answer of a move's statement. */
export interface Moved extends MoveOutcome {
  /** Ids of records whose owner or team changed. */
  readonly newOwners: readonly string[];
  /** Images of the records before and after, as JSON text. */
  readonly images: string | null;
}

/** Prepares and sends the statements of moves. Holds no rule of its own. */
@Injectable()
export class MoveRepository {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** The statement that moves the matched records, each that has no fault. */
  callFor(ctx: RequestContext, move: Move, matcher: Matcher, mode: UpdatePlan['mode']): StatementCall<Moved> {
    const plan = planMove(ctx, move, matcher(), mode);
    const statement = this.statements.get(ctx, plan.key, () => compileMove(ctx, plan));
    const read = ([row]: readonly MoveAnswer[]): Moved => ({
      ...moveOutcome(plan, row),
      newOwners: row.moved === null ? [] : (JSON.parse(row.moved) as string[]),
      images: row.images,
    });
    return { statement, args: plan.update.args, read };
  }

  /** Faults of a move that cannot be made, and the records that it matches. Changes nothing. */
  explain(ctx: RequestContext, move: Move, matcher: Matcher): Promise<MoveOutcome> {
    return autocommit(this.database, ctx, this.callFor(ctx, move, matcher, 'explain'));
  }

  /** Locks the matching records in a statement of its own, which needs no answer to BEGIN. */
  async lock(ctx: RequestContext, { entity, draft }: Move, matcher: Matcher, tx: Transaction): Promise<void> {
    const { criterion, args } = matcher();
    const exclusive = movesOwner(draft);
    const key = `lock:${entity.name}:${exclusive}:${shapeOf(criterion)} ${accessKey({ ctx, rights: 'caller' })}`;
    const compile = (): ReturnType<typeof compileLockForMove> =>
      compileLockForMove(ctx, entity, { criterion, exclusive });
    await tx.execute(this.statements.get(ctx, key, compile, 'read'), args);
  }

  /** The move that this call has stored for a record, by its history; undefined when there is none. */
  async storedByCall(ctx: RequestContext, recordId: string): Promise<StoredMove | undefined> {
    const [row] = await this.database.runStatement(moveOfCall, ctx, { recordId });
    return row;
  }
}
