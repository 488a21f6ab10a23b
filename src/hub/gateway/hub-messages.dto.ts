import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { EnvironmentSettings } from '#core/catalogue/environment.js';
import type { HubName, HubNames } from '#core/catalogue/hub-names.js';
import type { RecordImage } from '#core/fields/record-image.js';
import { plainJson } from '#core/json/plain-json.js';
import { readJson } from '#core/json/read-json.js';
import { type Problem, writeProblem } from '#platform/http/problem.js';
import { operationJson } from '#platform/operations/outcomes/outcome.dto.js';
import type { Outcome } from '#platform/operations/outcomes/outcome.js';
import { faultOf } from '#platform/operations/outcomes/outcome-fault.js';
import { Timestamp } from '#signalr/index.js';
import type { Notice, NoticeOfFilters } from '#hub/feeds/notice.js';

/** Values of a message by name, in argument order. */
export type Values = Readonly<Record<string, unknown>>;

/** Parameters of the hub's methods in order; a question mark marks optional ones. */
export const MESSAGE_PARAMETERS = {
  RegisterEntity: ['EntityName', 'Filter?'],
  UnregisterEntity: ['EntityName'],
  GetOperation: ['CorrelationId'],
  StreamChanges: ['EntityName', 'AfterCursor?', 'Filter?'],
} as const satisfies Partial<Record<keyof HubNames, readonly string[]>>;

export type MethodName = keyof typeof MESSAGE_PARAMETERS;

/**
 * Builds the values of `EntityChanged` (docs/interface/hub.md#hub-messages). They contain values of fields for subscriptions
 * that have selected them alone.
 */
export function entityChanged(notice: Notice, settings: EnvironmentSettings): Values {
  const values = changeValues(notice, settings);
  return notice.filtered ? { ...values, ...filteredValues(notice.filtered, settings) } : values;
}

function changeValues({ change, operation, cursor, count }: Notice, settings: EnvironmentSettings): Values {
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
    OccurredAt: timeOf(change.occurredAt, settings),
    ...(!isOne && { Count: count }),
  };
}

/** Values that messages to filtered subscriptions add. */
function filteredValues({ subscriptionIds, cause, record }: NoticeOfFilters, settings: EnvironmentSettings): Values {
  const added = { SubscriptionIds: subscriptionIds, Cause: cause };
  if (!record) return added;
  const { entity, values } = record;
  if (values === null) return { ...added, Record: null, Truncated: true };
  return { ...added, Record: recordValues(plainJson(values), entity, settings) };
}

/** Builds the values of `SubscriptionEnded`. */
export const subscriptionEnded = (id: string, reason: string): Values => ({ SubscriptionId: id, Reason: reason });

/**
 * Builds the values of `OperationCompleted`; long numbers become text, because neither hub protocol keeps their digits.
 */
export function operationCompleted(outcome: Outcome, catalogue: Catalogue): Values {
  return {
    CorrelationId: outcome.id,
    Status: outcome.status,
    HttpStatus: outcome.httpStatus,
    EntityName: outcome.entityName,
    Operation: outcome.operation,
    Result: resultOf(outcome, plainJson(readJson(outcome.result.text)), catalogue),
    Error: outcome.status === 'Failed' ? errorOf(outcome) : null,
  };
}

/** Builds the values of `Notification` from its record (docs/interface/hub.md#notifications). */
export const notification = (record: RecordImage, settings: EnvironmentSettings): Values => ({
  Id: record.Id,
  ReadOn: timeOf(record.ReadOn, settings),
  Message: record.Message,
  EntityName: record.EntityName,
  RecordInformationId: record.RecordId,
  Source: record.Source,
  OccurredAt: timeOf(record.CreatedOn, settings),
});

/** Builds the answer of `GetOperation`, which equals that of GET /api/v1/operations/{CorrelationId}. */
export function operationAnswer(outcome: Outcome, catalogue: Catalogue): unknown {
  const answer = plainJson(readJson(operationJson(outcome).text)) as Values;
  const { settings } = catalogue.environment;
  return {
    ...answer,
    Result: resultOf(outcome, answer.Result, catalogue),
    SubmittedOn: timeOf(answer.SubmittedOn, settings),
    CompletedOn: timeOf(answer.CompletedOn, settings),
  };
}

/** Converts the text of a time to the form of the environment's messages; null stays null. */
const timeOf = (text: unknown, { hubTimes }: EnvironmentSettings): unknown =>
  hubTimes === 'Text' || typeof text !== 'string' ? text : new Timestamp(text, hubTimes);

/** Converts the times in the records of a result. Batches, whose steps have entities of their own, keep the texts. */
function resultOf({ entityName }: Outcome, result: unknown, catalogue: Catalogue): unknown {
  const { settings } = catalogue.environment;
  const entity = entityName === null ? undefined : catalogue.find(entityName);
  if (!entity) return result;
  return Array.isArray(result)
    ? result.map((row: unknown) => recordValues(row, entity, settings))
    : recordValues(result, entity, settings);
}

/** Converts the times in the values of a record. */
function recordValues(record: unknown, entity: Entity, settings: EnvironmentSettings): unknown {
  const member = ([name, value]: [string, unknown]): [string, unknown] =>
    entity.fields.get(name.toLowerCase())?.type === 'DateTime' ? [name, timeOf(value, settings)] : [name, value];
  return typeof record === 'object' && record !== null
    ? Object.fromEntries(Object.entries(record).map(member))
    : record;
}

/** Builds the HTTP body of a failed write; the id of its request is not stored. */
function errorOf({ id, httpStatus, errorDetails, submittedOn, completedOn }: Outcome): unknown {
  const [first, ...rest] = errorDetails.map(faultOf);
  const elapsedMs = completedOn === null ? 0 : Math.max(0, Date.parse(completedOn) - Date.parse(submittedOn));
  const problem: Problem = { status: httpStatus ?? 500, faults: [first, ...rest], headers: {} };
  return JSON.parse(writeProblem({ id, elapsedMs, correlationId: id }, problem));
}

/**
 * Builds the arguments of a message in the style of the environment. In a list each value has a place of its own: messages
 * to filtered subscriptions have all of them.
 */
export function argumentsOf({ style }: HubName, values: Values): readonly unknown[] {
  if (style === 'Object') return [values];
  if (!('SubscriptionIds' in values)) return Object.values(values);
  const { Count = null, SubscriptionIds, Cause, Record = null, Truncated = false, ...others } = values;
  return [...Object.values(others), Count, SubscriptionIds, Cause, Record, Truncated];
}
