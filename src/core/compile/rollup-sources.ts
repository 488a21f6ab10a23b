import type { BuiltParts } from '#core/built-parts.js';
import { Definition } from '#core/catalogue/definition.js';
import type { FindAggregated } from '#core/catalogue/derived-field.js';
import type { Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { JsonObject } from '#core/json/json.js';
import { buildField } from './build-field.js';

/** Names of the relations that the rollups of an entity follow. */
const relationsOfRollups = (entity: JsonObject): readonly string[] =>
  new Definition(entity)
    .objects('Fields')
    .filter(({ FieldType }) => FieldType === 'Rollup')
    .map((field) => new Definition(field).text('Relation') ?? '');

/** Definitions by which a rollup finds the field that it aggregates. */
export class RollupSources {
  readonly #childNames = new Map<string, string>();
  readonly #entities = new Map<string, JsonObject>();

  constructor(
    entities: readonly JsonObject[],
    relations: readonly Relation[],
    private readonly parts: BuiltParts,
  ) {
    for (const { name, childEntity } of relations.toReversed()) this.#childNames.set(name, childEntity);
    for (const json of entities.toReversed()) this.#entities.set(new Definition(json).text('EntityName') ?? '', json);
  }

  /** Finds the field on demand, because it may be a rollup itself. */
  find(): FindAggregated {
    const underWay = new Set<string>();
    const find: FindAggregated = (relationName, fieldName): Field | undefined => {
      const entity = this.#childOf(relationName);
      const isNamed = (json: JsonObject): boolean =>
        new Definition(json).text('FieldName')?.toLowerCase() === fieldName.toLowerCase();
      const json = entity && new Definition(entity).objects('Fields').find(isNamed);
      const childEntity = this.#childNames.get(relationName);
      const key = `${childEntity}.${fieldName}`.toLowerCase();
      if (!json || underWay.has(key)) return undefined;
      underWay.add(key);
      const field = buildField(childEntity!, json, find);
      underWay.delete(key);
      return field;
    };
    return find;
  }

  /** Lists the entities whose fields the rollups of an entity may aggregate, those that these aggregate in turn included. */
  of(entity: JsonObject, found: Set<JsonObject | undefined> = new Set()): ReadonlySet<JsonObject | undefined> {
    const relations = this.parts.of('relations of rollups', entity, [], () => relationsOfRollups(entity));
    for (const relation of relations) {
      const child = this.#childOf(relation);
      if (found.has(child)) continue;
      found.add(child);
      if (child) this.of(child, found);
    }
    return found;
  }

  #childOf(relationName: string): JsonObject | undefined {
    return this.#entities.get(this.#childNames.get(relationName) ?? '');
  }
}
