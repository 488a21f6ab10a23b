import type { JsonObject } from '../json/json.js';
import { choice, entity, flag, int, json, longText, REQUIRED, text, UNIQUE } from './definition-forms.js';

/** Approvals, workflows and triggers: stored until the capability that runs them arrives. */
export const PROCESS_ENTITIES: readonly JsonObject[] = [
  entity('ApprovalProcess', 'definition', [
    text('Name', UNIQUE),
    text('EntityName', REQUIRED),
    flag('IsActive', true),
    choice('StartMode', ['Automatic', 'Manual'], { Required: true, Default: 'Automatic' }),
    flag('AllowSelfApproval', false),
    ...['StartOn', 'StartCriteria', 'Steps', 'OnApproved', 'OnRejected', 'OnReturned'].map(json),
  ]),
  entity('Workflow', 'definition', [
    text('Name', UNIQUE),
    text('EntityName'),
    choice('Type', ['Manual', 'AfterTransition', 'Triggered', 'Scheduled'], REQUIRED),
    choice('RunAs', ['Caller', 'Service']),
    flag('IsActive', true),
    text('RequiredPermission'),
    ...['AllowedRoles', 'Tokens', 'Actions'].map(json),
    longText('Description'),
  ]),
  entity('Trigger', 'definition', [
    text('Name', UNIQUE),
    text('EntityName', REQUIRED),
    choice('TriggerType', ['EventBased', 'DateBased', 'Scheduled'], REQUIRED),
    choice('TriggerEvent', ['Created', 'Edited', 'CreatedOrEdited', 'Deleted']),
    choice('FieldCriteria', ['AnyField', 'AnyOfFields', 'AllOfFields']),
    ...['FieldChanges', 'WhereClause', 'WorkflowIds', 'Notifications'].map(json),
    ...['CronExpression', 'TimeZone', 'DateField', 'TimeOfDay'].map((name) => text(name)),
    int('OffsetDays'),
    choice('CatchUp', ['None', 'Last', 'All']),
    flag('IsActive', true),
    longText('Description'),
  ]),
];
