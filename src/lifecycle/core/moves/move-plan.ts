import { limitedRows } from '#core/rights/access.js';
import { blockingProcesses, planSubmissions, type Submissions } from './move-blocks.sql.js';
import type { CheckTest } from '#core/checks/check.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { readsOwnRow } from '#core/criteria/own-fields.js';
import type { UpdateDraft } from '#records/core/drafts/update-draft.js';
import { FieldPath } from '#core/criteria/field-path.js';
import { byIds } from '#records/core/matching/by-ids.js';
import type { MatchInput } from '#records/core/matching/plan-match.js';
import type { Matcher } from '#records/core/matching/match-records.js';
import { Args } from '#core/statements/args.js';
import type { Slot } from '#core/sql/sql.js';
import { planUpdate } from '#records/core/updates/plan-update.js';
import type { UpdatePlan } from '#records/core/updates/update-plan.js';
import { evaluatedTransitions, type EvaluatedTransition } from './transition-conditions.js';
import type { Lifecycle, Transition } from '#core/catalogue/lifecycle.js';

/** A move of records to a status (docs/interface/lifecycle.md#status-moves). */
export interface Move {
  readonly entity: Entity;
  readonly lifecycle: Lifecycle;
  /** As the caller gave it; it may be no status of the lifecycle. */
  readonly statusId: string;
  /** Transitions to try, in their order. */
  readonly candidates: readonly Transition[];
  readonly comment: string | null;
  /** Fields that the move sets along with the status. */
  readonly draft: UpdateDraft;
  /** Present for a move by the approval engine: source of its change rows. Such a move ignores the approval lock. */
  readonly source?: string;
}

/** A required field of a candidate. */
export interface RequiredField {
  readonly candidate: number;
  readonly name: string;
}

/** A move as data: its text depends on `key` alone. */
export interface MovePlan {
  readonly key: string;
  readonly move: Move;
  /** Update of the fields; its checks of group 0 concern the assigned values, those of group 1 the moved record. */
  readonly update: UpdatePlan;
  readonly evaluated: readonly EvaluatedTransition[];
  readonly required: readonly RequiredField[];
  readonly statusId: Slot;
  readonly comment: Slot;
  /** By what the move itself starts a request of its record. */
  readonly submissions: Submissions;
}

const OF_RECORD: ReadonlySet<CheckTest['kind']> = new Set(['rule', 'hook', 'unique', 'outOfRows']);

/** Plans the statement of a move. */
export function planMove(ctx: RequestContext, move: Move, matching: MatchInput, mode: UpdatePlan['mode']): MovePlan {
  const { entity, draft, candidates, lifecycle, source = '' } = move;
  const { args } = matching;
  const update = planUpdate(ctx, draft, { ...matching, ignoresLock: source !== '' }, mode);
  const checks = update.checks.map((check) => (OF_RECORD.has(check.test.kind) ? { ...check, group: 1 } : check));
  const evaluated = evaluatedTransitions(ctx, entity, candidates, args);
  const positions = candidates.map((each) => lifecycle.transitions.indexOf(each)).join();
  return {
    key: `move:${positions}:${source}:${update.key}`,
    move,
    update: { ...update, checks },
    evaluated,
    required: candidates.flatMap(({ requiredFields }, candidate) =>
      requiredFields.filter((name) => entity.fields.has(name.toLowerCase())).map((name) => ({ candidate, name })),
    ),
    statusId: args.add(move.statusId, 'uuid'),
    comment: args.add(move.comment, 'text'),
    submissions: source === '' ? planSubmissions(ctx, entity, args) : [],
  };
}

/**
 * Tells whether all that a move is evaluated by is its own record. Otherwise its record is locked by a statement before: a
 * statement that waits for a lock sees that row anew, but everything else as it was before it waited.
 */
export function readsOwnRecord(ctx: RequestContext, { entity, candidates, draft }: Move): boolean {
  if (blockingProcesses(entity).length > 0 || limitedRows(ctx, entity, 'update')) return false;
  const args = new Args(ctx);
  const conditions = evaluatedTransitions(ctx, entity, candidates, args).flatMap((each) => each.conditions);
  const matching = { args, criterion: { kind: 'constant', value: true } } as const;
  const checked = planUpdate(ctx, draft, matching, 'store').checks.flatMap(({ test }) =>
    test.kind === 'rule' || test.kind === 'hook' ? [test.criterion] : [],
  );
  return [...conditions, ...checked].every(readsOwnRow);
}

/** Returns a matcher for the records with these record-information ids; a record that the caller may not read is none. */
export const withRecordIds =
  (ctx: RequestContext, entity: Entity, recordIds: readonly string[], expectedVersion?: string): Matcher =>
  () => {
    const args = new Args(ctx);
    const path = new FieldPath(entity, [], entity.fields.get('recordinformationid')!);
    const operands = [args.add(recordIds, 'uuid[]')];
    return {
      args,
      criterion: { kind: 'compare', path, operator: 'IN', operands, orNull: false },
      identity: [],
      ...(expectedVersion !== undefined && { expectedVersion }),
    };
  };

/** Returns a matcher for the records with these Ids that do not stand in a status. */
export const withIdsNotIn =
  (ctx: RequestContext, entity: Entity, ids: readonly string[], statusId: string): Matcher =>
  () => {
    const args = new Args(ctx);
    const path = new FieldPath(entity, [], entity.fields.get('statusid')!);
    const operands = [args.add(statusId, 'uuid')];
    const differs = { kind: 'compare', path, operator: 'NotEqualTo', operands, orNull: true } as const;
    return { args, criterion: { kind: 'all', of: [byIds(entity, ids, args), differs] }, identity: [] };
  };
