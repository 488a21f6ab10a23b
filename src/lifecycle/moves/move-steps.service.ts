import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { Transition } from '#core/catalogue/lifecycle.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { transitionFaults, type MovedRecord } from '#lifecycle/core/moves/move-outcome.js';
import type { Move } from '#lifecycle/core/moves/move-plan.js';
import type { PreparedMove } from '#lifecycle/core/moves/prepare-move.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import type { Transaction } from '#platform/database/transaction.js';
import {
  sendIn,
  StartWorkflows,
  type StepTransaction,
  type UpdateImage,
  updateImages,
  type UpdateStatements,
  UpdateSteps,
  ValidateMoves,
  type WorkflowStart,
} from '#records/index.js';
import { type Moved, MoveRepository } from './move.repository.js';
import { NO_SUCH_RECORD } from './record-entities.service.js';

/** Result of a move in its transaction. */
interface MovedInTransaction {
  /** Undefined when none matched. */
  readonly record: MovedRecord | undefined;
  readonly written: readonly Entity[];
}

/** Steps of a move of one record: locks it before anything is evaluated, and starts what follows it. */
@Injectable()
export class MoveSteps {
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
    let record: MovedRecord | undefined;
    let allowed = hasHookedValidators(move) ? undefined : move.candidates;
    // Hooks in code evaluate the transitions in their order; the move takes the first that nothing refuses.
    const images: UpdateStatements['images'] = async (_, draft, matched, tx) => {
      const found = refusing(await sendIn(tx, this.moves.callFor(ctx, { ...move, draft }, matched, 'image')));
      const read = updateImages(draft.entity, found.images!);
      allowed ??= [await this.#firstAllowed(ctx, move, { record: found.records[0], image: read[0] }, tx)];
      return read;
    };
    const store: UpdateStatements['store'] = async (_, draft, matched, { tx, mode }) => {
      if (!allowed) await images(ctx, draft, matched, tx);
      const stored = { ...move, draft, candidates: allowed! };
      const moved = refusing(await sendIn(tx, this.moves.callFor(ctx, stored, matched, mode)));
      [record] = moved.records;
      return { result: '[]', matched: moved.records.length, moved: moved.newOwners };
    };
    const statements = { alsoAssigned: ['StatusId'], images, store };
    const { written } = await this.steps.update(ctx, prepared, matcher, place, statements);
    return { record, written };
  }

  /** Starts the workflows that follow the transitions of moved records, which the transaction has left as they will see them. */
  startAfter(ctx: RequestContext, entity: Entity, records: readonly MovedRecord[], tx: Transaction): Promise<void> {
    return this.workflows.start(ctx, afterMoves(entity, records), tx);
  }

  async #firstAllowed(
    ctx: RequestContext,
    move: Move,
    { record, image }: { readonly record: MovedRecord; readonly image: UpdateImage },
    tx: Transaction,
  ): Promise<Transition> {
    const { lifecycle, entity } = move;
    const refused = new Map<Transition, readonly string[]>();
    for (const { evaluated, isShown, failing } of record.conditionResults) {
      if (!isShown || failing.length > 0) continue;
      const { transition } = evaluated;
      const [from, to] = [record.fromStatusId!, transition.toStatusId].map((id) => lifecycle.statuses.get(id)!.name);
      const messages = await this.validators.refusals(ctx, { entity, transition, from, to, ...image }, tx);
      if (messages.length === 0) return transition;
      refused.set(transition, messages);
    }
    const faults = transitionFaults(move, record, refused);
    throw new DomainError(...faults.map((fault) => ({ ...fault, recordId: record.recordId })));
  }
}

/** Tells whether a hook in code evaluates the move. */
const hasHookedValidators = ({ candidates }: Move): boolean =>
  candidates.some(({ validators }) => validators.some(({ hook }) => hook !== undefined));

/**
 * Returns the answer of a move's statement.
 * @throws {DomainError} NotFound when no record matched, faults of the call and of its records
 */
export function refusing(moved: Moved): Moved {
  if (moved.records.length === 0) throw new DomainError({ ...NO_SUCH_RECORD, path: 'recordId' });
  const faults = [...moved.faults, ...moved.records.flatMap((record) => record.faults)];
  if (faults.length > 0) throw new DomainError(...faults);
  return moved;
}

/** Workflows that follow the transitions of moved records. */
function afterMoves(entity: Entity, records: readonly MovedRecord[]): readonly WorkflowStart[] {
  const ids = new Map<string, string[]>();
  for (const { id, transition } of records)
    for (const workflow of transition?.afterWorkflows ?? []) ids.set(workflow, [...(ids.get(workflow) ?? []), id]);
  return [...ids].map(([workflow, recordIds]) => ({ workflow, entity, recordIds, cause: 'Transition' }));
}
