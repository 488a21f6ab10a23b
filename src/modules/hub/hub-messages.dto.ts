import type { HubName, HubNames } from '../../core/catalogue/hub-names.js';
import type { Notice } from './notice.js';

type Values = Readonly<Record<string, unknown>>;

/** The parameters of the hub's methods in their order; those with a question mark may be left out. */
export const PARAMETERS = {
  RegisterEntity: ['EntityName'],
  UnregisterEntity: ['EntityName'],
  StreamChanges: ['EntityName', 'AfterCursor?'],
} as const satisfies Partial<Record<keyof HubNames, readonly string[]>>;

export type MethodName = keyof typeof PARAMETERS;

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

/** The arguments of a message in the style of the environment. */
export const argumentsOf = ({ style }: HubName, values: Values): readonly unknown[] =>
  style === 'Object' ? [values] : Object.values(values);
