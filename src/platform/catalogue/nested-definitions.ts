import { type BuiltParts } from '#core/built-parts.js';
import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import { isExtended } from '#core/catalogue/extended-entities.js';
import { groupedBy } from '#core/grouped-by.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { mapped, type Steps } from '#core/steps.js';
import type { SourceName } from './definition-sources.js';

type SourceRows = Readonly<Record<SourceName, readonly JsonObject[]>>;

const key = (json: JsonObject, member: string): string => new Definition(json).text(member) ?? '';

/** Groups records by the id of their parent. */
function grouped(rows: readonly JsonObject[], parent: string): (id: string) => readonly JsonObject[] {
  const groups = groupedBy(rows, (row) => key(row, parent));
  return (id) => groups.get(id) ?? [];
}

type Names = ReadonlyMap<string, JsonValue>;

/** Names of records by their ids; the same object for the same records. */
const namesOf =
  (parts: BuiltParts) =>
  (rows: readonly JsonObject[], member: string): Names =>
    parts.of(`names ${member}`, rows, [], () => new Map(rows.map((row) => [key(row, 'Id'), row[member]])));

const nameOf = (all: Names, record: JsonObject, member: string): JsonValue => all.get(key(record, member)) ?? null;

function lifecyclesOf({ Lifecycle, Status, Transition }: SourceRows, parts: BuiltParts): readonly JsonObject[] {
  const [statuses, transitions] = [grouped(Status, 'LifecycleId'), grouped(Transition, 'LifecycleId')];
  return Lifecycle.map((lifecycle) => {
    const id = key(lifecycle, 'Id');
    return whole(parts, lifecycle, { Statuses: statuses(id), Transitions: transitions(id) });
  });
}

/** Converts stored records to the nested definition format (docs/definitions.md#definition-files). */
export function* nestedDefinitions(
  rows: SourceRows,
  parts: BuiltParts,
): Steps<Omit<DefinitionSet, 'approvedEntities'>> {
  const names = namesOf(parts);
  const entityName = names(rows.Entity, 'EntityName');
  const [roleName, teamName] = [names(rows.Role, 'Name'), names(rows.Team, 'Name')];
  const permissionName = names(rows.Permission, 'Name');
  const granted = grouped(rows.RolePermission, 'RoleId');
  const named = (record: JsonObject, added: JsonObject): JsonObject =>
    parts.of('named', record, Object.values(added), () => ({ ...record, ...added }));
  const ofRole = (access: JsonObject): JsonObject => named(access, { Role: nameOf(roleName, access, 'RoleId') });
  return {
    parts,
    ...(yield* parts.inSteps('nested entities', rows.Entity, partsOfEntities(rows), () =>
      entitiesOf(rows, entityName, parts),
    )),
    relations: rows.Relation.map((relation) =>
      named(relation, {
        ParentEntity: nameOf(entityName, relation, 'ParentEntityId'),
        ChildEntity: nameOf(entityName, relation, 'ChildEntityId'),
      }),
    ),
    lifecycles: lifecyclesOf(rows, parts),
    approvalProcesses: rows.ApprovalProcess,
    workflows: rows.Workflow,
    triggers: rows.Trigger,
    roles: rows.Role.map((role) => {
      const Permissions = granted(key(role, 'Id')).map((grant) => nameOf(permissionName, grant, 'PermissionId'));
      return parts.of('named', role, Permissions, () => ({ ...role, Permissions }));
    }),
    roleAccess: yield* mapped(rows.RoleAccess, ofRole),
    fieldAccess: yield* mapped(rows.FieldAccess, ofRole),
    permissions: rows.Permission.map((permission) => key(permission, 'Name')),
    teams: rows.Team.map((team) => named(team, { ParentTeam: nameOf(teamName, team, 'ParentTeamId') })),
    identityMappings: rows.IdentityMapping,
  };
}

const partsOfEntities = ({ Field, Rule, Hook, Index, Relation }: SourceRows): readonly unknown[] => [
  Field,
  Rule,
  Hook,
  Index,
  Relation,
];

/** Entities of the business with their parts, and system entities with their own fields. References are names. */
function* entitiesOf(
  rows: SourceRows,
  entityName: Names,
  parts: BuiltParts,
): Steps<Pick<DefinitionSet, 'entities' | 'extensions'>> {
  const relationName = namesOf(parts)(rows.Relation, 'Name');
  const fields = grouped(rows.Field, 'EntityId');
  yield;
  const [rules, hooks] = [grouped(rows.Rule, 'EntityId'), grouped(rows.Hook, 'EntityId')];
  const indexes = grouped(rows.Index, 'EntityId');
  const named = (field: JsonObject): JsonObject => {
    const Target = nameOf(entityName, field, 'TargetId');
    const Relation = nameOf(relationName, field, 'RelationId');
    return parts.of('named', field, [Target, Relation], () => ({ ...field, Target, Relation }));
  };
  const fieldsOf = (entity: JsonObject): readonly JsonObject[] => {
    const own = fields(key(entity, 'Id'));
    return parts.of('fields', entity, [entityName, relationName, ...own], () => own.map(named));
  };
  const ofBusiness = rows.Entity.filter((entity) => entity.IsSystem !== true);
  const entities = yield* mapped(ofBusiness, (entity) => {
    const id = key(entity, 'Id');
    return whole(parts, entity, { Fields: fieldsOf(entity), Rules: rules(id), Hooks: hooks(id), Indexes: indexes(id) });
  });
  const extended = rows.Entity.filter(
    (entity) =>
      entity.IsSystem === true && isExtended(key(entity, 'EntityName')) && fields(key(entity, 'Id')).length > 0,
  );
  return {
    entities,
    extensions: extended.map((entity) => whole(parts, entity, { Fields: fieldsOf(entity) })),
  };
}

/** A definition with its parts; the same object while it and all parts are the same. */
function whole(
  parts: BuiltParts,
  record: JsonObject,
  members: Readonly<Record<string, readonly JsonObject[]>>,
): JsonObject {
  const sources = Object.values(members).flatMap((each) => [each.length, ...each]);
  return parts.of('whole', record, sources, () => ({ ...record, ...members }));
}
