import type { JsonObject } from '#core/json/json.js';
import {
  boolField,
  choiceField,
  dateTimeField,
  entity,
  flagField,
  IMMUTABLE,
  intField,
  jsonField,
  longTextField,
  lookupField,
  READ_ONLY,
  REQUIRED,
  nameField,
  textField,
  UNCHECKED,
  UNCONSTRAINED,
  UNIQUE,
  uuidField,
} from './entity-builders.js';

const REQUEST_STATES = ['Pending', 'Approved', 'Rejected', 'Returned', 'Recalled'] as const;
const TASK_STATES = ['Open', 'Approved', 'Rejected', 'Returned', 'Delegated', 'Closed'] as const;
const DECISIONS = ['Approve', 'Reject', 'Return', 'Delegate', 'Recall'] as const;

/** State of a request. */
export type ApprovalRequestState = (typeof REQUEST_STATES)[number];
/** State of a task. */
export type ApprovalTaskState = (typeof TASK_STATES)[number];
/** Value of `ApprovalDecision.Decision`. */
export type ApprovalDecisionName = (typeof DECISIONS)[number];

/** Approval processes, and the requests, tasks and decisions that follow from them. */
export const APPROVAL_ENTITIES: readonly JsonObject[] = [
  entity(
    'ApprovalProcess',
    'definition',
    [
      nameField('Name', UNIQUE),
      nameField('EntityName', IMMUTABLE),
      flagField('IsActive', true),
      choiceField('StartMode', ['Automatic', 'Manual'], { Required: true, Default: 'Automatic' }),
      flagField('AllowSelfApproval', false),
      flagField('BlocksMoves', true),
      ...['StartOn', 'StartCriteria', 'Steps', 'OnApproved', 'OnRejected', 'OnReturned'].map((name) => jsonField(name)),
    ],
    { AllowSoftDelete: true },
  ),
  entity(
    'ApprovalRequest',
    'business',
    [
      uuidField('RecordId', REQUIRED),
      textField('EntityName', READ_ONLY),
      lookupField('ProcessId', 'ApprovalProcess', { ...UNCONSTRAINED, ...UNCHECKED }),
      choiceField('State', REQUEST_STATES, READ_ONLY),
      intField('CurrentStep', READ_ONLY),
      lookupField('RequestedBy', 'User', { ...READ_ONLY, ...UNCONSTRAINED }),
      dateTimeField('RequestedOn', READ_ONLY),
      dateTimeField('ClosedOn', READ_ONLY),
      longTextField('Comment'),
      jsonField('Steps', READ_ONLY),
      boolField('BlocksMoves', READ_ONLY),
    ],
    {
      CallerWrites: ['create'],
      SystemIndexes: [
        { Fields: ['RecordId'], Unique: true, Where: { State: 'Pending' } },
        { Fields: ['RecordId', 'Id'] },
      ],
    },
  ),
  entity(
    'ApprovalTask',
    'business',
    [
      lookupField('RequestId', 'ApprovalRequest', { ...READ_ONLY, RelationName: 'Tasks' }),
      intField('Step', READ_ONLY),
      textField('StepName', READ_ONLY),
      lookupField('AssigneeId', 'User', UNCONSTRAINED),
      choiceField('State', TASK_STATES, READ_ONLY),
      dateTimeField('DueOn', READ_ONLY),
      textField('EntityName', READ_ONLY),
      uuidField('RecordId', READ_ONLY),
      lookupField('DelegatedBy', 'User', { ...READ_ONLY, ...UNCONSTRAINED }),
      intField('Hops', READ_ONLY),
      jsonField('FormerAssignees', READ_ONLY),
      dateTimeField('RemindedOn', READ_ONLY),
      dateTimeField('EscalatedOn', READ_ONLY),
    ],
    {
      CallerWrites: ['update'],
      SystemIndexes: [
        { Fields: ['AssigneeId', 'EntityName', 'RecordId'], Where: { State: 'Open' } },
        { Fields: ['RemindedOn', 'DueOn'], Where: { State: 'Open' } },
      ],
    },
  ),
  entity(
    'ApprovalDecision',
    'business',
    [
      lookupField('ApprovalRequestId', 'ApprovalRequest', {
        ...REQUIRED,
        ...UNCHECKED,
        RelationName: 'Decisions',
      }),
      choiceField('Decision', DECISIONS, REQUIRED),
      longTextField('Comment'),
      lookupField('DelegateToUserId', 'User', { ...UNCONSTRAINED, ...UNCHECKED }),
    ],
    { CallerWrites: ['create'], UnscopedCreate: { Decision: 'Recall' } },
  ),
];
