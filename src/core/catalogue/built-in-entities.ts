import type { JsonObject } from '../json/json.js';
import { FIELD_TYPES } from './field.js';
import {
  choice,
  dateTime,
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
} from './built-in-field.js';
import { SCOPES } from '../scope.js';

const entity = (
  EntityName: string,
  Kind: string,
  Fields: readonly JsonObject[],
  more: JsonObject = {},
): JsonObject => ({
  EntityName,
  Kind,
  Fields,
  ...more,
});

/** Users, teams, roles: they take effect as soon as they are written. */
const ACCESS: readonly JsonObject[] = [
  entity('Team', 'access', [text('Name', UNIQUE), lookup('ParentTeamId', 'Team')], { PublicFields: ['Id', 'Name'] }),
  entity('Role', 'access', [text('Name', UNIQUE), flag('IsSystem', false), text('Description')]),
  entity('Permission', 'access', [text('Name', UNIQUE), text('Description')]),
  entity('RolePermission', 'access', [partOf('RoleId', 'Role'), partOf('PermissionId', 'Permission')], {
    UniqueKeys: [['RoleId', 'PermissionId']],
  }),
  entity(
    'RoleAccess',
    'access',
    [
      partOf('RoleId', 'Role'),
      text('EntityName', REQUIRED),
      ...['Create', 'Read', 'Update', 'Delete'].map((name) =>
        choice(name, SCOPES, { Required: true, Default: 'None' }),
      ),
      json('WritableFields'),
    ],
    { UniqueKeys: [['RoleId', 'EntityName']] },
  ),
  entity(
    'User',
    'access',
    [
      text('UserName', UNIQUE),
      text('DisplayName', REQUIRED),
      text('Email', { Format: 'Email' }),
      lookup('PrimaryTeamId', 'Team'),
      lookup('ManagerId', 'User'),
      flag('IsActive', true),
    ],
    { DisplayField: 'DisplayName', PublicFields: ['Id', 'DisplayName', 'IsActive'] },
  ),
  entity('UserRole', 'access', [partOf('UserId', 'User'), lookup('RoleId', 'Role', REQUIRED)], {
    UniqueKeys: [['UserId', 'RoleId']],
  }),
  entity('TeamMember', 'access', [lookup('TeamId', 'Team', REQUIRED), partOf('UserId', 'User')], {
    UniqueKeys: [['TeamId', 'UserId']],
  }),
];

/** Entities, fields and relations: they shape the tables. */
const SHAPES: readonly JsonObject[] = [
  entity(
    'Entity',
    'definition',
    [
      text('EntityName', UNIQUE),
      text('DisplayField'),
      flag('AllowSoftDelete', false),
      text('OwnerFrom'),
      json('UniqueKeys'),
      flag('IsSystem', false),
      longText('Description'),
    ],
    { DisplayField: 'EntityName' },
  ),
  entity(
    'Field',
    'definition',
    [
      partOf('EntityId', 'Entity'),
      text('FieldName', REQUIRED),
      choice('FieldType', FIELD_TYPES, REQUIRED),
      int('Sequence', REQUIRED),
      ...['Required', 'Unique', 'ReadOnly', 'Immutable', 'CaseInsensitive'].map((name) => flag(name, false)),
      json('Default'),
      ...['MinLength', 'MaxLength', 'Precision', 'Scale'].map((name) => int(name)),
      ...['Regex', 'Min', 'Max', 'Pattern', 'ResultType', 'AggregateField'].map((name) => text(name)),
      choice('Format', ['Email', 'Url', 'Phone']),
      json('Values'),
      lookup('TargetId', 'Entity'),
      longText('Expression'),
      lookup('RelationId', 'Relation'),
      choice('Function', ['Count', 'Sum', 'Avg', 'Min', 'Max']),
      json('WhereClause'),
      longText('Description'),
    ],
    { DisplayField: 'FieldName', UniqueKeys: [['EntityId', 'FieldName']] },
  ),
  entity('Rule', 'definition', [
    partOf('EntityId', 'Entity'),
    text('Name', REQUIRED),
    json('WhereClause'),
    text('Message', REQUIRED),
    text('FieldName'),
    int('Sequence', REQUIRED),
  ]),
  entity('Hook', 'definition', [
    partOf('EntityId', 'Entity'),
    text('Name', REQUIRED),
    json('Events'),
    json('RejectWhen'),
    text('Message'),
    text('FieldName'),
    text('Handler'),
    int('Sequence', REQUIRED),
    longText('Description'),
  ]),
  entity('Relation', 'definition', [
    text('Name', UNIQUE),
    lookup('ParentEntityId', 'Entity', REQUIRED),
    lookup('ChildEntityId', 'Entity', REQUIRED),
    text('ChildField', REQUIRED),
    choice('OnDelete', ['Restrict', 'Cascade', 'SetNull'], { Required: true, Default: 'Restrict' }),
  ]),
];

/** Queries, views, lists and database objects: stored, and run by the query capabilities as they arrive. */
const READING: readonly JsonObject[] = [
  entity(
    'SavedQuery',
    'definition',
    [
      text('Name', REQUIRED),
      text('EntityName', REQUIRED),
      ...['Parameters', 'SelectedFields', 'WhereClause', 'Sort', 'GroupBy', 'Aggregates', 'Having', 'Includes'].map(
        json,
      ),
      flag('Distinct', false),
    ],
    { UniqueKeys: [['EntityName', 'Name']] },
  ),
  entity(
    'SavedView',
    'definition',
    [
      partOf('SavedQueryId', 'SavedQuery'),
      text('Name', REQUIRED),
      ...['SelectedFields', 'WhereClause', 'Sort'].map(json),
      choice('Visibility', ['Private', 'All'], { Required: true, Default: 'All' }),
    ],
    { UniqueKeys: [['SavedQueryId', 'Name']] },
  ),
  entity('List', 'definition', [
    text('Name', UNIQUE),
    ...['EntityName', 'ValueField', 'TextField', 'ParentField'].map((name) => text(name)),
    ...['WhereClause', 'Sort', 'Values'].map(json),
  ]),
  entity(
    'DatabaseObject',
    'definition',
    [
      text('ObjectName', UNIQUE),
      int('ObjectType', { Required: true, Min: '1', Max: '3' }),
      json('Parameters'),
      text('ReturnType'),
      json('Returns'),
      flag('AllowWrites', false),
      text('RequiredPermission'),
      longText('Description'),
      longText('Definition'),
    ],
    { DisplayField: 'ObjectName' },
  ),
];

/** Lifecycles and their history. */
const LIFECYCLES: readonly JsonObject[] = [
  entity('Lifecycle', 'definition', [text('Name', UNIQUE), text('EntityName', REQUIRED), flag('IsActive', true)]),
  entity(
    'Status',
    'definition',
    [
      partOf('LifecycleId', 'Lifecycle'),
      text('Name', REQUIRED),
      text('Color'),
      flag('IsInitial', false),
      flag('IsFinal', false),
      int('Sequence'),
    ],
    { UniqueKeys: [['LifecycleId', 'Name']], PublicFields: ['Id', 'Name', 'Color'] },
  ),
  entity('Transition', 'definition', [
    partOf('LifecycleId', 'Lifecycle'),
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

/** Approvals, workflows and triggers: stored until the capability that runs them arrives. */
const PROCESSES: readonly JsonObject[] = [
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

/** The entities every environment has; their tables lie beside those of the business. */
export const BUILT_IN_ENTITIES: readonly JsonObject[] = [...ACCESS, ...SHAPES, ...READING, ...LIFECYCLES, ...PROCESSES];
