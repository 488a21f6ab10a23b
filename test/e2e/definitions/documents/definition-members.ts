import { type Row, where } from '../../../support/test-app.js';

/** Members of a definition that may be left out, each with the values that it may have. */
export type Choices = Readonly<Record<string, readonly unknown[]>>;

/** Definitions that a new one can name. */
export interface Known {
  ids(kind: string): readonly string[];
}

/** Names that differ in little, are long or mean something elsewhere. */
export const NAMES = [' a', 'a', 'a ', 'İ', 'i', 'ß', 'SS', '\u212A', "o'x", '"q"', 'a/b', 'null', '0', 'é', 'e\u0301'];

const TEXTS = [null, '', ' ', 'x', '0'];
const FLAGS = [true, false];
const POSITIONS = [null, 0, 1, 2, 7, -3];

const CLAUSES = [
  where('F0', 'IsNULL'),
  { Filters: [{ FieldName: 'F0', Operator: 6, Sequence: 1 }], FilterLogic: '1' },
  { FilterLogic: '', Filters: [{ Operator: 'IsNotNULL', FieldName: 'f0' }] },
];

const ANY_FIELD: Choices = { ReadOnly: FLAGS, Immutable: FLAGS, Sequence: POSITIONS, Description: TEXTS };
const KEY_FIELD: Choices = { ...ANY_FIELD, Unique: FLAGS, Indexed: FLAGS, Required: FLAGS };

/** Members of a field by its type; those of one value cannot be left out. */
export const FIELDS: Readonly<Record<string, Choices>> = {
  Text: { ...KEY_FIELD, CaseInsensitive: FLAGS, MinLength: [null, 0], MaxLength: [null, 9], Regex: [null, '^'] },
  LongText: { ...ANY_FIELD, MaxLength: [null, 100], Default: [null, 'null'] },
  Int: { ...KEY_FIELD, Min: [null, '0', '-1', '00'], Max: [null, '9'], Default: [null, 0, 5] },
  Decimal: { ...KEY_FIELD, Precision: [null, 18, 5], Min: [null, '0.0', '-1'], Default: [null, '1.50', 1.5, '0'] },
  Bool: { ...KEY_FIELD, Default: [null, true, false] },
  Date: { ...KEY_FIELD, Default: [null, 'Today', '2024-02-29'], Min: [null, '2000-01-01'] },
  DateTime: { ...KEY_FIELD, Default: [null, 'Now', '2024-02-29T00:00:00Z'] },
  Uuid: { ...KEY_FIELD, Default: [null, '0D4E5B0E-9C5B-4A7E-8B0C-000000000001'] },
  Json: { ...ANY_FIELD, Default: [null, {}, [], { b: 1.0, a: [1e2, null] }] },
  Enum: { ...KEY_FIELD, Values: [['A', { Value: 'b', Text: 'B', IsActive: false }]], Default: [null, 'A'] },
  MultiEnum: { ...ANY_FIELD, Values: [[{ Value: 'A' }, 'b']], Default: [null, [], ['A']] },
  Lookup: KEY_FIELD,
  AutoNumber: { Pattern: ['{000}', 'X-{yyyy}-{0000}'], Sequence: POSITIONS, Description: TEXTS },
  Computed: { ResultType: ['Decimal'], Expression: ['1 + 1'], Scale: [null, 2], Sequence: POSITIONS },
};

const SCOPES: Choices = Object.fromEntries(
  ['Create', 'Read', 'Update', 'Delete'].map((name) => [name, ['None', 'Own', 'All']]),
);
const CALLERS: Choices = { AllowedRoles: [null, [], ['Administrator']], RequiredPermission: [null] };

/** Members of each kind beside those that it cannot lack. */
export const membersOf = (known: Known): Readonly<Record<string, Choices>> => ({
  Entity: {
    DisplayField: [null, 'F0', 'f1'],
    AllowSoftDelete: FLAGS,
    MembersRestore: FLAGS,
    Searchable: FLAGS,
    UniqueKeys: [null, [], [['F0', 'F1']]],
    Description: TEXTS,
  },
  Team: { ParentTeamId: [null, ...known.ids('Team')] },
  Role: { Description: TEXTS },
  Permission: { Description: TEXTS },
  RoleAccess: { ...SCOPES, WritableFields: [null, [], ['F0']] },
  Rule: { FieldName: [null, 'F0'], Sequence: POSITIONS },
  Hook: { FieldName: [null, 'F0'], Sequence: POSITIONS, Description: TEXTS },
  Index: { WhereClause: [null, ...CLAUSES], Description: TEXTS },
  Status: { Color: TEXTS, IsFinal: FLAGS, Sequence: POSITIONS },
  Transition: {
    Sequence: POSITIONS,
    Filters: CLAUSES,
    Validators: [null, []],
    RequiredFields: [null, ['F0']],
    ...CALLERS,
  },
  ApprovalProcess: {
    IsActive: FLAGS,
    AllowSelfApproval: FLAGS,
    BlocksMoves: FLAGS,
    StartMode: ['Automatic', 'Manual'],
    StartCriteria: [null, ...CLAUSES],
    OnApproved: [null, {}],
    OnReturned: [null, {}],
  },
  Workflow: {
    RunAs: [null, 'Caller', 'Service'],
    IsActive: FLAGS,
    Tokens: [null, [], [{ Name: 'T', Type: 'Int', Default: 1.0 }]],
    Description: TEXTS,
    ...CALLERS,
  },
  Trigger: {
    WhereClause: [null, ...CLAUSES],
    IsActive: FLAGS,
    WorkflowIds: [null, [], known.ids('Workflow').map((id) => id.toUpperCase()), known.ids('Workflow').slice(-1)],
    FieldCriteria: [null, 1],
    Description: TEXTS,
  },
  SavedQuery: {
    SelectedFields: [['F0'], ['f0', 'Id']],
    WhereClause: [null, ...CLAUSES],
    Sort: [null, [], [{ FieldName: 'F0', Direction: 2 }]],
    Parameters: [null, []],
    GlobalSearch: TEXTS,
    NullSafeNegation: FLAGS,
  },
  SavedView: { SelectedFields: [null, [], ['F0']], WhereClause: [null, ...CLAUSES], Visibility: ['All', 'Private'] },
  List: { TextField: [null, 'F0'], ValueField: [null, 'Id'], Sort: [null, []], WhereClause: [null, ...CLAUSES] },
  DatabaseObject: { AllowWrites: FLAGS, RequiredPermission: [null, 'Nix'], Description: TEXTS, Parameters: [null, []] },
});

const STEPS = [{ Sequence: 1, Name: 'S', Approvers: { Role: 'Administrator' } }];
const TO_ROLE = { ToRole: 'Administrator', Message: 'm' };
const ACTION = { Name: 'Tell', Type: 'SendNotification', ...TO_ROLE };

/** Members that a kind cannot lack, beside its name and what it belongs to. */
export const NEEDED: Readonly<Record<string, Choices>> = {
  Rule: { Message: ['No.', ' '], WhereClause: CLAUSES },
  Hook: { Message: ['No.'], Events: [['BeforeInsert'], ['BeforeUpdate', 'BeforeInsert']], RejectWhen: CLAUSES },
  Index: {
    Fields: [
      [{ FieldName: 'F0' }],
      [
        { FieldName: 'f0', Direction: 2 },
        { Direction: 1, FieldName: 'Id' },
      ],
    ],
  },
  Relation: { ChildField: ['L0'], OnDelete: ['Restrict', 'SetNull', 'Cascade'] },
  ApprovalProcess: { StartOn: [['Insert'], ['Update', 'Insert']], Steps: [STEPS] },
  Workflow: { Type: ['Triggered'], Actions: [[ACTION], [ACTION, { ...ACTION, Name: 'Untell' }]] },
  Trigger: { TriggerType: ['EventBased', 1], TriggerEvent: ['Created', 1, 'Deleted'], Notifications: [[TO_ROLE]] },
};

/** The function of a name. */
export const functionOf = (ObjectName: string): Row => ({
  ObjectName,
  ObjectType: 2,
  ReturnType: 'Int',
  Definition: `CREATE FUNCTION "${ObjectName}"() RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$`,
});
