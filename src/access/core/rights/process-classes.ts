import {
  harmless,
  LABELS,
  ofAdministrators,
  reserved,
  service,
  words,
  type ClassedMembers,
} from './classed-members.js';
import {
  changesActiveLifecycle,
  changesConditions,
  changesGuards,
  countsRecords,
  rivalsLifecycle,
  waysBesideGuards,
} from './lifecycle-restrictions.js';

/** Classes of the members of lifecycles and processes, and of what the service keeps about them. */
export const PROCESS_CLASSES: Readonly<Record<string, readonly ClassedMembers[]>> = {
  Lifecycle: [
    harmless('shown only', 'Name'),
    reserved(
      'of a second lifecycle of the entity that is or becomes active',
      rivalsLifecycle,
      'EntityName',
      'IsActive',
    ),
    reserved('of a lifecycle that exists and is active before or after', changesActiveLifecycle, 'IsActive'),
    reserved('deletes: the answer counts records that the caller may not read', countsRecords, 'EntityName'),
  ],
  Status: [
    harmless('shown only', 'Color', 'Sequence', ...LABELS),
    reserved(
      'of an active lifecycle that exists: moves, processes and workflows follow them',
      changesActiveLifecycle,
      ...words('LifecycleId Name IsInitial IsFinal'),
    ),
    reserved('deletes: the answer counts records that the caller may not read', countsRecords, 'Name'),
  ],
  Transition: [
    harmless('shown only', 'Name', ...LABELS),
    reserved(
      'Filters and Validators are judged on records of all owners, workflows run with the rights of the service; also every ' +
        'other change of a transition that has them',
      changesConditions,
      ...words('Filters Validators AfterWorkflows FromStatusId ToStatusId Sequence RequiredFields'),
    ),
    reserved('of a transition that exists: they say who may move', changesGuards, 'AllowedRoles', 'RequiredPermission'),
    reserved(
      'of an active lifecycle that exists',
      changesActiveLifecycle,
      ...words('LifecycleId FromStatusId ToStatusId Sequence RequiredFields AllowedRoles RequiredPermission'),
    ),
    reserved(
      'of a lifecycle that exists and has a transition with AllowedRoles or RequiredPermission: it could lead around them',
      waysBesideGuards,
      ...words('LifecycleId FromStatusId ToStatusId Sequence'),
    ),
  ],
  StatusHistory: [
    service(
      'written with each move',
      ...words('RecordId EntityName FromStatusId ToStatusId TransitionId UserId ChangedOn CorrelationId'),
      ...words('Comment SecondsInStatus'),
    ),
  ],
  ApprovalProcess: ofAdministrators(
    'the process locks and moves records of all owners, and lets approvers read them',
    ...words('Name EntityName IsActive StartMode AllowSelfApproval BlocksMoves StartOn StartCriteria Steps'),
    ...words('OnApproved OnRejected OnReturned'),
  ),
  ApprovalRequest: [
    service(
      'a caller starts a request of a record in scope, the service writes the rest',
      ...words('RecordId EntityName ProcessId State CurrentStep RequestedBy RequestedOn ClosedOn'),
      ...words('Comment Steps BlocksMoves'),
    ),
  ],
  ApprovalTask: [
    service(
      'written with steps and decisions; Administrators reassign',
      ...words('RequestId Step StepName AssigneeId State DueOn EntityName RecordId DelegatedBy'),
      ...words('Hops FormerAssignees RemindedOn EscalatedOn'),
    ),
  ],
  ApprovalDecision: [
    service(
      'judged by the task of the caller: see approvals.md',
      ...words('ApprovalRequestId Decision Comment DelegateToUserId'),
    ),
  ],
  Workflow: ofAdministrators(
    'runs act with the rights of the service or of their callers',
    ...LABELS,
    ...words('Name EntityName Type RunAs IsActive RequiredPermission AllowedRoles Tokens Actions'),
    'Description',
  ),
  Trigger: ofAdministrators(
    'the clause is judged on records of all owners, workflows and messages follow',
    ...words('Name EntityName TriggerType TriggerEvent FieldCriteria FieldChanges WhereClause'),
    ...words('WorkflowIds Notifications CronExpression TimeZone DateField TimeOfDay OffsetDays'),
    ...words('CatchUp NextFireTimes IsActive Description'),
  ),
  WorkflowRun: [
    service(
      'written by runs',
      ...words('WorkflowId TriggerId EntityName RecordId State StartedOn EndedOn RunAs UserId'),
      ...words('Input Output Error Chain Progress Tries CausedBy'),
    ),
  ],
  WorkflowStep: [
    service('written by runs', ...words('RunId Name Type Path Iteration State StartedOn EndedOn Output Error Tries')),
  ],
  AuditEntry: [
    service(
      'the change log, shown through the scopes of the reader',
      ...words('EntityName RecordId Operation Changes UserId ChangedOn CorrelationId Source HooksSkipped Via'),
    ),
  ],
  Notification: [
    harmless('a message to its owner, within the scopes of its writer', 'Message', 'EntityName', 'RecordId', 'Source'),
    harmless('receivers say what they have read', 'ReadOn'),
  ],
};
