import { buildApprovalProcess, type ApprovalProcess } from '#core/catalogue/approval-process.js';
import { buildLifecycles } from './build-lifecycles.js';
import {
  merge,
  CLAUSE_OF,
  NO_ACCESS,
  OPERATIONS,
  type AccessTable,
  type EntityAccess,
  type FieldRead,
  type Scope,
} from '#core/catalogue/scope.js';
import { DefinedRowClause } from '#core/checks/row-clause.js';
import type { JsonObject } from '#core/json/json.js';
import { buildEntity, buildOwnMembers, buildRelations } from './build-entity.js';
import { marksOf } from '#core/catalogue/definition-marks.js';
import { groupedBy } from '#core/grouped-by.js';
import { afterCommitTriggers, buildTrigger } from '#core/catalogue/trigger.js';
import { buildWorkflow } from './build-workflow.js';
import { BuiltParts } from '#core/built-parts.js';
import { buildIdentityMappings } from '#core/catalogue/identity-mapping.js';
import { Catalogue, type Automation, type CatalogueParts } from '#core/catalogue/catalogue.js';
import type { Environment } from '#core/catalogue/environment.js';
import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import type { Entity, RecordsAbout } from '#core/catalogue/entity.js';
import { RollupSources } from './rollup-sources.js';
import { labelled } from '#core/catalogue/labels.js';
import { allAtOnce, gathered, mapped, type Steps, visited } from '#core/steps.js';
import { withOwnFields } from '#core/catalogue/extended-entities.js';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';

const SYSTEM: ReadonlySet<JsonObject> = new Set(SYSTEM_ENTITIES);

/** Groups the approval processes by the name of their entity in lower case, in the order of their names. */
function* processesByEntity(
  definitions: readonly JsonObject[],
  parts: BuiltParts,
): Steps<ReadonlyMap<string, readonly ApprovalProcess[]>> {
  const processes = yield* mapped(definitions, (json) =>
    parts.of('process', json, [], () => buildApprovalProcess(json)),
  );
  const sorted = processes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return groupedBy(sorted, ({ entityName }) => entityName.toLowerCase());
}

const inLowerCase = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));

const entityNamesOf = (set: readonly JsonObject[]): readonly string[] =>
  set.map((json) => new Definition(json).text('EntityName') ?? '');

/** Finds the entities that have records about records of an entity. Inactive lifecycles leave a history, too. */
function findRecordsAbout(definitions: DefinitionSet): (entityKey: string) => readonly RecordsAbout[] {
  const moved = inLowerCase(entityNamesOf(definitions.lifecycles));
  const approved = inLowerCase(definitions.approvedEntities ?? entityNamesOf(definitions.approvalProcesses));
  return (key) => [
    ...(approved.has(key) ? (['ApprovalRequest'] as const) : []),
    ...(moved.has(key) ? (['StatusHistory'] as const) : []),
  ];
}

/** Maps role ids to scopes and rights to fields by canonical entity name. A missing row means None. */
function* accessByRole(
  { roleAccess, fieldAccess = [] }: DefinitionSet,
  roleIds: ReadonlyMap<string, string>,
  entities: ReadonlyMap<string, Entity>,
): Steps<Map<string, AccessTable>> {
  const tables = new Map<string, Map<string, EntityAccess>>();
  type AccessOf = (row: Definition, entity: Entity, roleId: string) => EntityAccess;
  const add = (json: JsonObject, accessOf: AccessOf): void => {
    const row = new Definition(json);
    const roleId = roleIds.get(row.text('Role') ?? '');
    const entity = entities.get((row.text('EntityName') ?? '').toLowerCase());
    if (!roleId || !entity) return;
    const table = tables.get(roleId) ?? new Map<string, EntityAccess>();
    const access = merge(accessOf(row, entity, roleId), table.get(entity.name) ?? NO_ACCESS);
    tables.set(roleId, table.set(entity.name, access));
  };
  yield* visited(roleAccess, (json) => add(json, scopesOf));
  yield* visited(fieldAccess, (json) => add(json, fieldRightOf));
  return tables;
}

function scopesOf(row: Definition, entity: Entity, roleId: string): EntityAccess {
  const scope = (name: string): Scope => (row.text(name) ?? 'None') as Scope;
  const writable = new Set(row.texts('WritableFields'));
  const access = {
    create: scope('Create'),
    read: scope('Read'),
    update: scope('Update'),
    delete: scope('Delete'),
    ...(writable.size > 0 && { writable }),
  };
  const limited = OPERATIONS.flatMap((operation) => {
    const json = row.value(CLAUSE_OF[operation]);
    if (json === undefined || access[operation] === 'None') return [];
    const clause = new DefinedRowClause(`${row.text('Id') ?? ''}.${operation}`, roleId, entity, json);
    return [[operation, { open: 'None', grants: [{ scope: access[operation], clause }] }] as const];
  });
  return limited.length > 0 ? { ...access, rows: Object.fromEntries(limited) } : access;
}

function fieldRightOf(row: Definition, { fields }: Entity): EntityAccess {
  const field = fields.get((row.text('FieldName') ?? '').toLowerCase());
  if (!field?.protection) return NO_ACCESS;
  const right = { read: (row.text('Read') ?? 'None') as FieldRead, write: row.flag('Write') };
  return { ...NO_ACCESS, fields: new Map([[field.name, right]]) };
}

function organisationOf({ roles, teams }: DefinitionSet): Catalogue['organisation'] {
  const teamIds = new Map(
    teams.map((json) => [new Definition(json).text('Name') ?? '', new Definition(json).text('Id') ?? '']),
  );
  return {
    roles: new Map(
      roles.map((json) => {
        const role = new Definition(json);
        const id = role.text('Id') ?? '';
        const permissions = new Set(role.texts('Permissions'));
        const [name, isSystem] = [role.text('Name') ?? '', role.flag('IsSystem')];
        return [id, { id, name, isSystem, permissions, ...labelled(role) }];
      }),
    ),
    teams: new Map(
      teams.map((json) => {
        const team = new Definition(json);
        const id = team.text('Id') ?? '';
        return [
          id,
          { id, name: team.text('Name') ?? '', parentTeamId: teamIds.get(team.text('ParentTeam') ?? '') ?? null },
        ];
      }),
    ),
  };
}

function* automationOf({ entities, workflows, triggers }: DefinitionSet, parts: BuiltParts): Steps<Automation> {
  const built = yield* builtById(triggers, (json) => parts.of('trigger', json, [], () => buildTrigger(json)));
  const hooks = yield* gathered(entities, (json) => parts.of('hooks', json, [], () => afterCommitTriggers(json)));
  return {
    workflows: yield* builtById(workflows, (json) => parts.of('workflow', json, [], () => buildWorkflow(json))),
    triggers: hooks.length === 0 ? built : new Map([...built, ...hooks.map((hook) => [hook.id, hook] as const)]),
  };
}

function* builtById<Built extends { readonly id: string }>(
  definitions: readonly JsonObject[],
  build: (definition: JsonObject) => Built,
): Steps<ReadonlyMap<string, Built>> {
  const built = new Map<string, Built>();
  yield* visited(definitions, (definition) => {
    const each = build(definition);
    built.set(each.id, each);
  });
  return built;
}

/** Builds the immutable catalogue of an environment from its definitions and the system entities. */
export const buildCatalogue = (environment: Environment, version: string, definitions: DefinitionSet): Catalogue =>
  allAtOnce(catalogueSteps(environment, version, definitions));

/**
 * Builds a catalogue in steps, one for each entity, trigger and the like. What the definitions have built before, of the
 * same objects, is the same object again.
 */
export function* catalogueSteps(
  environment: Environment,
  version: string,
  definitions: DefinitionSet,
): Steps<Catalogue> {
  const { parts = new BuiltParts() } = definitions;
  const built = yield* parts.inSteps('catalogue', definitions, [environment], () =>
    catalogueParts(environment, definitions, parts),
  );
  return new Catalogue(environment, version, built);
}

function* catalogueParts(
  environment: Environment,
  definitions: DefinitionSet,
  parts: BuiltParts,
): Steps<CatalogueParts> {
  const { roles, teams, identityMappings: mappings = [] } = definitions;
  const list = yield* entitiesOf(environment, definitions, parts);
  const entities = parts.of('entities', SYSTEM_ENTITIES, list, () => {
    return new Map(list.map((entity) => [entity.name.toLowerCase(), entity]));
  });
  const sources = [roles.length, ...roles, ...teams];
  const organisation = parts.of('organisation', SYSTEM_ENTITIES, sources, () => organisationOf(definitions));
  const identityMappings = parts.of('identity mappings', SYSTEM_ENTITIES, [mappings.length, ...mappings], () =>
    buildIdentityMappings(mappings),
  );
  const roleIds = new Map([...organisation.roles.values()].map(({ id, name }) => [name, id]));
  const access = yield* accessByRole(definitions, roleIds, entities);
  const automation = yield* automationOf(definitions, parts);
  const marks = yield* marksOf(definitions, parts);
  return { entities, access, organisation, identityMappings, automation, marks };
}

function* entitiesOf(
  environment: Environment,
  definitions: DefinitionSet,
  parts: BuiltParts,
): Steps<readonly Entity[]> {
  const ofService = withOwnFields(definitions.extensions ?? [], (json, extension, build) =>
    parts.of('extended', json, [extension], build),
  );
  const definitionsOfEntities = [...definitions.entities, ...ofService];
  const relations = yield* buildRelations(definitionsOfEntities, definitions.relations, parts);
  const relationsOfParent = groupedBy(relations, ({ parentEntity }) => parentEntity);
  const lifecycles = yield* buildLifecycles(definitions.lifecycles, parts);
  const processes = yield* processesByEntity(definitions.approvalProcesses, parts);
  const recordsAbout = findRecordsAbout(definitions);
  const rollups = new RollupSources(definitionsOfEntities, relations, parts);
  return yield* mapped(definitionsOfEntities, (json): Entity => {
    const name = new Definition(json).text('EntityName') ?? '';
    const key = name.toLowerCase();
    const own = parts.of('own members', json, [environment, ...rollups.of(json)], () =>
      buildOwnMembers(json, { environment, isSystem: SYSTEM.has(json), findAggregated: rollups.find() }),
    );
    const [children, approvalProcesses] = [relationsOfParent.get(name) ?? [], processes.get(key) ?? []];
    const [lifecycle, about] = [lifecycles.get(key), recordsAbout(key)];
    const sources = [own, lifecycle, children.length, ...children, ...approvalProcesses, ...about];
    return parts.of('entity', json, sources, () =>
      buildEntity(own, { children, lifecycle, approvalProcesses, recordsAbout: about }),
    );
  });
}
