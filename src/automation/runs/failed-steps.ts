import { Logger } from '@nestjs/common';
import { DomainError } from '#core/errors.js';
import {
  isOfOtherTables,
  ConnectionLost,
  TransactionConflict,
} from '#platform/database/connections/database.errors.js';
import { errorDetail, problem, problemOf, type Problem } from '#platform/http/problem.js';
import {
  ActionMissing,
  RetryLater,
  RunBlocked,
  RunCancelled,
  RunFailed,
  RunHandedOver,
  RunLost,
} from '#automation/queue/run-errors.js';
import { TemporaryFault } from './action-handler.js';

const CONTROL = [ActionMissing, RunBlocked, RunLost, RunHandedOver, RunCancelled, RetryLater, RunFailed];
const logger = new Logger('Runs');

/** True for an error by which the engine itself ends an execution. */
export const isControl = (error: unknown): boolean => CONTROL.some((type) => error instanceof type);

const PASSING_KINDS: ReadonlySet<string> = new Set(['unavailable', 'limited', 'timedOut']);

/** True for a failure that a later try may not meet. */
export function isPassing(error: unknown): boolean {
  if (error instanceof DomainError) return PASSING_KINDS.has(error.kind);
  if (error instanceof TemporaryFault || error instanceof ConnectionLost) return true;
  return error instanceof TransactionConflict || isOfOtherTables(error);
}

/**
 * The records that approvals lock, where a write is refused for them.
 * @returns their ids, none where one of them is not known; undefined for other failures
 */
export function lockedRecords(error: unknown): readonly string[] | undefined {
  if (!(error instanceof DomainError) || error.code !== 'ApprovalLocked') return undefined;
  const ids = error.faults.filter(({ code }) => code === 'ApprovalLocked').map(({ recordId }) => recordId);
  return ids.every((id) => id !== undefined) ? ids : [];
}

/** The failure as an HTTP answer would tell it. */
export function problemOfStep(runId: string, error: unknown): Problem {
  if (error instanceof DomainError) return problemOf(error);
  if (error instanceof TemporaryFault) return problem('Unavailable', error.message);
  logger.error(error);
  return problem('Internal', `The service failed in the run. Quote run ${runId} to its operator.`);
}

/** `Error` of a step or run, as JSON text. Like that of stopped runs it has a `Message`: the first fault's. */
export const errorText = ({ status, faults }: Problem, step?: string): string =>
  JSON.stringify({
    ...(step !== undefined && { Step: step }),
    Message: faults[0].message,
    Status: status,
    Faults: faults.map(errorDetail),
  });
