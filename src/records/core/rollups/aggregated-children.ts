import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Criterion } from '#core/criteria/criterion.js';
import type { Args } from '#core/statements/args.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import { rollupRelation } from './rollup-level.js';

/** A Rollup field on its way into a statement. */
interface UsedRollup {
  readonly field: Field;
  /** Which children count. */
  readonly criterion?: Criterion;
}

/** Rollup fields of one entity that look at the children of one relation. */
export interface AggregatedChildren {
  readonly relation: Relation;
  readonly child: Entity;
  readonly rollups: readonly UsedRollup[];
}

/** Rollup fields by the relation they look at; the values of their where-clauses go to `args`. */
export function aggregatedChildren(
  ctx: RequestContext,
  entity: Entity,
  fields: readonly Field[],
  args: Args,
): readonly AggregatedChildren[] {
  const groups = new Map<Relation, UsedRollup[]>();
  for (const field of fields) {
    const relation = rollupRelation(entity, field);
    const { where } = field.rollup!;
    const child = ctx.catalogue.entity(relation.childEntity);
    const used = { field, ...(where && { criterion: definedCriterion(ctx, child, where, args).criterion }) };
    groups.set(relation, [...(groups.get(relation) ?? []), used]);
  }
  return [...groups].map(([relation, rollups]) => {
    return { relation, child: ctx.catalogue.entity(relation.childEntity), rollups };
  });
}
