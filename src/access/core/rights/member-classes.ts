import { CLAUSE_OF } from '#core/catalogue/scope.js';
import {
  compared,
  harmless,
  LABELS,
  ofAdministrators,
  reserved,
  service,
  words,
  type ClassedMembers,
} from './classed-members.js';
import { PROCESS_CLASSES } from './process-classes.js';
import {
  addsToHidden,
  changed,
  changesEmail,
  changesHidden,
  changesManager,
  changesOccupied,
  changesRelation,
  deletesHidden,
  isNamedByWorkflows,
  isPublishing,
  isRollup,
  namesUnknownEntity,
  passesShares,
  touched,
  touchesHidden,
  touchesTitles,
} from './restrictions.js';

const OF_QUERIES = [
  ...words('Name EntityName Parameters SelectedFields WhereClause Sort GroupBy Aggregates Having'),
  ...words('Includes GlobalSearch Distinct LoadLookUpValues LoadChildren LoadRecordInfo NullSafeNegation'),
];

/** Members of a field that stored values must obey, or from which they follow. */
const RULES_OF_VALUES = [
  ...words('FieldType Required Unique CaseInsensitive MinLength MaxLength Precision Scale Regex'),
  ...words('Min Max Format Values TargetId Expression ResultType'),
];

/**
 * The class of every member of every built-in kind: what security.md promises, and what the service enforces. A test demands
 * a class for each new member.
 */
export const MEMBER_CLASSES: Readonly<Record<string, readonly ClassedMembers[]>> = {
  Team: [
    compared('definitions name teams, whose members decide and get messages', 'Name'),
    compared('Team scope covers the teams below', 'ParentTeamId'),
  ],
  Role: [
    compared('definitions name roles', 'Name'),
    service('marks what belongs to the service', 'IsSystem'),
    harmless('shown only', 'Description', ...LABELS),
  ],
  Permission: [compared('definitions name permissions', 'Name'), harmless('shown only', 'Description')],
  RolePermission: [compared('gives a permission', 'RoleId', 'PermissionId')],
  RoleAccess: [
    compared('gives scopes', 'RoleId', 'EntityName', 'Create', 'Read', 'Update', 'Delete', 'WritableFields'),
    reserved('a clause cannot be compared with another', touched, ...Object.values(CLAUSE_OF)),
    reserved(
      'of an entity that does not exist yet: nobody has rights on it to compare',
      namesUnknownEntity,
      'EntityName',
    ),
  ],
  RecordShare: [
    service(
      'shares what the caller may update by their own scope',
      ...words('RecordId UserId TeamId RoleId Read Update Until'),
    ),
  ],
  FieldAccess: [
    compared('gives rights to fields', 'RoleId', 'EntityName', 'FieldName', 'Read', 'Write'),
    reserved(
      'of an entity that does not exist yet: nobody has rights on it to compare',
      namesUnknownEntity,
      'EntityName',
    ),
  ],
  User: [
    reserved('of a user who exists: tokens bear the name', changed, 'UserName'),
    compared('definitions name users', 'UserName'),
    reserved('of another user who exists: workflows mail there what the user may know', changesEmail, 'Email'),
    reserved(
      'of a user who exists, and of a new one where a process asks the manager of the owner: managers approve',
      changesManager,
      'ManagerId',
    ),
    compared('the records of a user belong to the team', 'PrimaryTeamId'),
    compared('an inactive user has no rights', 'IsActive'),
    reserved('whoever has a token of that subject is the user', touched, 'ExternalIssuer', 'ExternalId'),
    harmless('shown only', 'DisplayName', 'Kind', 'Language', 'TimeZone'),
  ],
  UserRole: [compared('gives a role', 'UserId', 'RoleId'), harmless('shown only', 'IdentityMappingId')],
  TeamMember: [compared('gives a team', 'TeamId', 'UserId'), harmless('shown only', 'IdentityMappingId')],
  IdentityMapping: ofAdministrators(
    'a mapping gives roles and teams to people',
    ...words('Name Issuer Claim Value RoleId TeamId Sequence AllowAdministrator'),
  ),
  ApiKey: [
    service(
      'a key has no right that its user lacks; only Administrators give keys to others, or let them administer',
      ...words('UserId Name ExpiresOn RoleIds Entities Operations AllowedIps AllowAdministration LastUsedOn RevokedOn'),
    ),
  ],
  Entity: [
    harmless('a name is written once; entities of the service are reserved', 'EntityName'),
    reserved('deletes: the answer counts records that the caller may not read', deletesHidden, 'EntityName'),
    reserved(
      'of an entity with an approval process: notifications show the text to people who may not read the record',
      touchesTitles,
      'DisplayField',
    ),
    reserved('of an entity with records: others could delete for good, or restore', changesOccupied, 'AllowSoftDelete'),
    reserved('of an entity with records: others could restore', changesOccupied, 'MembersRestore'),
    reserved('of an entity with records: others could share them', changesOccupied, 'AllowShares'),
    reserved('of an entity that exists: gives all its records other owners', changed, 'OwnerFrom'),
    reserved('where the caller may not read all records: the answer counts duplicates', touchesHidden, 'UniqueKeys'),
    harmless('make an index, or are shown only', 'Searchable', 'Description', 'PluralLabel', ...LABELS),
    service('marks what belongs to the service', 'IsSystem'),
  ],
  Field: [
    harmless('a name is written once', 'EntityId', 'FieldName'),
    reserved(
      'of rollups, also of fields that were one: they read children of all owners',
      isRollup,
      ...words('FieldType RelationId Function AggregateField WhereClause'),
    ),
    reserved('of a lookup that exists: the answer tells which records exist', changed, 'TargetId'),
    reserved(
      'where the caller may not read all records: the answer counts stored values',
      changesHidden,
      ...RULES_OF_VALUES,
    ),
    reserved(
      'of a new field, where the caller may not read all records: Required without Default, Unique, a computed field, and a ' +
        'lookup with a Default tell about them',
      addsToHidden,
      ...words('FieldType Required Unique Default'),
    ),
    reserved(
      'of a field with records: others could write what a service wrote',
      changesOccupied,
      'ReadOnly',
      'Immutable',
    ),
    reserved(
      'of a field that exists: values become visible, or are shown by another mask',
      changed,
      'Protection',
      'Mask',
    ),
    harmless('a value of later records, which their writers see', 'Default'),
    harmless('a counter, an index or an order', 'Pattern', 'Indexed', 'Sequence'),
    harmless('shown only', 'Description', ...LABELS),
    service('tells about the index', 'IndexState', 'IndexError'),
  ],
  Rule: ofAdministrators(
    'the clause is judged on records of all owners',
    ...words('EntityId Name WhereClause Message FieldName Sequence'),
  ),
  Hook: ofAdministrators(
    'the clause is judged on records of all owners, the code runs in the service, the URL is sent records of all owners',
    ...words('EntityId Name Events RejectWhen Message FieldName Handler Url Mode TimeoutMs OnFailure SendFields'),
    ...words('Sequence Description'),
  ),
  Index: [
    harmless('an index changes no answer', 'EntityId', 'EntityName', 'Name', 'Fields', 'WhereClause', 'Description'),
    service('tells about the index', 'State', 'Error'),
  ],
  Relation: [
    harmless('a name of includes', 'Name'),
    harmless('shown only', ...LABELS),
    reserved(
      'of a relation that exists, a second one of a lookup, and any write of one that is or was Cascade or SetNull: deletes ' +
        'change records of others, and approvals lock through Cascade',
      changesRelation,
      ...words('ParentEntityId ChildEntityId ChildField OnDelete'),
    ),
    reserved('of a relation that is or was so: shares reach the children', passesShares, 'InheritsAccess'),
  ],
  SavedQuery: [
    harmless('a query reads with the rights of its caller', ...OF_QUERIES),
    reserved(
      'of a query that a workflow names: it reads with the rights of the run',
      isNamedByWorkflows,
      ...OF_QUERIES,
    ),
    harmless('shown only', ...LABELS),
  ],
  SavedView: [
    harmless('a view narrows a query of its caller', 'SavedQueryId', 'Name', 'SelectedFields', 'WhereClause', 'Sort'),
    reserved(
      'of views for All or a Role, unless the caller may update the saved query: others see the view',
      isPublishing,
      ...words('Visibility RoleId'),
    ),
  ],
  List: [
    harmless(
      'a list reads with the rights of its caller',
      ...words('Name EntityName ValueField TextField ParentField WhereClause Sort Values'),
    ),
  ],
  DatabaseObject: ofAdministrators(
    'a routine reads all records of the environment',
    ...words('ObjectName ObjectType Parameters ReturnType Returns AllowWrites ReadsProtected'),
    ...words('RequiredPermission Description Definition'),
  ),
  ...PROCESS_CLASSES,
};
