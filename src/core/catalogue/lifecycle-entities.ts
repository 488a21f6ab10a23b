import type { JsonObject } from '#core/json/json.js';
import {
  dateTimeField,
  entity,
  flagField,
  IMMUTABLE,
  intField,
  jsonField,
  longTextField,
  lookupField,
  partOf,
  REQUIRED,
  nameField,
  textField,
  UNCONSTRAINED,
  UNIQUE,
  uuidField,
} from './entity-builders.js';

/** Lifecycles, statuses, transitions and the status history, which keeps naming deleted statuses and transitions. */
export const LIFECYCLE_ENTITIES: readonly JsonObject[] = [
  entity(
    'Lifecycle',
    'definition',
    [nameField('Name', UNIQUE), nameField('EntityName', IMMUTABLE), flagField('IsActive', true)],
    { AllowSoftDelete: true },
  ),
  entity(
    'Status',
    'definition',
    [
      partOf('LifecycleId', 'Lifecycle', 'Statuses'),
      nameField('Name', REQUIRED),
      textField('Color'),
      flagField('IsInitial', false),
      flagField('IsFinal', false),
      intField('Sequence'),
    ],
    { AllowSoftDelete: true, UniqueKeys: [['LifecycleId', 'Name']], PublicFields: ['Id', 'Name', 'Color'] },
  ),
  entity(
    'Transition',
    'definition',
    [
      partOf('LifecycleId', 'Lifecycle', 'Transitions'),
      nameField('Name', REQUIRED),
      lookupField('FromStatusId', 'Status', { OnDelete: 'Cascade' }),
      lookupField('ToStatusId', 'Status', { Required: true, OnDelete: 'Cascade' }),
      intField('Sequence'),
      ...['Filters', 'Validators', 'AllowedRoles', 'RequiredFields', 'AfterWorkflows'].map((name) => jsonField(name)),
      nameField('RequiredPermission'),
    ],
    { AllowSoftDelete: true, PublicFields: ['Id', 'Name'] },
  ),
  entity(
    'StatusHistory',
    'log',
    [
      uuidField('RecordId', REQUIRED),
      textField('EntityName', REQUIRED),
      lookupField('FromStatusId', 'Status', UNCONSTRAINED),
      lookupField('ToStatusId', 'Status', { ...REQUIRED, ...UNCONSTRAINED }),
      lookupField('TransitionId', 'Transition', UNCONSTRAINED),
      lookupField('UserId', 'User', UNCONSTRAINED),
      dateTimeField('ChangedOn', REQUIRED),
      uuidField('CorrelationId', REQUIRED),
      longTextField('Comment'),
      intField('SecondsInStatus'),
    ],
    { SystemIndexes: [{ Fields: ['RecordId', 'ChangedOn'] }] },
  ),
];
