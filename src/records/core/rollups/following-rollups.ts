import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { gathered, type Steps } from '#core/steps.js';
import { rollupRelation, rollupLevel, rollupsOf, sourcesOf } from './rollup-level.js';

/** Rollup fields of one entity that do not depend on each other. */
export interface RollupGroup {
  readonly entity: Entity;
  readonly fields: readonly Field[];
}

/** Rollups whose values may change with the definitions of fields, in the order in which they are computed. */
export function* followingRollups(catalogue: Catalogue, changed: ReadonlySet<Field>): Steps<readonly RollupGroup[]> {
  if (changed.size === 0) return [];
  const known = new Map<Field, boolean>([...changed].map((field) => [field, true]));
  const follows = (entity: Entity, field: Field): boolean => {
    const isKnown = known.get(field);
    if (isKnown !== undefined) return isKnown;
    const found =
      sourcesOf(catalogue, entity, field).some((source) => follows(...source)) ||
      (field.rollup !== undefined && changed.has(lookupOf(catalogue, entity, field)));
    known.set(field, found);
    return found;
  };
  const groups = yield* gathered(catalogue.entities.values(), (entity) => {
    const fields = rollupsOf(entity).filter((field) => follows(entity, field));
    const levels = new Set(fields.map((field) => rollupLevel(catalogue, entity, field)));
    return [...levels].map((level) => {
      return { level, entity, fields: fields.filter((field) => rollupLevel(catalogue, entity, field) === level) };
    });
  });
  return groups.toSorted((a, b) => a.level - b.level).map(({ entity, fields }) => ({ entity, fields }));
}

/** The lookup by which children belong to a rollup's record. */
function lookupOf(catalogue: Catalogue, entity: Entity, field: Field): Field {
  const { childEntity, childField } = rollupRelation(entity, field);
  return catalogue.entity(childEntity).fields.get(childField.toLowerCase())!;
}
