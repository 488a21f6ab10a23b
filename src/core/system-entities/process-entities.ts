import type { JsonObject } from '../json/json.js';
import {
  choiceField,
  entity,
  flagField,
  intField,
  jsonField,
  longTextField,
  REQUIRED,
  textField,
  UNIQUE,
} from './entity-builders.js';

/** Workflows and triggers, which are stored but not executed yet (docs/roadmap.md). */
export const PROCESS_ENTITIES: readonly JsonObject[] = [
  entity('Workflow', 'definition', [
    textField('Name', UNIQUE),
    textField('EntityName'),
    choiceField('Type', ['Manual', 'AfterTransition', 'Triggered', 'Scheduled'], REQUIRED),
    choiceField('RunAs', ['Caller', 'Service']),
    flagField('IsActive', true),
    textField('RequiredPermission'),
    ...['AllowedRoles', 'Tokens', 'Actions'].map((name) => jsonField(name)),
    longTextField('Description'),
  ]),
  entity('Trigger', 'definition', [
    textField('Name', UNIQUE),
    textField('EntityName', REQUIRED),
    choiceField('TriggerType', ['EventBased', 'DateBased', 'Scheduled'], REQUIRED),
    choiceField('TriggerEvent', ['Created', 'Edited', 'CreatedOrEdited', 'Deleted']),
    choiceField('FieldCriteria', ['AnyField', 'AnyOfFields', 'AllOfFields']),
    ...['FieldChanges', 'WhereClause', 'WorkflowIds', 'Notifications'].map((name) => jsonField(name)),
    ...['CronExpression', 'TimeZone', 'DateField', 'TimeOfDay'].map((name) => textField(name)),
    intField('OffsetDays'),
    choiceField('CatchUp', ['None', 'Last', 'All']),
    flagField('IsActive', true),
    longTextField('Description'),
  ]),
];
