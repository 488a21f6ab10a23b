import type { Fault } from '#core/errors.js';
import { conditionParams } from '#core/rights/limiting-roles.js';
import { MOVES_BLOCKED } from '#records/core/matching/lock-faults.js';
import { conditionResultsOf, type EvaluatedTransition } from './transition-conditions.js';
import type { AvailableRow } from './available.sql.js';
import type { Lifecycle, Transition } from '#core/catalogue/lifecycle.js';

/** A transition that leads out of a record's status, and why it cannot be taken now. */
export interface BlockedTransition {
  readonly transition: Transition;
  /** Faults that a move by it would be answered. */
  readonly faults: readonly Fault[];
}

/** Facts of a record, with the names of the roles whose clauses refuse its update; absent: none does. */
export interface EvaluatedRow extends AvailableRow {
  readonly conditions?: string | undefined;
}

/** The moves of a record from its status. */
export interface AvailableMoves {
  /** Status of the lifecycle that the record stands in. */
  readonly fromStatusId: string | null;
  readonly open: readonly Transition[];
  readonly blocked: readonly BlockedTransition[];
  /** Transitions whose filters fail. */
  readonly hidden: readonly Transition[];
}

const outOfScope = (conditions: string | undefined): Fault => ({
  code: 'OutOfScope',
  message: 'You may not update this record.',
  ...(conditions !== undefined && { params: conditionParams(conditions) }),
});
const LOCKED: Fault = { code: 'ApprovalLocked', message: 'The record is locked: an approval is pending.' };

/**
 * Separates the transitions that the caller may take now from those that something blocks. Transitions whose filters fail
 * are hidden (docs/interface/lifecycle.md#available-statuses).
 * @param refused messages of hooks in code, by transition
 */
export function availableMoves(
  lifecycle: Lifecycle,
  evaluated: readonly EvaluatedTransition[],
  { status, held, writable, locked, blocked, submits, conditions }: EvaluatedRow,
  refused: ReadonlyMap<Transition, readonly string[]> = new Map(),
): AvailableMoves {
  const fromStatusId = status !== null && lifecycle.statuses.has(status) ? status : null;
  const conditionResults = conditionResultsOf(evaluated, JSON.parse(held) as (string | null)[]);
  const submitted = JSON.parse(submits) as readonly boolean[];
  const ofRecord = [...(writable ? [] : [outOfScope(conditions)]), ...(locked ? [LOCKED] : [])];
  const moves = conditionResults
    .filter(({ isShown }) => isShown)
    .map(({ evaluated: each, failing }): BlockedTransition => {
      const { transition } = each;
      const waits = blocked && !submitted[evaluated.indexOf(each)] ? [MOVES_BLOCKED] : [];
      const messages = [...failing.map(({ message }) => message), ...(refused.get(transition) ?? [])];
      const failed = messages.map((message): Fault => ({ code: 'ValidatorFailed', message }));
      return { transition, faults: [...ofRecord, ...waits, ...failed] };
    });
  return {
    fromStatusId,
    open: moves.filter(({ faults }) => faults.length === 0).map(({ transition }) => transition),
    blocked: moves.filter(({ faults }) => faults.length > 0),
    hidden: conditionResults.filter(({ isShown }) => !isShown).map(({ evaluated: { transition } }) => transition),
  };
}
