/** Lookup of a record that a definition file gives by a name. */
export interface FileReference {
  /** Field of the record, such as `FromStatusId`. */
  readonly field: string;
  /** Member of the file, such as `FromStatus`. */
  readonly member: string;
  /** Entity of the target. */
  readonly entity: string;
  /** The target has the same parent as the record. */
  readonly isSibling?: boolean;
  /** Name that stands for no target. */
  readonly any?: string;
}

/** Mapping of one kind of definitions in a file to records of a system entity. */
export interface FileKind {
  /** System entity of the records. */
  readonly entity: string;
  /** Array of the document or of the parent definition. */
  readonly member: string;
  /** Parent definition, and the lookup to it. */
  readonly parent?: { readonly entity: string; readonly field: string };
  /** Members whose values name a definition among its siblings. */
  readonly key: readonly string[];
  /** Further members that tell definitions of one name apart; absent: names are unique. */
  readonly apart?: readonly string[];
  readonly references: readonly FileReference[];
}

const NAME = ['Name'] as const;

const reference = (member: string, entity: string, more: Partial<FileReference> = {}): FileReference => ({
  field: `${member}Id`,
  member,
  entity,
  ...more,
});

const kind = (entity: string, member: string, more: Partial<FileKind> = {}): FileKind => ({
  entity,
  member,
  key: NAME,
  references: [],
  ...more,
});

const partOf = (entity: string): Pick<FileKind, 'parent'> => ({ parent: { entity, field: `${entity}Id` } });

/** All kinds of definitions in files, in storing order: parents and targets of references come first. */
export const FILE_KINDS: readonly FileKind[] = [
  kind('Team', 'Teams', { references: [reference('ParentTeam', 'Team')] }),
  kind('Role', 'Roles'),
  kind('Permission', 'Permissions'),
  kind('RolePermission', 'RolePermissions', {
    key: ['Role', 'Permission'],
    references: [reference('Role', 'Role'), reference('Permission', 'Permission')],
  }),
  kind('RoleAccess', 'RoleAccess', { key: ['Role', 'EntityName'], references: [reference('Role', 'Role')] }),
  kind('FieldAccess', 'FieldAccess', {
    key: ['Role', 'EntityName', 'FieldName'],
    references: [reference('Role', 'Role')],
  }),
  kind('IdentityMapping', 'IdentityMappings', { references: [reference('Role', 'Role'), reference('Team', 'Team')] }),
  kind('Entity', 'Entities', { key: ['EntityName'] }),
  kind('Relation', 'Relations', {
    references: [reference('ParentEntity', 'Entity'), reference('ChildEntity', 'Entity')],
  }),
  kind('Field', 'Fields', {
    ...partOf('Entity'),
    key: ['FieldName'],
    references: [reference('Target', 'Entity'), reference('Relation', 'Relation')],
  }),
  kind('Rule', 'Rules', { ...partOf('Entity'), apart: [] }),
  kind('Hook', 'Hooks', { ...partOf('Entity'), apart: [] }),
  kind('Index', 'Indexes', partOf('Entity')),
  kind('Lifecycle', 'Lifecycles'),
  kind('Status', 'Statuses', partOf('Lifecycle')),
  kind('Transition', 'Transitions', {
    ...partOf('Lifecycle'),
    apart: ['FromStatus', 'ToStatus'],
    references: [
      reference('FromStatus', 'Status', { isSibling: true, any: '*' }),
      reference('ToStatus', 'Status', { isSibling: true }),
    ],
  }),
  kind('ApprovalProcess', 'ApprovalProcesses'),
  kind('Workflow', 'Workflows'),
  kind('Trigger', 'Triggers'),
  kind('SavedQuery', 'SavedQueries', { key: ['EntityName', 'Name'] }),
  kind('SavedView', 'Views', { ...partOf('SavedQuery'), references: [reference('Role', 'Role')] }),
  kind('List', 'Lists'),
  kind('DatabaseObject', 'DatabaseObjects', { key: ['ObjectName'] }),
];

/** Kinds of definitions of people, which files never hold. */
export const PEOPLE: ReadonlySet<string> = new Set(['User', 'UserRole', 'TeamMember', 'ApiKey']);

/** Finds the kind of a system entity in `FILE_KINDS`. */
export const fileKind = (entity: string): FileKind => FILE_KINDS.find((each) => each.entity === entity)!;

/** Lists the kinds of the parts of a definition. */
export const kindsOfParts = ({ entity }: FileKind): readonly FileKind[] =>
  FILE_KINDS.filter(({ parent }) => parent?.entity === entity);
