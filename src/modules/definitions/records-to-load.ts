import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { Definition } from '../../core/catalogue/definition.js';
import type { Entity } from '../../core/catalogue/entity.js';
import { isArray, JsonNumber, type JsonObject, type JsonValue } from '../../core/json/json.js';
import type { DefinitionFile, WantedEnvironment } from './definition-file.js';
import { DefinitionIds } from './definition-ids.js';
import { isAlwaysThere, KINDS, type Source } from './definition-kinds.js';
import { uuidV5 } from './uuid-v5.js';

/** A record as a definition file gives it, in the members of its entity. */
export interface RecordToLoad {
  readonly id: string | undefined;
  readonly recordInformationId?: string;
  readonly ownerId?: string;
  /** Name of the status it stands in; absent: the initial one. */
  readonly statusId?: string;
  readonly values: ReadonlyMap<string, JsonValue>;
}

/** Records of one entity; the batches of a file are stored in order. */
export interface Batch {
  readonly entity: Entity;
  readonly records: readonly RecordToLoad[];
}

/** Members of a definition that the entity has fields for; a number where text belongs (`Min`) becomes text. */
function copied(entity: Entity, json: JsonObject, ids: DefinitionIds): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const field of entity.fields.values()) {
    const value = json[field.name];
    if (field.isSystem || value === undefined || value === null) continue;
    const asText = value instanceof JsonNumber && field.type === 'Text';
    values.set(field.name, asText ? value.text : field.name === 'WorkflowIds' ? translated(value, ids) : value);
  }
  return values;
}

/** `WorkflowIds` holds ids, not names. */
const translated = (value: JsonValue, ids: DefinitionIds): JsonValue =>
  isArray(value) ? value.map((id) => (typeof id === 'string' ? ids.translate(id.toLowerCase()) : id)) : value;

function definitionBatches(
  catalogue: Catalogue,
  file: DefinitionFile,
  wanted: WantedEnvironment,
  ids: DefinitionIds,
): readonly Batch[] {
  const isWanted = (entity: string, source: Source): boolean =>
    wanted.withDefinitions ||
    isAlwaysThere(entity, source) ||
    (entity === 'Field' && ids.find('Entity', source.parentKey) !== undefined);
  return KINDS.map(({ entity: name, sources, references }) => {
    const entity = catalogue.entity(name);
    const kept = sources(file).filter((source) => isWanted(name, source));
    const assigned = kept.map((source) => ({ source, id: ids.assign(name, source.key, source.json) }));
    const records = assigned.map(({ source, id }) => {
      const values = copied(entity, source.json, ids);
      if (entity.fields.has('sequence') && !values.has('Sequence')) values.set('Sequence', String(source.sequence));
      for (const [field, target, key] of references(source)) {
        const targetId = ids.find(target, key);
        if (targetId) values.set(field, targetId);
        else values.delete(field);
      }
      return { id, values };
    });
    return { entity, records };
  });
}

function userBatches(
  catalogue: Catalogue,
  file: DefinitionFile,
  wanted: WantedEnvironment,
  ids: DefinitionIds,
): readonly Batch[] {
  const users = file.all('Users').map((json) => new Definition(json));
  const members = users.filter(
    (user) =>
      user.text('Tenant') === wanted.environment.tenantName &&
      (wanted.users?.includes(user.text('UserName') ?? '') ?? true),
  );
  for (const user of members) ids.keep('User', user.text('UserName') ?? '', user.text('Id')?.toLowerCase() ?? '');
  const records = members.map((user): RecordToLoad => {
    const values = copied(catalogue.entity('User'), user.json, ids);
    const team = ids.find('Team', user.text('PrimaryTeam'));
    const manager = ids.find('User', user.text('Manager'));
    if (team) values.set('PrimaryTeamId', team);
    if (manager) values.set('ManagerId', manager);
    return { id: user.text('Id')?.toLowerCase(), values };
  });
  const links = (entity: string, member: string, field: string, target: string): Batch => ({
    entity: catalogue.entity(entity),
    records: members.flatMap((user) => {
      const [userName, userId] = [user.text('UserName'), ids.find('User', user.text('UserName'))!];
      return user.texts(member).flatMap((name): readonly RecordToLoad[] => {
        const targetId = ids.find(target, name);
        if (!targetId) return [];
        const id = uuidV5(wanted.environment.id, `${entity}/${userName}.${name}`);
        return [
          {
            id,
            values: new Map([
              ['UserId', userId],
              [field, targetId],
            ]),
          },
        ];
      });
    }),
  });
  return [
    { entity: catalogue.entity('User'), records },
    links('UserRole', 'Roles', 'RoleId', 'Role'),
    links('TeamMember', 'Teams', 'TeamId', 'Team'),
  ];
}

/** Status of a lifecycle that holds for the entity, by its name. */
function startStatus(
  file: DefinitionFile,
  ids: DefinitionIds,
  entityName: string,
  status: string | undefined,
): string | undefined {
  const lifecycle = file.all('Lifecycles').find((json) => json.EntityName === entityName);
  return lifecycle && status ? ids.find('Status', `${String(lifecycle.Name)}.${status}`) : undefined;
}

function dataBatches(
  catalogue: Catalogue,
  file: DefinitionFile,
  wanted: WantedEnvironment,
  ids: DefinitionIds,
): readonly Batch[] {
  const data = wanted.data === undefined ? [] : file.data(wanted.data);
  for (const [entityName, rows] of data) {
    for (const json of rows) {
      const [key, id] = [new Definition(json).text('Key') ?? '', new Definition(json).text('Id')];
      ids.keep(entityName, key, id?.toLowerCase() ?? uuidV5(wanted.environment.id, `${entityName}/${key}`));
    }
  }
  /** `{"Ref": "Customer/bistro"}` is that row's id. */
  const resolved = (value: JsonValue): JsonValue => {
    const ref = new Definition(typeof value === 'object' && value !== null ? (value as JsonObject) : {}).text('Ref');
    const [entity, ...key] = (ref ?? '').split('/');
    return ref === undefined ? value : (ids.find(entity, key.join('/')) ?? value);
  };
  return data.map(([entityName, rows]) => ({
    entity: catalogue.entity(entityName),
    records: rows.map((json): RecordToLoad => {
      const row = new Definition(json);
      const fields = Object.entries((row.value('Fields') ?? {}) as JsonObject);
      return {
        id: ids.find(entityName, row.text('Key')),
        recordInformationId: row.text('RecordInformationId')?.toLowerCase(),
        ownerId: ids.find('User', row.text('Owner')),
        statusId: startStatus(file, ids, entityName, row.text('StartStatus')),
        values: new Map(fields.map(([name, value]) => [name, resolved(value)])),
      };
    }),
  }));
}

/** Everything a file holds for one environment, as records in the order in which they can be stored. */
export function recordsToLoad(catalogue: Catalogue, file: DefinitionFile, wanted: WantedEnvironment): readonly Batch[] {
  const ids = new DefinitionIds(wanted);
  return [
    ...definitionBatches(catalogue, file, wanted, ids),
    ...userBatches(catalogue, file, wanted, ids),
    ...dataBatches(catalogue, file, wanted, ids),
  ].filter(({ records }) => records.length > 0);
}
