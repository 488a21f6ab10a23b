import type { ErrorCode, Fault } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';

export const REASON_KINDS = [
  'Administrator',
  'Role',
  'Scope',
  'Owner',
  'Team',
  'Permission',
  'WritableFields',
  'Lock',
  'Transition',
  'Key',
  'Rule',
  'Hook',
  'Mapping',
  'Field',
  'Condition',
  'Share',
] as const;

export type ReasonKind = (typeof REASON_KINDS)[number];

/** Sentences of reasons that refuse nothing by themselves, by their codes. */
const HARMLESS = {
  Administrator: 'Administrators have scope All everywhere.',
  RoleScope: 'The role gives scope {Scope} to {Operation} {EntityName}.',
  RoleMapped: "The mapping gives the role {RoleName} by the user's tokens.",
  MemberScope: 'Every member has scope {Scope} to {Operation} {EntityName}.',
  PublicFields: 'Every member reads the fields {Fields}.',
  PublicCreate: 'Every member creates records with {Values}.',
  WritableFields: 'An update may set {Fields} only.',
  FieldsHidden: 'Not shown: {Fields}.',
  FieldsMasked: 'Shown masked: {Fields}.',
  FieldsNotWritten: 'May not be set: {Fields}.',
  RowCondition: 'The role gives it for records that meet its clause only.',
  ConditionMet: 'The record is among those that these roles give by their clauses.',
  SharedRecord: 'The record, or one that it belongs to, is shared with the user.',
  HookOverHttp: 'Another system, asked over HTTP, may refuse to {Operation} {EntityName}.',
  HookInCode: 'The hook {Handler} in code may refuse to {Operation} {EntityName}.',
  HookCondition: 'A condition ({Message}) may refuse to {Operation} {EntityName}.',
  TaskReads: 'An open approval task of the user lets them read the record.',
  OwnRecord: 'The user owns the record.',
  TeamRecord: 'The record belongs to this team of the user, or to one below it.',
  AnyRecord: 'Scope All covers every record.',
  TransitionOpen: 'Leads to {ToStatusName}.',
  TransitionRole: 'The transition {TransitionName} is for this role of the user.',
  TransitionPermission: 'The transition {TransitionName} needs this permission; {RoleNames} gives it.',
  WorkflowOpen: 'Workflow {WorkflowName} can be executed.',
  WorkflowRole: 'The workflow {WorkflowName} is for this role of the user.',
  WorkflowPermission: 'The workflow {WorkflowName} needs this permission; {RoleNames} gives it.',
  KeyRoles: 'Its RoleIds leave the user {RoleNames}.',
  KeyNoRoles: 'Its RoleIds leave the user no role.',
} as const;

/** Sentences of reasons each of which refuses, by their codes. */
const REFUSING = {
  UserInactive: 'The user is not active.',
  NoScope: 'No role gives a scope to {Operation} {EntityName}.',
  NotReadable: 'The record is outside of the read scope.',
  OtherOwner: 'The user does not own the record.',
  ConditionNotMet: 'The record is not among those that these roles give by their clauses.',
  OtherTeam: 'The record belongs to no team of the user, and to none below them.',
  WrittenByService: 'Callers do not {Operation} {EntityName} records; the service does.',
  RecordLocked: 'An approval of the record is open.',
  ParentLocked: 'An approval of a record that it belongs to is open.',
  NoLifecycle: '{EntityName} has no active lifecycle.',
  NoTransition: 'No transition leads out of {FromStatusName} for the user.',
  NoTransitionHere: 'No transition leads out of this status for the user.',
  TransitionBlocked: 'Leads to {ToStatusName}. Blocked:',
  TransitionHidden: 'Leads to {ToStatusName}. Hidden:',
  TransitionOtherRoles: 'The transition {TransitionName} is for these roles; the user has none of them.',
  TransitionNoPermission: 'The transition {TransitionName} needs this permission; no role of the user gives it.',
  NoWorkflow: '{EntityName} has no Manual workflow that the user may execute.',
  WorkflowInactive: 'Workflow {WorkflowName} is not active.',
  WorkflowRefused: 'Workflow {WorkflowName} needs a role or permission that the user lacks.',
  WorkflowAdministrators: 'Workflow {WorkflowName} is for Administrators.',
  WorkflowKey: 'The key does not execute workflow {WorkflowName}.',
  WorkflowOtherRoles: 'The workflow {WorkflowName} is for these roles; the user has none of them.',
  WorkflowNoPermission: 'The workflow {WorkflowName} needs this permission; no role of the user gives it.',
  KeyEnded: 'The key is revoked or has expired.',
  KeyEntities: 'Its Entities leave out {EntityName}.',
  KeyOperations: 'Its Operations leave out {KeyOperation}.',
  KeyUnnamed: 'Its Entities must name {EntityName}.',
  KeyAdministration: 'Only a key of an Administrator with AllowAdministration writes {EntityName}.',
  KeyWorkflows: 'Its Operations and Entities leave out workflows of {EntityName}.',
} as const;

const SENTENCES = { ...HARMLESS, ...REFUSING };

export type ReasonCode = keyof typeof SENTENCES;
export const REASON_CODES = Object.keys(SENTENCES) as readonly ReasonCode[];

/** Values of a sentence by their names; of several of a kind a list. */
type Params = Readonly<Record<string, string | readonly string[]>>;

/** One of the reasons that decide. */
export interface Reason {
  readonly Kind: ReasonKind;
  /** Name of what decides, such as a role, an entity or a transition. */
  readonly Name: string;
  /** Names the sentence, for texts in other languages. */
  readonly Code: ReasonCode;
  readonly Params: Params;
  /** True where this reason refuses; another one may still allow, such as a public field. */
  readonly Refuses: boolean;
  readonly Text: string;
  /** Of a transition that cannot be taken: why. */
  readonly ErrorDetails?: readonly Obstacle[];
  /** Where-clause of a condition, for Administrators. */
  readonly WhereClause?: JsonValue;
}

/** A fault that a move by a transition would be answered, in the names of `ErrorDetails`. */
export interface Obstacle {
  readonly Code: ErrorCode;
  readonly Message: string;
  readonly Params?: Fault['params'];
}

/** A sentence with its values. */
export type Sentence = Pick<Reason, 'Code' | 'Params' | 'ErrorDetails'>;

export const sentence = (Code: ReasonCode, Params: Params = {}): Sentence => ({ Code, Params });

export function reason(Kind: ReasonKind, Name: string, { Code, Params, ErrorDetails }: Sentence): Reason {
  const text = SENTENCES[Code].replaceAll(/\{(\w+)\}/g, (_, name: string) => [Params[name]].flat().join(', '));
  const Text = [text, ...(ErrorDetails ?? []).map(({ Message }) => Message)].join(' ');
  const Refuses = Object.hasOwn(REFUSING, Code);
  return { Kind, Name, Code, Params, Refuses, Text, ...(ErrorDetails && { ErrorDetails }) };
}

export const rule = (Name: string, judged: Sentence): Reason => reason('Rule', Name, judged);

/** A part of a decision: all parts must allow. */
export interface Part {
  readonly isAllowed: boolean;
  readonly reasons: readonly Reason[];
}

export const allowed = (...reasons: readonly Reason[]): Part => ({ isAllowed: true, reasons });
export const disallowed = (...reasons: readonly Reason[]): Part => ({ isAllowed: false, reasons });
