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

/** Approvals, workflows and triggers, which are stored but not executed yet (docs/roadmap.md). */
export const PROCESS_ENTITIES: readonly JsonObject[] = [
  entity('ApprovalProcess', 'definition', [
    textField('Name', UNIQUE),
    textField('EntityName', REQUIRED),
    flagField('IsActive', true),
    choiceField('StartMode', ['Automatic', 'Manual'], { Required: true, Default: 'Automatic' }),
    flagField('AllowSelfApproval', false),
    ...['StartOn', 'StartCriteria', 'Steps', 'OnApproved', 'OnRejected', 'OnReturned'].map(jsonField),
  ]),
  entity('Workflow', 'definition', [
    textField('Name', UNIQUE),
    textField('EntityName'),
    choiceField('Type', ['Manual', 'AfterTransition', 'Triggered', 'Scheduled'], REQUIRED),
    choiceField('RunAs', ['Caller', 'Service']),
    flagField('IsActive', true),
    textField('RequiredPermission'),
    ...['AllowedRoles', 'Tokens', 'Actions'].map(jsonField),
    longTextField('Description'),
  ]),
  entity('Trigger', 'definition', [
    textField('Name', UNIQUE),
    textField('EntityName', REQUIRED),
    choiceField('TriggerType', ['EventBased', 'DateBased', 'Scheduled'], REQUIRED),
    choiceField('TriggerEvent', ['Created', 'Edited', 'CreatedOrEdited', 'Deleted']),
    choiceField('FieldCriteria', ['AnyField', 'AnyOfFields', 'AllOfFields']),
    ...['FieldChanges', 'WhereClause', 'WorkflowIds', 'Notifications'].map(jsonField),
    ...['CronExpression', 'TimeZone', 'DateField', 'TimeOfDay'].map((name) => textField(name)),
    intField('OffsetDays'),
    choiceField('CatchUp', ['None', 'Last', 'All']),
    flagField('IsActive', true),
    longTextField('Description'),
  ]),
];
