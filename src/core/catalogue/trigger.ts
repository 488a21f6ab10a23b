import { Definition } from './definition.js';
import { AFTER_COMMIT } from './entity.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';

// The positions of these lists are the known numbers of their values, from 1.
export const TRIGGER_TYPES = ['EventBased', 'DateBased', 'Scheduled'] as const;
export const TRIGGER_EVENTS = ['Created', 'Edited', 'CreatedOrEdited', 'Deleted'] as const;
export const FIELD_CRITERIA = ['AnyField', 'AnyOfFields', 'AllOfFields'] as const;
export const CATCH_UPS = ['None', 'Last', 'All'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];
export type FieldCriteria = (typeof FIELD_CRITERIA)[number];
export type CatchUp = (typeof CATCH_UPS)[number];

/** A field that a change must have changed; with `from` and `to` from and to these values, of which null is one. */
export interface FieldChange {
  readonly fieldName: string;
  readonly from?: JsonValue;
  readonly to?: JsonValue;
}

/** A message that a firing sends. */
export interface TriggerNotification {
  /** `ToUser`, `ToRole` or `ToTeam`: an id or a name, or a token. */
  readonly to: JsonObject;
  /** Text with tokens. */
  readonly message: string;
}

/** Starts workflows and notifications (docs/definitions.md#trigger). */
export interface Trigger {
  readonly id: string;
  readonly name: string;
  readonly entityName: string;
  readonly type: TriggerType;
  readonly isActive: boolean;
  /** Of an event-based one; `Committed` of an after-commit hook. */
  readonly event: TriggerEvent | 'Committed';
  readonly fieldCriteria: FieldCriteria;
  readonly fieldChanges: readonly FieldChange[];
  /** Where-clause on the record. */
  readonly where?: JsonValue;
  /** Of a scheduled one. */
  readonly cronExpression?: string;
  readonly timeZone: string;
  readonly catchUp: CatchUp;
  /** Of a date-based one: the field, days after it (before it, if negative) and the local time `HH:mm`. */
  readonly dateField?: string;
  readonly offsetDays: number;
  readonly timeOfDay: string;
  readonly workflowIds: readonly string[];
  readonly notifications: readonly TriggerNotification[];
  /** Name of the code that an after-commit hook runs. */
  readonly handler?: string;
}

/** Type of the step that runs an after-commit hook; no action of a workflow has such a type. */
export const afterCommitType = (handler: string): string => `${AFTER_COMMIT}:${handler}`;

/** After-commit hooks of an entity's definition as triggers, which find what is committed. */
export function afterCommitTriggers(json: JsonObject): readonly Trigger[] {
  const entity = new Definition(json);
  const entityName = entity.text('EntityName') ?? '';
  return entity.objects('Hooks').flatMap((given) => {
    const hook = new Definition(given);
    const [id, handler] = [hook.text('Id'), hook.text('Handler')];
    if (id === undefined || handler === undefined || !hook.texts('Events').includes(AFTER_COMMIT)) return [];
    const trigger = buildTrigger({ Id: id.toLowerCase(), Name: hook.text('Name') ?? '', EntityName: entityName });
    return [{ ...trigger, event: 'Committed', handler }];
  });
}

/** Builds a trigger from its definition, whose faults the checks of definitions refuse. */
export function buildTrigger(json: JsonObject): Trigger {
  const definition = new Definition(json);
  const text = (name: string, fallback: string): string => definition.text(name) ?? fallback;
  const fieldChanges = definition.objects('FieldChanges').map(fieldChangeOf);
  const criteria = fieldChanges.length > 0 ? 'AnyOfFields' : 'AnyField';
  return {
    ...optionalMembers(definition),
    id: text('Id', ''),
    name: text('Name', ''),
    entityName: text('EntityName', ''),
    type: text('TriggerType', 'EventBased') as TriggerType,
    isActive: definition.flag('IsActive', true),
    event: text('TriggerEvent', 'CreatedOrEdited') as TriggerEvent,
    fieldCriteria: text('FieldCriteria', criteria) as FieldCriteria,
    fieldChanges,
    timeZone: text('TimeZone', 'UTC'),
    catchUp: text('CatchUp', 'Last') as CatchUp,
    offsetDays: definition.int('OffsetDays') ?? 0,
    timeOfDay: text('TimeOfDay', '00:00'),
    workflowIds: definition.texts('WorkflowIds').map((id) => id.toLowerCase()),
    notifications: definition.objects('Notifications').map(({ Message, ...to }) => ({
      to,
      message: new Definition({ Message }).text('Message') ?? '',
    })),
  };
}

function optionalMembers(definition: Definition): Pick<Trigger, 'where' | 'cronExpression' | 'dateField'> {
  const where = definition.value('WhereClause');
  const [cronExpression, dateField] = ['CronExpression', 'DateField'].map((name) => definition.text(name));
  return {
    ...(where !== undefined && { where }),
    ...(cronExpression !== undefined && { cronExpression }),
    ...(dateField !== undefined && { dateField }),
  };
}

/** An absent `From` or `To` is no condition, while null is a value: it is the record's member that counts. */
function fieldChangeOf(json: JsonObject): FieldChange {
  return {
    fieldName: new Definition(json).text('FieldName') ?? '',
    ...(Object.hasOwn(json, 'From') && { from: json.From }),
    ...(Object.hasOwn(json, 'To') && { to: json.To }),
  };
}
