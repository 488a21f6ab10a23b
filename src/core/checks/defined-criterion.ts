import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import type { Criterion } from '../criteria/criterion.js';
import { ownFields } from '../criteria/own-fields.js';
import { resolveCriterion } from '../criteria/resolve-criterion.js';
import { readWhereClause, type WhereClause } from '../requests/where-clause.js';
import { Faults } from '../errors.js';
import { isObject, type JsonValue } from '../json/json.js';
import { ShapeReader } from '../requests/shape-reader.js';
import type { Args } from '../sql/args.js';

/** Shapes of the where-clauses of definitions, read once per snapshot. */
const shapes = new WeakMap<object, WhereClause>();

function shapeOf(json: JsonValue, entity: Entity): WhereClause {
  const known = isObject(json) ? shapes.get(json) : undefined;
  if (known) return known;
  const reader = new ShapeReader(false);
  const where = readWhereClause(reader, json, 'WhereClause');
  if (reader.faults.list.length > 0 || !where || !isObject(json))
    throw new Error(`A where-clause of ${entity.name}'s definition is broken.`);
  shapes.set(json, where);
  return where;
}

/**
 * A definition's where-clause (rule, hook) as a criterion of one call; its values go to `args`, since `Today` and the
 * like differ from call to call. Reads with system rights inside the environment (definition format, Evaluation).
 * @throws {Error} when the definition is broken: definitions are checked when they are stored.
 */
export function definedCriterion(
  ctx: RequestContext,
  entity: Entity,
  json: JsonValue,
  args: Args,
): { readonly criterion: Criterion; readonly reads: readonly string[] } {
  const faults = new Faults();
  const criterion = resolveCriterion({ ctx, args, faults, rights: 'system' }, entity, shapeOf(json, entity));
  if (faults.list.length > 0)
    throw new Error(`A where-clause of ${entity.name}'s definition: ${faults.list[0].message}`);
  return { criterion, reads: ownFields(criterion) };
}
