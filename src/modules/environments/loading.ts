import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Entity } from '../../core/catalogue/entity.js';
import { isArray, JsonNumber, type JsonObject, type JsonValue } from '../../core/json/json.js';
import type { DefinitionFile, WantedEnvironment } from './definition-file.js';
import type { DefinitionIds } from './definition-ids.js';

/** A file on its way into one environment. */
export interface Loading {
  /** The environment as it will be once the definitions are stored. */
  readonly catalogue: Catalogue;
  readonly file: DefinitionFile;
  readonly wanted: WantedEnvironment;
  /** Grows with every batch: what comes later refers to what came before. */
  readonly ids: DefinitionIds;
}

/** A record as a definition file gives it, in the members of its entity. */
export interface RecordToLoad {
  readonly id: string | undefined;
  readonly recordInformationId?: string;
  readonly ownerId?: string;
  /** The status it stands in; absent: the initial one. */
  readonly statusId?: string;
  readonly values: ReadonlyMap<string, JsonValue>;
}

/** Records of one entity; the batches of a file are stored in order. */
export interface RecordBatch {
  readonly entity: Entity;
  readonly records: readonly RecordToLoad[];
}

/** `WorkflowIds` holds ids, not names. */
const translatedIds = (value: JsonValue, ids: DefinitionIds): JsonValue =>
  isArray(value) ? value.map((id) => (typeof id === 'string' ? ids.translate(id.toLowerCase()) : id)) : value;

/** Members of a definition that the entity has fields for; a number where text belongs (`Min`) becomes text. */
export function copied(entity: Entity, json: JsonObject, ids: DefinitionIds): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const field of entity.fields.values()) {
    const value = json[field.name];
    if (field.isSystem || value === undefined || value === null) continue;
    const asText = value instanceof JsonNumber && field.type === 'Text';
    values.set(field.name, asText ? value.text : field.name === 'WorkflowIds' ? translatedIds(value, ids) : value);
  }
  return values;
}
