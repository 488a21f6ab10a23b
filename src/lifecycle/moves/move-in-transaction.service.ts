import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { MovedRecord } from '#lifecycle/core/moves/move-outcome.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import type { Transaction } from '#platform/database/transaction.js';
import {
  StartWorkflows,
  ValidateMoves,
  type WorkflowStart,
  type StepTransaction,
  UpdateSteps,
} from '#records/index.js';
import { MoveRepository } from './move.repository.js';
import { hasHookedValidators, MoveStatements } from './move-statements.js';
import type { PreparedMove } from '#lifecycle/core/moves/prepare-move.js';

/** Result of a move in its transaction. */
interface MovedInTransaction {
  /** Undefined when none matched. */
  readonly record: MovedRecord | undefined;
  readonly written: readonly Entity[];
}

/** Moves one record as a part of a transaction: locks it before anything is judged, and starts what follows it. */
@Injectable()
export class MoveInTransaction {
  constructor(
    private readonly moves: MoveRepository,
    private readonly steps: UpdateSteps,
    private readonly workflows: StartWorkflows,
    private readonly validators: ValidateMoves,
  ) {}

  /** Tells whether hooks in code take part in a move. */
  needsHooks({ move }: PreparedMove): boolean {
    return this.steps.hasHooksFor(move.entity) || hasHookedValidators(move);
  }

  /** Tells whether a move needs no more than its own statement. */
  isSingle({ move, prepared }: PreparedMove): boolean {
    const startsNothing = move.candidates.every(({ afterWorkflows }) => afterWorkflows.length === 0);
    return startsNothing && this.steps.isSingle(prepared) && !hasHookedValidators(move);
  }

  /** @throws {DomainError} faults of the record; {ConstraintViolation} */
  async move(
    ctx: RequestContext,
    { move, prepared }: PreparedMove,
    matcher: Matcher,
    place: StepTransaction,
  ): Promise<MovedInTransaction> {
    await this.moves.lock(ctx, move, matcher, place.tx);
    const statements = new MoveStatements(this.moves, this.validators, move);
    const { written } = await this.steps.update(ctx, prepared, matcher, place, statements);
    return { record: statements.record, written };
  }

  /** Starts the workflows that follow the transitions of moved records, which the transaction has left as they will see them. */
  startAfter(ctx: RequestContext, entity: Entity, records: readonly MovedRecord[], tx: Transaction): Promise<void> {
    return this.workflows.start(ctx, afterMoves(entity, records), tx);
  }
}

/** Workflows that follow the transitions of moved records. */
function afterMoves(entity: Entity, records: readonly MovedRecord[]): readonly WorkflowStart[] {
  const ids = new Map<string, string[]>();
  for (const { id, transition } of records)
    for (const workflow of transition?.afterWorkflows ?? []) ids.set(workflow, [...(ids.get(workflow) ?? []), id]);
  return [...ids].map(([workflow, recordIds]) => ({ workflow, entity, recordIds, cause: 'Transition' }));
}
