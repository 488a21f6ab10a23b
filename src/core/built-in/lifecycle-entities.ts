import type { JsonObject } from '../json/json.js';
import {
  dateTime,
  entity,
  flag,
  int,
  json,
  longText,
  lookup,
  partOf,
  REQUIRED,
  text,
  UNIQUE,
  uuid,
} from './definition-forms.js';

/** Lifecycles and their history. */
export const LIFECYCLE_ENTITIES: readonly JsonObject[] = [
  entity('Lifecycle', 'definition', [text('Name', UNIQUE), text('EntityName', REQUIRED), flag('IsActive', true)]),
  entity(
    'Status',
    'definition',
    [
      partOf('LifecycleId', 'Lifecycle', 'Statuses'),
      text('Name', REQUIRED),
      text('Color'),
      flag('IsInitial', false),
      flag('IsFinal', false),
      int('Sequence'),
    ],
    { UniqueKeys: [['LifecycleId', 'Name']], PublicFields: ['Id', 'Name', 'Color'] },
  ),
  entity('Transition', 'definition', [
    partOf('LifecycleId', 'Lifecycle', 'Transitions'),
    text('Name', REQUIRED),
    lookup('FromStatusId', 'Status'),
    lookup('ToStatusId', 'Status', REQUIRED),
    int('Sequence'),
    ...['Filters', 'Validators', 'AllowedRoles', 'RequiredFields', 'AfterWorkflows'].map(json),
    text('RequiredPermission'),
  ]),
  entity('StatusHistory', 'log', [
    uuid('RecordId', REQUIRED),
    text('EntityName', REQUIRED),
    lookup('FromStatusId', 'Status'),
    lookup('ToStatusId', 'Status', REQUIRED),
    lookup('TransitionId', 'Transition'),
    lookup('UserId', 'User'),
    dateTime('ChangedOn', REQUIRED),
    uuid('CorrelationId', REQUIRED),
    longText('Comment'),
  ]),
];
