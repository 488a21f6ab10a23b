import type { HubName, HubNames } from '../../core/catalogue/hub-names.js';
import type { RecordImage } from '../../core/fields/record-image.js';
import { plainJson } from '../../core/json/plain-json.js';
import { readJson } from '../../core/json/read-json.js';
import { type Problem, writeProblem } from '../../platform/http/problem.js';
import { operationJson } from '../../platform/outcomes/outcome.dto.js';
import type { Outcome } from '../../platform/outcomes/outcome.js';
import { faultOf } from '../../platform/outcomes/outcome-fault.js';
import type { Notice } from '../feeds/index.js';

/** Values of a message by name, in argument order. */
export type Values = Readonly<Record<string, unknown>>;

/** Parameters of the hub's methods in order; a question mark marks optional ones. */
export const MESSAGE_PARAMETERS = {
  RegisterEntity: ['EntityName'],
  UnregisterEntity: ['EntityName'],
  GetOperation: ['CorrelationId'],
  StreamChanges: ['EntityName', 'AfterCursor?'],
} as const satisfies Partial<Record<keyof HubNames, readonly string[]>>;

export type MethodName = keyof typeof MESSAGE_PARAMETERS;

/** Builds the values of `EntityChanged` (docs/interface.md#hub-messages), which contain no field values. */
export function entityChanged({ change, operation, cursor, count }: Notice): Values {
  const isOne = count === undefined;
  return {
    EntityName: change.entityName,
    Operation: operation,
    Id: isOne ? change.recordId : null,
    RecordInformationId: isOne ? change.recordInformationId : null,
    // Changes of a record that left the subscriber's view are not disclosed.
    ChangedFields: isOne && operation !== 'Removed' ? change.changedFields : [],
    RowVersion: isOne ? Number(change.rowVersion) : null,
    CorrelationId: change.correlationId,
    Cursor: cursor,
    OccurredAt: change.occurredAt,
    ...(!isOne && { Count: count }),
  };
}

/**
 * Builds the values of `OperationCompleted`; long numbers become text, because neither hub protocol keeps their digits.
 */
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

/** Builds the values of `Notification` from its record (docs/interface.md#notifications). */
export const notification = ({
  Id,
  ReadOn,
  Message,
  EntityName,
  RecordId,
  Source,
  CreatedOn,
}: RecordImage): Values => ({
  Id,
  ReadOn,
  Message,
  EntityName,
  RecordInformationId: RecordId,
  Source,
  OccurredAt: CreatedOn,
});

/** Builds the answer of `GetOperation`, which equals that of GET /api/v1/operations/{CorrelationId}. */
export const operationAnswer = (outcome: Outcome): unknown => plainJson(readJson(operationJson(outcome).text));

/** Builds the HTTP body of a failed write; the id of its request is not stored. */
function errorOf({ id, httpStatus, errorDetails, submittedOn, completedOn }: Outcome): unknown {
  const [first, ...rest] = errorDetails.map(faultOf);
  const elapsedMs = completedOn === null ? 0 : Math.max(0, Date.parse(completedOn) - Date.parse(submittedOn));
  const problem: Problem = { status: httpStatus ?? 500, faults: [first, ...rest], headers: {} };
  return JSON.parse(writeProblem({ id, elapsedMs, correlationId: id }, problem));
}

/** Builds the arguments of a message in the style of the environment. */
export const argumentsOf = ({ style }: HubName, values: Values): readonly unknown[] =>
  style === 'Object' ? [values] : Object.values(values);
