import type { JsonObject } from '../json/json.js';
import {
  dateTimeField,
  entity,
  flagField,
  intField,
  jsonField,
  longTextField,
  lookupField,
  partOf,
  REQUIRED,
  textField,
  UNIQUE,
  uuidField,
} from './entity-builders.js';

/** Lifecycles, statuses, transitions and the status history. */
export const LIFECYCLE_ENTITIES: readonly JsonObject[] = [
  entity('Lifecycle', 'definition', [
    textField('Name', UNIQUE),
    textField('EntityName', REQUIRED),
    flagField('IsActive', true),
  ]),
  entity(
    'Status',
    'definition',
    [
      partOf('LifecycleId', 'Lifecycle', 'Statuses'),
      textField('Name', REQUIRED),
      textField('Color'),
      flagField('IsInitial', false),
      flagField('IsFinal', false),
      intField('Sequence'),
    ],
    { UniqueKeys: [['LifecycleId', 'Name']], PublicFields: ['Id', 'Name', 'Color'] },
  ),
  entity('Transition', 'definition', [
    partOf('LifecycleId', 'Lifecycle', 'Transitions'),
    textField('Name', REQUIRED),
    lookupField('FromStatusId', 'Status'),
    lookupField('ToStatusId', 'Status', REQUIRED),
    intField('Sequence'),
    ...['Filters', 'Validators', 'AllowedRoles', 'RequiredFields', 'AfterWorkflows'].map(jsonField),
    textField('RequiredPermission'),
  ]),
  entity('StatusHistory', 'log', [
    uuidField('RecordId', REQUIRED),
    textField('EntityName', REQUIRED),
    lookupField('FromStatusId', 'Status'),
    lookupField('ToStatusId', 'Status', REQUIRED),
    lookupField('TransitionId', 'Transition'),
    lookupField('UserId', 'User'),
    dateTimeField('ChangedOn', REQUIRED),
    uuidField('CorrelationId', REQUIRED),
    longTextField('Comment'),
  ]),
];
