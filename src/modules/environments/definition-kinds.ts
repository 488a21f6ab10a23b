import { SYSTEM_ENTITIES } from '../../core/system-entities/system-entities.js';
import { Definition } from '../../core/catalogue/definition.js';
import type { JsonObject } from '../../core/json/json.js';
import type { DefinitionFile } from './definition-file.js';

/** A definition of the file, with the key of its parent. */
export interface DefinitionSource {
  readonly json: JsonObject;
  /** Natural key, such as `Customer.Name`. */
  readonly key: string;
  /** Natural key of the parent definition. */
  readonly parentKey?: string;
  /** Position among its siblings, from 1. */
  readonly sequence: number;
}

/** Mapping of one kind of definitions to records of a system entity. */
export interface DefinitionKind {
  readonly entity: string;
  sources(file: DefinitionFile): readonly DefinitionSource[];
  /** Lists the lookups of a record with target entity and natural key; without a key the lookup has no value. */
  references(source: DefinitionSource): readonly (readonly [field: string, entity: string, key: string | undefined])[];
}

const textMember = (json: JsonObject, member: string): string | undefined => new Definition(json).text(member);

const top =
  (member: string, key = (json: JsonObject) => textMember(json, 'Name') ?? '') =>
  (file: DefinitionFile): readonly DefinitionSource[] =>
    file.all(member).map((json, i) => ({ json, key: key(json), sequence: i + 1 }));

/** Lists the children of definitions, such as the fields of entities. */
const partsOf =
  (parents: (file: DefinitionFile) => readonly DefinitionSource[], member: string, keyMember: string) =>
  (file: DefinitionFile): readonly DefinitionSource[] =>
    parents(file).flatMap(({ json: parent, key: parentKey }) =>
      new Definition(parent).objects(member).map((json, i) => ({
        json,
        key: `${parentKey}.${textMember(json, keyMember) ?? i + 1}`,
        parentKey,
        sequence: i + 1,
      })),
    );

const entities = (file: DefinitionFile): readonly DefinitionSource[] =>
  [...SYSTEM_ENTITIES.map((json) => ({ ...json, IsSystem: true })), ...file.all('Entities')].map(
    (json: JsonObject, i) => ({
      json,
      key: textMember(json, 'EntityName') ?? '',
      sequence: i + 1,
    }),
  );

const lifecycles = top('Lifecycles');
const savedQueries = top('SavedQueries', (json) => `${textMember(json, 'EntityName')}.${textMember(json, 'Name')}`);

const kind = (
  entity: string,
  sources: DefinitionKind['sources'],
  references: (source: DefinitionSource) => ReturnType<DefinitionKind['references']> = () => [],
): DefinitionKind => ({ entity, sources, references });

const part = (
  entity: string,
  sources: DefinitionKind['sources'],
  parentField: string,
  parent: string,
): DefinitionKind => kind(entity, sources, ({ parentKey }) => [[parentField, parent, parentKey]]);

/** Returns the key of a status of the same lifecycle; `*` means any and has no key. */
const status = ({ json, parentKey }: DefinitionSource, member: string): string | undefined => {
  const name = textMember(json, member);
  return name === undefined || name === '*' ? undefined : `${parentKey}.${name}`;
};

/** All kinds in storing order: targets of references come first. */
export const DEFINITION_KINDS: readonly DefinitionKind[] = [
  kind('Team', top('Teams'), ({ json }) => [['ParentTeamId', 'Team', textMember(json, 'ParentTeam')]]),
  kind('Role', top('Roles')),
  kind('Permission', top('Permissions')),
  kind(
    'RolePermission',
    top('RolePermissions', (json) => `${textMember(json, 'Role')}.${textMember(json, 'Permission')}`),
    ({ json }) => [
      ['RoleId', 'Role', textMember(json, 'Role')],
      ['PermissionId', 'Permission', textMember(json, 'Permission')],
    ],
  ),
  kind(
    'RoleAccess',
    top('RoleAccess', (json) => `${textMember(json, 'Role')}.${textMember(json, 'EntityName')}`),
    ({ json }) => [['RoleId', 'Role', textMember(json, 'Role')]],
  ),
  kind('Entity', entities),
  kind('Relation', top('Relations'), ({ json }) => [
    ['ParentEntityId', 'Entity', textMember(json, 'ParentEntity')],
    ['ChildEntityId', 'Entity', textMember(json, 'ChildEntity')],
  ]),
  kind('Field', partsOf(entities, 'Fields', 'FieldName'), ({ json, parentKey }) => [
    ['EntityId', 'Entity', parentKey],
    ['TargetId', 'Entity', textMember(json, 'Target')],
    ['RelationId', 'Relation', textMember(json, 'Relation')],
  ]),
  part('Rule', partsOf(entities, 'Rules', 'Name'), 'EntityId', 'Entity'),
  part('Hook', partsOf(entities, 'Hooks', 'Name'), 'EntityId', 'Entity'),
  part('Index', partsOf(entities, 'Indexes', 'Name'), 'EntityId', 'Entity'),
  kind('Lifecycle', lifecycles),
  part('Status', partsOf(lifecycles, 'Statuses', 'Name'), 'LifecycleId', 'Lifecycle'),
  kind('Transition', partsOf(lifecycles, 'Transitions', 'Name'), (source) => [
    ['LifecycleId', 'Lifecycle', source.parentKey],
    ['FromStatusId', 'Status', status(source, 'FromStatus')],
    ['ToStatusId', 'Status', status(source, 'ToStatus')],
  ]),
  kind('ApprovalProcess', top('ApprovalProcesses')),
  kind('Workflow', top('Workflows')),
  kind('Trigger', top('Triggers')),
  kind('SavedQuery', savedQueries),
  kind('SavedView', partsOf(savedQueries, 'Views', 'Name'), ({ json, parentKey }) => [
    ['SavedQueryId', 'SavedQuery', parentKey],
    ['RoleId', 'Role', textMember(json, 'Role')],
  ]),
  kind('List', top('Lists')),
  kind(
    'DatabaseObject',
    top('DatabaseObjects', (json) => textMember(json, 'ObjectName') ?? ''),
  ),
];

/** Recognises definitions of every environment, even without the file's definitions: system entities and roles. */
export const isAlwaysThere = (entity: string, { json }: DefinitionSource): boolean =>
  (entity === 'Role' || entity === 'Entity') && json.IsSystem === true;
