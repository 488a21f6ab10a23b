import type { HubName, HubNames } from '../../core/catalogue/hub-names.js';
import type { RecordImage } from '../../core/fields/record-image.js';
import { plainJson } from '../../core/json/plain-json.js';
import { readJson } from '../../core/json/read-json.js';
import { type Problem, writeProblem } from '../../platform/http/problem.js';
import { operationJson } from '../../platform/outcomes/outcome.dto.js';
import type { Outcome } from '../../platform/outcomes/outcome.js';
import { faultOf } from '../../platform/outcomes/outcome-fault.js';
import type { Notice } from '../feeds/index.js';

/** What a message tells, by the names of its values in their order. */
export type Values = Readonly<Record<string, unknown>>;

/** The parameters of the hub's methods in their order; those with a question mark may be left out. */
export const MESSAGE_PARAMETERS = {
  RegisterEntity: ['EntityName'],
  UnregisterEntity: ['EntityName'],
  GetOperation: ['CorrelationId'],
  StreamChanges: ['EntityName', 'AfterCursor?'],
} as const satisfies Partial<Record<keyof HubNames, readonly string[]>>;

export type MethodName = keyof typeof MESSAGE_PARAMETERS;

/** The values of `EntityChanged` in their order (contract §10); none of a field. */
export function entityChanged({ change, operation, cursor, count }: Notice): Values {
  const isOne = count === undefined;
  return {
    EntityName: change.entityName,
    Operation: operation,
    Id: isOne ? change.recordId : null,
    RecordInformationId: isOne ? change.recordInformationId : null,
    // What happened to a record that one cannot see any more is not one's business.
    ChangedFields: isOne && operation !== 'Removed' ? change.changedFields : [],
    RowVersion: isOne ? Number(change.rowVersion) : null,
    CorrelationId: change.correlationId,
    Cursor: cursor,
    OccurredAt: change.occurredAt,
    ...(!isOne && { Count: count }),
  };
}

/** The values of `OperationCompleted` in their order; numbers of many digits are text (our reading: neither protocol keeps them). */
export function operationCompleted(outcome: Outcome): Values {
  return {
    CorrelationId: outcome.id,
    Status: outcome.status,
    HttpStatus: outcome.httpStatus,
    EntityName: outcome.entityName,
    Operation: outcome.operation,
    Result: plainJson(readJson(outcome.result.text)),
    Error: outcome.status === 'Failed' ? errorOf(outcome) : null,
  };
}

/** The values of `Notification` in their order (contract §14.10), of the record that keeps it. */
export const notification = ({ Id, Message, EntityName, RecordId, Source, CreatedOn }: RecordImage): Values => ({
  Id,
  Message,
  EntityName,
  RecordInformationId: RecordId,
  Source,
  OccurredAt: CreatedOn,
});

/** The answer of `GetOperation`: that of GET /api/v1/operations/{CorrelationId}. */
export const operationAnswer = (outcome: Outcome): unknown => plainJson(readJson(operationJson(outcome).text));

/** The HTTP body that a failed write would have had; its request's id is not kept. */
function errorOf({ id, httpStatus, errorDetails, submittedOn, completedOn }: Outcome): unknown {
  const [first, ...rest] = errorDetails.map(faultOf);
  const elapsedMs = completedOn === null ? 0 : Math.max(0, Date.parse(completedOn) - Date.parse(submittedOn));
  const problem: Problem = { status: httpStatus ?? 500, faults: [first, ...rest], headers: {} };
  return JSON.parse(writeProblem({ id, elapsedMs, correlationId: id }, problem));
}

/** The arguments of a message in the style of the environment. */
export const argumentsOf = ({ style }: HubName, values: Values): readonly unknown[] =>
  style === 'Object' ? [values] : Object.values(values);
