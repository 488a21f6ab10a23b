import type { RequestContext } from '#core/context/context.js';
import type { UpdateDraft } from '#records/core/drafts/update-draft.js';
import { DomainError } from '#core/errors.js';
import type { Transition } from '#core/catalogue/lifecycle.js';
import { transitionFaults, type MovedRecord } from '#lifecycle/core/moves/move-outcome.js';
import type { Move } from '#lifecycle/core/moves/move-plan.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import type { Transaction } from '#platform/database/transaction.js';
import {
  type ValidateMoves,
  sendIn,
  updateImages,
  type StepTransaction,
  type Updated,
  type UpdateImage,
  type UpdateStatements,
} from '#records/index.js';
import type { Moved, MoveRepository } from './move.repository.js';
import { NO_SUCH_RECORD } from './record-entities.service.js';

/** The statements of one move of one record, with what they answered. One object serves one run of a transaction. */
export class MoveStatements implements UpdateStatements {
  readonly alsoAssigned = ['StatusId'];
  #candidates: readonly Transition[];
  #records: readonly MovedRecord[] = [];
  #isJudged: boolean;

  constructor(
    private readonly moves: MoveRepository,
    private readonly validators: ValidateMoves,
    private readonly move: Move,
  ) {
    this.#candidates = move.candidates;
    this.#isJudged = !hasHookedValidators(move);
  }

  /** The moved record; undefined when none matched. */
  get record(): MovedRecord | undefined {
    return this.#records[0];
  }

  /** Hooks in code judge the transitions in their order; the move takes the first that nothing refuses. */
  async images(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    tx: Transaction,
  ): Promise<readonly UpdateImage[]> {
    const found = refusing(await sendIn(tx, this.moves.callFor(ctx, { ...this.move, draft }, matcher, 'image')));
    const images = updateImages(draft.entity, found.images!);
    if (!this.#isJudged) this.#candidates = [await this.#judged(ctx, found.records[0], images[0], tx)];
    this.#isJudged = true;
    return images;
  }

  async store(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    { tx, mode }: StepTransaction,
  ): Promise<Updated> {
    if (!this.#isJudged) await this.images(ctx, draft, matcher, tx);
    const move = { ...this.move, draft, candidates: this.#candidates };
    const moved = refusing(await sendIn(tx, this.moves.callFor(ctx, move, matcher, mode)));
    this.#records = moved.records;
    return { result: '[]', matched: moved.records.length, moved: moved.newOwners };
  }

  async #judged(ctx: RequestContext, record: MovedRecord, image: UpdateImage, tx: Transaction): Promise<Transition> {
    const { lifecycle, entity } = this.move;
    const refused = new Map<Transition, readonly string[]>();
    for (const { judged, isShown, failing } of record.verdicts) {
      if (!isShown || failing.length > 0) continue;
      const { transition } = judged;
      const [from, to] = [record.fromStatusId!, transition.toStatusId].map((id) => lifecycle.statuses.get(id)!.name);
      const messages = await this.validators.refusals(ctx, { entity, transition, from, to, ...image }, tx);
      if (messages.length === 0) return transition;
      refused.set(transition, messages);
    }
    const faults = transitionFaults(this.move, record, refused);
    throw new DomainError(...faults.map((fault) => ({ ...fault, recordId: record.recordId })));
  }
}

/** Tells whether a hook in code judges the move. */
export const hasHookedValidators = ({ candidates }: Move): boolean =>
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
