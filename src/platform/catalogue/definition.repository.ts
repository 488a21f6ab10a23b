import { Injectable } from '@nestjs/common';
import type { Environment } from '../../core/catalogue/environment.js';
import { Definition, type DefinitionSet } from '../../core/catalogue/definition.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { readJsonInSteps } from '../../core/json/read-json.js';
import { groupedBy } from '../../core/grouped-by.js';
import { mapped, type Steps } from '../../core/steps.js';
import { inSlices } from '../scheduling/time-slicer.js';
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

/** Records of one part of the answer, each of which is parsed at once. */
const PART_RECORDS = 200;

interface PartRow {
  /** Name of the source, or `approved`. */
  readonly source: SourceName | 'approved';
  readonly part: number;
  /** JSON array. */
  readonly json: string | null;
}

/**
 * Single statement that reads all definition tables, so that they come from one snapshot. Its rows are parts of the
 * sources: a row with all records would be read by the driver, and parsed, in one turn of the event loop.
 */
function statement(schema: string): string {
  const parts = Object.entries(SOURCES).map(
    ([entity, order]) => `
      SELECT '${entity}' AS source, ((r.n - 1) / ${PART_RECORDS})::int AS part, json_agg(r.json ORDER BY r.n)::text AS json
      FROM (
        SELECT row_to_json(t) AS json, row_number() OVER (ORDER BY t."${order}", t."Id") AS n
        FROM "${schema}"."${entity}" t
        WHERE NOT t."IsDeleted"${entity === 'Field' ? OF_BUSINESS(schema) : ''}
      ) r
      GROUP BY 2`,
  );
  const approved = `
      SELECT 'approved' AS source, 0 AS part, json_agg(DISTINCT t."EntityName")::text AS json
      FROM "${schema}"."ApprovalProcess" t`;
  return [...parts, approved].join(' UNION ALL ');
}

/** Parses the parts of each source in their order. */
function* parsedParts(parts: readonly PartRow[]): Steps<ReadonlyMap<PartRow['source'], readonly JsonValue[]>> {
  const sources = new Map<PartRow['source'], JsonValue[]>();
  for (const { source, json } of parts.toSorted((a, b) => a.part - b.part)) {
    const values = yield* readJsonInSteps(json ?? '[]');
    const known = sources.get(source) ?? [];
    if (isArray(values)) for (const value of values) known.push(value);
    sources.set(source, known);
  }
  return sources;
}

const key = (json: JsonObject, member: string): string => new Definition(json).text(member) ?? '';

/** Groups records by the id of their parent. */
function grouped(rows: readonly JsonObject[], parent: string): (id: string) => readonly JsonObject[] {
  const groups = groupedBy(rows, (row) => key(row, parent));
  return (id) => groups.get(id) ?? [];
}

const names = (rows: readonly JsonObject[], member: string): ReadonlyMap<string, JsonValue> =>
  new Map(rows.map((row) => [key(row, 'Id'), row[member]]));

/** Entities of the business with their parts. References are names. */
function* entitiesOf(rows: SourceRows, entityName: ReadonlyMap<string, JsonValue>): Steps<readonly JsonObject[]> {
  const relationName = names(rows.Relation, 'Name');
  const fields = grouped(rows.Field, 'EntityId');
  const [rules, hooks] = [grouped(rows.Rule, 'EntityId'), grouped(rows.Hook, 'EntityId')];
  const indexes = grouped(rows.Index, 'EntityId');
  const ofBusiness = rows.Entity.filter((entity) => entity.IsSystem !== true);
  return yield* mapped(ofBusiness, (entity) => {
    const id = key(entity, 'Id');
    const Fields = fields(id).map((field) => ({
      ...field,
      Target: entityName.get(key(field, 'TargetId')) ?? null,
      Relation: relationName.get(key(field, 'RelationId')) ?? null,
    }));
    return { ...entity, Fields, Rules: rules(id), Hooks: hooks(id), Indexes: indexes(id) };
  });
}

/** Converts stored records to the nested definition format (docs/definitions.md#definition-files). */
function* asDefinitions(rows: SourceRows): Steps<Omit<DefinitionSet, 'approvedEntities'>> {
  const entityName = names(rows.Entity, 'EntityName');
  const [roleName, teamName] = [names(rows.Role, 'Name'), names(rows.Team, 'Name')];
  const permissionName = names(rows.Permission, 'Name');
  const granted = grouped(rows.RolePermission, 'RoleId');
  const [statuses, transitions] = [grouped(rows.Status, 'LifecycleId'), grouped(rows.Transition, 'LifecycleId')];
  return {
    entities: yield* entitiesOf(rows, entityName),
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
    roleAccess: yield* mapped(rows.RoleAccess, (access) => ({
      ...access,
      Role: roleName.get(key(access, 'RoleId')) ?? null,
    })),
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
    const parts = await query<PartRow>(statement(schema));
    const length = parts.reduce((sum, { json }) => sum + (json?.length ?? 0), 0);
    return { definitions: await inSlices(definitionsIn(parts)), length };
  }
}

function* definitionsIn(parts: readonly PartRow[]): Steps<DefinitionSet> {
  const values = yield* parsedParts(parts);
  const rows: Readonly<Record<string, readonly JsonObject[]>> = Object.fromEntries(
    Object.keys(SOURCES).map((source) => [source, (values.get(source as SourceName) ?? []).filter(isObject)]),
  );
  const approvedEntities = (values.get('approved') ?? []).filter((name) => typeof name === 'string');
  return { ...(yield* asDefinitions(rows)), approvedEntities };
}
