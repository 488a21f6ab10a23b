import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { namedFields } from '#core/expressions/computed-field.js';
import { rollupClauseFields } from './rollup-clause.js';

const rollups = new WeakMap<Entity['fields'], readonly Field[]>();

/** Lists the rollups of an entity, found once for the same fields. */
export function rollupsOf({ fields }: Entity): readonly Field[] {
  const found = rollups.get(fields) ?? [...fields.values()].filter(({ rollup }) => rollup);
  rollups.set(fields, found);
  return found;
}

/** The relation whose children a Rollup field is about. @throws {Error} when the definition is broken */
export function rollupRelation(entity: Entity, { name, rollup }: Field): Relation {
  const relation = entity.children.get(rollup!.relation.toLowerCase());
  if (!relation) throw new Error(`${entity.name}.${name}: there is no relation ${rollup!.relation}.`);
  return relation;
}

/** Fields of the child that a Rollup field depends on besides the lookup: the aggregated one and those of its filter. */
export function fieldsInRollup(child: Entity, { rollup }: Field): readonly Field[] {
  const names = [rollup!.aggregateField ?? [], rollupClauseFields(rollup!.where)].flat();
  return names.flatMap((name) => child.fields.get(name.toLowerCase()) ?? []);
}

/** The fields that a derived field's value follows from at once, each with its entity. */
export function sourcesOf(catalogue: Catalogue, entity: Entity, field: Field): readonly (readonly [Entity, Field])[] {
  if (field.computed) return namedFields(field, entity.fields).map((source) => [entity, source]);
  if (!field.rollup) return [];
  const child = catalogue.entity(rollupRelation(entity, field).childEntity);
  return fieldsInRollup(child, field).map((source) => [child, source]);
}

const levels = new WeakMap<Catalogue, Map<Field, number>>();

/** Number of rollups between a field and the fields that are written; 0 for these and for fields computed from them. */
export function rollupLevel(catalogue: Catalogue, entity: Entity, field: Field): number {
  const ofCatalogue = levels.get(catalogue) ?? new Map<Field, number>();
  levels.set(catalogue, ofCatalogue);
  const known = ofCatalogue.get(field);
  if (known !== undefined) return known;
  const sources = sourcesOf(catalogue, entity, field).map((source) => rollupLevel(catalogue, ...source));
  const level = Math.max(0, ...sources) + (field.rollup ? 1 : 0);
  ofCatalogue.set(field, level);
  return level;
}
