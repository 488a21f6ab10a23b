import { checkFaults, matchFaults } from '#records/core/matching/match-faults.js';
import { MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import type { Fault } from '#core/errors.js';
import { conditionResultsOf, type ConditionResults } from './transition-conditions.js';
import type { Transition } from '#core/catalogue/lifecycle.js';
import type { Move, MovePlan } from './move-plan.js';

/** Answer of a move's statement; members as `compileMove` describes them. */
export interface MoveAnswer {
  readonly faults: string | null;
  readonly rows: string | null;
  readonly moved: string | null;
  readonly images: string | null;
}

/** A matched record of a move: moved where it has no faults. */
export interface MovedRecord {
  readonly id: string;
  /** Record-information id. */
  readonly recordId: string;
  readonly fromStatusId: string | null;
  /** Transition that it takes. */
  readonly transition?: Transition;
  /** Results of the conditions; absent where it takes a transition that no hook in code evaluates. */
  readonly conditionResults: readonly ConditionResults[];
  /** Id of its history row. */
  readonly historyId: string | null;
  readonly faults: readonly Fault[];
}

/** Result of a move's statement. */
export interface MoveOutcome {
  readonly records: readonly MovedRecord[];
  /** Faults that belong to no record. */
  readonly faults: readonly Fault[];
}

type MovedCells = readonly [
  id: string,
  recordId: string,
  status: string | null,
  taken: number | null,
  held: readonly (string | null)[] | null,
  historyId: string | null,
];
type Found = readonly (readonly [number: number, id: string | null])[];

/** Reads the answer of a move's statement. */
export function moveOutcome(plan: MovePlan, { faults, rows }: MoveAnswer): MoveOutcome {
  const found = JSON.parse(faults ?? '[]') as Found;
  const byRecord = new Map<string | null, [number, string | null][]>();
  for (const [number, id] of found) byRecord.set(id, [...(byRecord.get(id) ?? []), [number, id]]);
  const records = (JSON.parse(rows ?? '[]') as MovedCells[]).map((cells): MovedRecord => {
    const [id, recordId, fromStatusId, taken, held, historyId] = cells;
    const transition = taken === null ? undefined : plan.evaluated[taken].transition;
    const conditionResults = held === null ? [] : conditionResultsOf(plan.evaluated, held);
    const record = { id, recordId, fromStatusId, conditionResults, historyId, ...(transition && { transition }) };
    return { ...record, faults: faultsOf(plan, record, byRecord.get(id) ?? []) };
  });
  return { records, faults: matchFaults(plan.update.match, JSON.stringify(byRecord.get(null) ?? [])) };
}

/**
 * Faults of one record. A refused transition is not reported where the assigned values have faults: its conditions may have
 * read records that the caller may not refer to.
 */
function faultsOf({ move, update, required }: MovePlan, record: Omit<MovedRecord, 'faults'>, found: Found): Fault[] {
  const first = MATCH_FAULTS.length + update.checks.length;
  const text = JSON.stringify(found.filter(([number]) => number < first));
  const pathOf = (fieldName: string | undefined): string =>
    move.draft.settings.find(({ field }) => field.name === fieldName)?.path ?? 'Fields';
  const faults = [...matchFaults(update.match, text), ...checkFaults(update.checks, text, pathOf)];
  for (const [number] of found) {
    if (number > first) faults.push(missingFault(move, required[number - first - 1].name));
    else if (number === first && faults.length === 0) faults.push(...transitionFaults(move, record));
  }
  return faults.map((fault) => ({ ...fault, recordId: record.recordId }));
}

const missingFault = ({ entity }: Move, name: string): Fault => {
  const fieldName = entity.fields.get(name.toLowerCase())!.name;
  return {
    code: 'FieldRule',
    message: `${fieldName} is required for this status.`,
    fieldName,
    path: 'Fields',
    params: { Rule: 'Required' },
  };
};

/**
 * Faults of a record that takes no transition: the messages of failing validators, where only validators are in the way;
 * otherwise the move is not allowed.
 * @param refused messages of hooks in code, by transition
 */
export function transitionFaults(
  move: Pick<Move, 'lifecycle' | 'statusId'>,
  { fromStatusId, conditionResults }: Pick<MovedRecord, 'fromStatusId' | 'conditionResults'>,
  refused: ReadonlyMap<Transition, readonly string[]> = new Map(),
): readonly Fault[] {
  const shown = conditionResults.filter(({ isShown }) => isShown);
  const messages = shown.flatMap(({ evaluated: { transition }, failing }) => [
    ...failing.map(({ message }) => message),
    ...(refused.get(transition) ?? []),
  ]);
  const params = { FromStatusId: fromStatusId, ToStatusId: move.statusId };
  if (messages.length > 0)
    return [...new Set(messages)].map((message) => ({ code: 'ValidatorFailed', message, params }));
  return [{ code: 'TransitionNotAllowed', message: notAllowed(move, fromStatusId), params }];
}

function notAllowed({ lifecycle, statusId }: Pick<Move, 'lifecycle' | 'statusId'>, from: string | null): string {
  const target = lifecycle.statuses.get(statusId);
  if (!target) return `The lifecycle ${lifecycle.name} has no status with this id.`;
  const present = from === null ? undefined : lifecycle.statuses.get(from);
  if (!present) return `The record stands in no status of ${lifecycle.name}, so it cannot move to ${target.name}.`;
  return `The record cannot move from ${present.name} to ${target.name}.`;
}
