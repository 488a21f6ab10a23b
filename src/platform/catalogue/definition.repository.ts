import { Injectable } from '@nestjs/common';
import type { Environment } from '../../core/catalogue/environment.js';
import { Definition, type DefinitionSet } from '../../core/catalogue/definition.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';
import { PlatformDatabase, type Query } from '../database/platform-database.js';

/** Definition entities that the catalogue is built from, each with the column that orders its records. */
const SOURCES = {
  Entity: 'EntityName',
  Field: 'Sequence',
  Rule: 'Sequence',
  Hook: 'Sequence',
  Index: 'Name',
  Relation: 'Name',
  Role: 'Name',
  RoleAccess: 'EntityName',
  Permission: 'Name',
  RolePermission: 'Id',
  Team: 'Name',
  Lifecycle: 'Name',
  Status: 'Sequence',
  Transition: 'Sequence',
  ApprovalProcess: 'Name',
  Workflow: 'Name',
  Trigger: 'Name',
} as const;

/** System entities come from the code: two thirds of all fields need not be read. */
const OF_BUSINESS = (schema: string): string =>
  ` AND t."EntityId" IN (SELECT e."Id" FROM "${schema}"."Entity" e WHERE e."IsSystem" IS NOT TRUE)`;

type SourceName = keyof typeof SOURCES;
type SourceRows = Readonly<Record<SourceName, readonly JsonObject[]>>;

/** Single statement that reads all definition tables, so that they come from one snapshot. */
function statement(schema: string): string {
  const columns = Object.entries(SOURCES).map(
    ([entity, order]) =>
      `(
        SELECT json_agg(row_to_json(t) ORDER BY t."${order}", t."Id")::text
        FROM "${schema}"."${entity}" t
        WHERE NOT t."IsDeleted"${entity === 'Field' ? OF_BUSINESS(schema) : ''}
      ) AS "${entity}"`,
  );
  const approved = `(SELECT json_agg(DISTINCT t."EntityName")::text FROM "${schema}"."ApprovalProcess" t) AS "approved"`;
  return `SELECT ${columns.join(', ')}, ${approved}`;
}

const objects = (json: JsonValue): readonly JsonObject[] => (isArray(json) ? json.filter(isObject) : []);

const key = (json: JsonObject, member: string): string => new Definition(json).text(member) ?? '';

/** Groups records by the id of their parent. */
function grouped(rows: readonly JsonObject[], parent: string): (id: string) => readonly JsonObject[] {
  const groups = new Map<string, JsonObject[]>();
  for (const row of rows) groups.set(key(row, parent), [...(groups.get(key(row, parent)) ?? []), row]);
  return (id) => groups.get(id) ?? [];
}

const names = (rows: readonly JsonObject[], member: string): ReadonlyMap<string, JsonValue> =>
  new Map(rows.map((row) => [key(row, 'Id'), row[member]]));

/** Converts stored records to the nested definition format (docs/definitions.md#definition-files). */
function asDefinitions(rows: SourceRows): DefinitionSet {
  const entityName = names(rows.Entity, 'EntityName');
  const relationName = names(rows.Relation, 'Name');
  const [roleName, teamName] = [names(rows.Role, 'Name'), names(rows.Team, 'Name')];
  const permissionName = names(rows.Permission, 'Name');
  const granted = grouped(rows.RolePermission, 'RoleId');
  const fields = grouped(rows.Field, 'EntityId');
  const [rules, hooks] = [grouped(rows.Rule, 'EntityId'), grouped(rows.Hook, 'EntityId')];
  const indexes = grouped(rows.Index, 'EntityId');
  const [statuses, transitions] = [grouped(rows.Status, 'LifecycleId'), grouped(rows.Transition, 'LifecycleId')];
  return {
    entities: rows.Entity.filter((entity) => entity.IsSystem !== true).map((entity) => {
      const id = key(entity, 'Id');
      const Fields = fields(id).map((field) => ({
        ...field,
        Target: entityName.get(key(field, 'TargetId')) ?? null,
        Relation: relationName.get(key(field, 'RelationId')) ?? null,
      }));
      return { ...entity, Fields, Rules: rules(id), Hooks: hooks(id), Indexes: indexes(id) };
    }),
    relations: rows.Relation.map((relation) => ({
      ...relation,
      ParentEntity: entityName.get(key(relation, 'ParentEntityId')) ?? null,
      ChildEntity: entityName.get(key(relation, 'ChildEntityId')) ?? null,
    })),
    lifecycles: rows.Lifecycle.map((lifecycle) => {
      const id = key(lifecycle, 'Id');
      return { ...lifecycle, Statuses: statuses(id), Transitions: transitions(id) };
    }),
    approvalProcesses: rows.ApprovalProcess,
    workflows: rows.Workflow,
    triggers: rows.Trigger,
    roles: rows.Role.map((role) => ({
      ...role,
      Permissions: granted(key(role, 'Id')).map((grant) => permissionName.get(key(grant, 'PermissionId')) ?? null),
    })),
    roleAccess: rows.RoleAccess.map((access) => ({ ...access, Role: roleName.get(key(access, 'RoleId')) ?? null })),
    teams: rows.Team.map((team) => ({ ...team, ParentTeam: teamName.get(key(team, 'ParentTeamId')) ?? null })),
  };
}

/** Reads the definitions of an environment. */
@Injectable()
export class DefinitionRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Reads the definitions. @param query runs the statement; that of a transaction sees its uncommitted changes */
  async read(
    environment: Environment,
    query: Query = (text, values) => this.platform.repeatable(text, values),
  ): Promise<DefinitionSet> {
    return (await this.readSized(environment, query)).definitions;
  }

  /** Reads the definitions, and the number of characters of their JSON. */
  async readSized(
    { schema }: Environment,
    query: Query = (text, values) => this.platform.repeatable(text, values),
  ): Promise<{ readonly definitions: DefinitionSet; readonly length: number }> {
    const [row] = await query<Readonly<Record<SourceName | 'approved', string | null>>>(statement(schema));
    const rows = Object.fromEntries(
      Object.keys(SOURCES).map((entity) => [entity, objects(readJson(row[entity as SourceName] ?? '[]'))]),
    );
    const approvedEntities = row.approved === null ? [] : (JSON.parse(row.approved) as readonly string[]);
    const length = Object.values(row).reduce((sum, text) => sum + (text?.length ?? 0), 0);
    return { definitions: { ...asDefinitions(rows as SourceRows), approvedEntities }, length };
  }
}
