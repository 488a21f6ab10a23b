import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { isArray, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import type { DefinitionFile, WantedEnvironment } from './definition-file.js';
import type { DefinitionIds } from './definition-ids.js';

/** State of loading a file into one environment. */
export interface Loading {
  /** Catalogue of the environment after loading. */
  readonly catalogue: Catalogue;
  readonly file: DefinitionFile;
  readonly wanted: WantedEnvironment;
  /** Ids so far, to which later batches refer. */
  readonly ids: DefinitionIds;
}

/** A record of a definition file, with the fields of its entity. */
export interface RecordToLoad {
  readonly id: string | undefined;
  readonly recordInformationId?: string;
  readonly ownerId?: string;
  /** Id of its status; absent: the initial one. */
  readonly statusId?: string;
  readonly values: ReadonlyMap<string, JsonValue>;
}

/** Records of one entity; batches are stored in order. */
export interface RecordBatch {
  readonly entity: Entity;
  readonly records: readonly RecordToLoad[];
}

/** Translates the ids of `WorkflowIds`, which are not names. */
const translatedIds = (value: JsonValue, ids: DefinitionIds): JsonValue =>
  isArray(value) ? value.map((id) => (typeof id === 'string' ? ids.translate(id.toLowerCase()) : id)) : value;

/** Copies the members of a definition that are fields of the entity; a number for a text field (`Min`) becomes text. */
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
