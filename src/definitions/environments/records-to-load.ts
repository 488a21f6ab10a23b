import type { Catalogue } from '#core/catalogue/catalogue.js';
import { Definition } from '#core/catalogue/definition.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import type { DefinitionFile, WantedEnvironment } from './definition-file.js';
import { DefinitionIds } from './definition-ids.js';
import { isAlwaysThere, DEFINITION_KINDS, type DefinitionSource } from './definition-kinds.js';
import { copied, type RecordBatch, type Loading, type RecordToLoad } from './loading.js';
import { memberBatches } from './members-to-load.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';

/** Builds records of the system entities from definitions, targets of references first. */
function definitionBatches({ catalogue, file, wanted, ids }: Loading): readonly RecordBatch[] {
  const isWanted = (entity: string, source: DefinitionSource): boolean => {
    if (source.isExtension) return wanted.withDefinitions && entity !== 'Entity';
    return (
      wanted.withDefinitions ||
      isAlwaysThere(entity, source) ||
      (entity === 'Field' && ids.find('Entity', source.parentKey) !== undefined)
    );
  };
  return DEFINITION_KINDS.map(({ entity: name, sources, references }) => {
    const entity = catalogue.entity(name);
    const kept = sources(file).filter((source) => isWanted(name, source));
    const assigned = kept.map((source) => ({ source, id: ids.assign(name, source.key, source.json) }));
    const records = assigned.map(({ source, id }) => {
      const values = copied(entity, source.json, ids);
      if (entity.fields.has('sequence') && !values.has('Sequence')) values.set('Sequence', String(source.sequence));
      // An unknown name stays a name, which the lookup then refuses: nothing is dropped silently.
      for (const [field, target, key] of references(source)) {
        if (key !== undefined) values.set(field, ids.find(target, key) ?? key);
      }
      return { id, values };
    });
    return { entity, records };
  });
}

/** Finds the id of a status in the entity's lifecycle by its name. */
function startStatus({ file, ids }: Loading, entityName: string, status: string | undefined): string | undefined {
  const lifecycle = file.all('Lifecycles').find((json) => json.EntityName === entityName);
  const name = lifecycle && new Definition(lifecycle).text('Name');
  return name && status ? ids.find('Status', `${name}.${status}`) : undefined;
}

/** Builds the rows of the environment's data member, which may refer to later rows. */
function dataBatches(loading: Loading): readonly RecordBatch[] {
  const { catalogue, file, wanted, ids } = loading;
  const data = wanted.data === undefined ? [] : file.data(wanted.data);
  for (const [entityName, rows] of data) {
    for (const json of rows) {
      const [key, id] = [new Definition(json).text('Key') ?? '', new Definition(json).text('Id')];
      ids.keep(entityName, key, id?.toLowerCase() ?? uuidV5(wanted.environment.id, `${entityName}/${key}`));
    }
  }
  /** Replaces `{"Ref": "Customer/bistro"}` by the id of that row. */
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
        statusId: startStatus(loading, entityName, row.text('StartStatus')),
        values: new Map(fields.map(([name, value]) => [name, resolved(value)])),
      };
    }),
  }));
}

/** Builds all records of a file for one environment in storing order. */
export function recordsToLoad(
  catalogue: Catalogue,
  file: DefinitionFile,
  wanted: WantedEnvironment,
): readonly RecordBatch[] {
  const loading: Loading = { catalogue, file, wanted, ids: new DefinitionIds(wanted) };
  return [...definitionBatches(loading), ...memberBatches(loading), ...dataBatches(loading)].filter(
    ({ records }) => records.length > 0,
  );
}
