import { DomainError, type Fault } from '#core/errors.js';
import type { AvailableMoves } from '#lifecycle/core/moves/available.js';
import { describeLabels, type Languages } from '#core/catalogue/labels.js';
import type { Lifecycle, Transition } from '#core/catalogue/lifecycle.js';
import type { MovedRecord } from '#lifecycle/core/moves/move-outcome.js';
import type { StoredMove } from '#lifecycle/core/moves/move-of-call.sql.js';
import { errorDetail, problemOf } from '#platform/http/problem.js';
import { NO_SUCH_RECORD } from './record-entities.service.js';
import type { BulkMoveCommand } from './status-commands.js';

/** An element of `ToStatusList`. */
const offered = ({ statuses }: Lifecycle, { id, name, toStatusId, requiredFields }: Transition): object => ({
  Id: id,
  Name: name,
  ToStatusId: toStatusId,
  ToStatusName: statuses.get(toStatusId)?.name ?? null,
  Color: statuses.get(toStatusId)?.color ?? null,
  RequiredFields: requiredFields,
});

/** An offered transition with labels, for people who choose. */
const offeredTo = (lifecycle: Lifecycle, transition: Transition, languages: Languages): object => {
  const { Label: ToStatusLabel } = describeLabels(lifecycle.statuses.get(transition.toStatusId)?.labels, languages);
  return {
    ...offered(lifecycle, transition),
    ...describeLabels(transition.labels, languages),
    ...(ToStatusLabel !== undefined && { ToStatusLabel }),
  };
};

/** `ToStatusList` of a record. */
const toStatusList = (lifecycle: Lifecycle, open: readonly Transition[]): readonly object[] =>
  open.map((transition) => offered(lifecycle, transition));

/** `Result` of GET /api/v1/status/available. */
export const availableResult = (
  lifecycle: Lifecycle,
  moves: AvailableMoves,
  {
    recordId,
    includeBlocked,
    languages,
  }: { readonly recordId: string; readonly includeBlocked: boolean; readonly languages: Languages },
): object => ({
  RecordId: recordId,
  FromStatusId: moves.fromStatusId,
  FromStatusName: moves.fromStatusId === null ? null : lifecycle.statuses.get(moves.fromStatusId)!.name,
  ...fromLabel(lifecycle, moves, languages),
  ToStatusList: moves.open.map((transition) => offeredTo(lifecycle, transition, languages)),
  ...(includeBlocked && {
    Blocked: moves.blocked.map(({ transition, faults }) => ({
      ...offeredTo(lifecycle, transition, languages),
      Reasons: faults.map(({ message }) => message),
      ErrorDetails: faults.map(errorDetail),
    })),
  }),
});

function fromLabel({ statuses }: Lifecycle, { fromStatusId }: AvailableMoves, languages: Languages): object {
  const { Label: FromStatusLabel } = describeLabels(statuses.get(fromStatusId ?? '')?.labels, languages);
  return FromStatusLabel === undefined ? {} : { FromStatusLabel };
}

/** A move that is done. */
interface DoneMove extends StoredMove {
  readonly recordId: string;
  readonly statusId: string;
}

/** `Result` of PUT /api/v1/status/update. @param open transitions out of the new status */
export const moveResult = (lifecycle: Lifecycle, done: DoneMove, open: readonly Transition[]): object => ({
  RecordId: done.recordId,
  FromStatusId: done.fromStatusId,
  StatusId: done.statusId,
  StatusName: lifecycle.statuses.get(done.statusId)!.name,
  TransitionId: done.transitionId,
  HistoryId: done.historyId,
  ToStatusList: toStatusList(lifecycle, open),
});

/** Result of one record of many: moved where it has no faults. */
export interface RecordOutcome {
  /** Its id, as the move named it. */
  readonly id: string;
  /** Absent where the faults are all that is known. */
  readonly record?: MovedRecord;
  readonly faults: readonly Fault[];
}

const REPEATED: Fault = { code: 'Validation', message: 'RecordIds has this id more than once.' };

/** `Result` of POST /api/v1/status/bulk-update. @param outcomes of the records that were found, by id */
export function bulkMoveResult(
  { recordIds }: BulkMoveCommand,
  outcomes: ReadonlyMap<string, RecordOutcome>,
): readonly object[] {
  const seen = new Set<string>();
  return recordIds.map((id, i) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    const { record, faults } = outcomes.get(id) ?? { faults: [NO_SUCH_RECORD] };
    const found = isRepeated ? [REPEATED] : faults;
    if (found.length === 0) return outcomeOf(id, record!.transition!.toStatusId);
    const { status, faults: sorted } = problemOf(new DomainError(...found));
    const details = sorted.map((fault) => errorDetail({ ...fault, recordId: id, path: `RecordIds[${i}]` }));
    return {
      ...outcomeOf(id, isRepeated ? null : (record?.fromStatusId ?? null)),
      IsSuccess: false,
      StatusCode: String(status),
      Errors: sorted.map(({ message }) => message),
      ErrorDetails: details,
    };
  });
}

const outcomeOf = (RecordId: string, StatusId: string | null): object => ({
  RecordId,
  IsSuccess: true,
  StatusCode: '200',
  StatusId,
  Errors: [],
  ErrorDetails: [],
});
