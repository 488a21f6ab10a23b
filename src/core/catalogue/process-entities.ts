import type { JsonObject } from '#core/json/json.js';
import { CATCH_UPS, FIELD_CRITERIA, TRIGGER_EVENTS, TRIGGER_TYPES } from './trigger.js';
import { RUN_STATES, STEP_STATES } from './run.js';
import { WORKFLOW_TYPES } from './workflow.js';
import {
  choiceField,
  dateTimeField,
  entity,
  flagField,
  intField,
  jsonField,
  labelFields,
  longTextField,
  lookupField,
  NUMBERED,
  READ_ONLY,
  REQUIRED,
  nameField,
  textField,
  UNCONSTRAINED,
  UNIQUE,
  uuidField,
} from './entity-builders.js';

const RUN_AS = ['Caller', 'Service'] as const;

/** Workflows and triggers, and the runs that the service keeps of them. */
export const PROCESS_ENTITIES: readonly JsonObject[] = [
  entity('Workflow', 'definition', [
    nameField('Name', UNIQUE),
    nameField('EntityName'),
    choiceField('Type', WORKFLOW_TYPES, REQUIRED),
    choiceField('RunAs', RUN_AS),
    flagField('IsActive', true),
    nameField('RequiredPermission'),
    ...['AllowedRoles', 'Tokens', 'Actions'].map((name) => jsonField(name)),
    longTextField('Description'),
    ...labelFields(),
  ]),
  entity('Trigger', 'definition', [
    nameField('Name', UNIQUE),
    nameField('EntityName', REQUIRED),
    choiceField('TriggerType', TRIGGER_TYPES, { ...REQUIRED, ...NUMBERED }),
    choiceField('TriggerEvent', TRIGGER_EVENTS, NUMBERED),
    choiceField('FieldCriteria', FIELD_CRITERIA, NUMBERED),
    ...['FieldChanges', 'WhereClause', 'WorkflowIds', 'Notifications'].map((name) => jsonField(name)),
    ...['CronExpression', 'TimeZone', 'DateField', 'TimeOfDay'].map((name) => textField(name)),
    intField('OffsetDays'),
    choiceField('CatchUp', CATCH_UPS),
    jsonField('NextFireTimes', READ_ONLY),
    flagField('IsActive', true),
    longTextField('Description'),
  ]),
  entity(
    'WorkflowRun',
    'log',
    [
      lookupField('WorkflowId', 'Workflow', UNCONSTRAINED),
      lookupField('TriggerId', 'Trigger', UNCONSTRAINED),
      textField('EntityName'),
      uuidField('RecordId'),
      choiceField('State', RUN_STATES, REQUIRED),
      dateTimeField('StartedOn', REQUIRED),
      dateTimeField('EndedOn'),
      choiceField('RunAs', RUN_AS, REQUIRED),
      lookupField('UserId', 'User', UNCONSTRAINED),
      ...['Input', 'Output', 'Error', 'Chain', 'Progress'].map((name) => jsonField(name)),
      intField('Tries'),
      uuidField('CausedBy'),
    ],
    { SystemIndexes: [{ Fields: ['WorkflowId', 'Id'] }, { Fields: ['RecordId', 'Id'] }, { Fields: ['EndedOn'] }] },
  ),
  entity(
    'WorkflowStep',
    'log',
    [
      lookupField('RunId', 'WorkflowRun', { ...REQUIRED, ...UNCONSTRAINED }),
      textField('Name', REQUIRED),
      textField('Type', REQUIRED),
      textField('Path'),
      intField('Iteration'),
      choiceField('State', STEP_STATES, REQUIRED),
      dateTimeField('StartedOn', REQUIRED),
      dateTimeField('EndedOn'),
      ...['Output', 'Error'].map((name) => jsonField(name)),
      intField('Tries'),
    ],
    { SystemIndexes: [{ Fields: ['RunId', 'Id'] }] },
  ),
];
