import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { ownFields } from '#core/criteria/own-fields.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { readWhereClause, type WhereClause } from '#core/requests/where-clause.js';
import { Faults } from '#core/errors.js';
import { isObject, type JsonValue } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import type { Args } from '#core/statements/args.js';

/** Parsed where-clauses of definitions, one per JSON object of a catalogue. */
const parsedClauses = new WeakMap<object, WhereClause>();

/** Reads a where-clause of a definition; undefined where it is broken or has no filters. */
export function readClause(json: JsonValue, path = 'WhereClause'): WhereClause | undefined {
  const reader = new ShapeReader(false);
  const where = readWhereClause(reader, json, path);
  return reader.faults.list.length > 0 ? undefined : where;
}

function parsedClause(json: JsonValue, entity: Entity): WhereClause {
  const known = isObject(json) ? parsedClauses.get(json) : undefined;
  if (known) return known;
  const where = readClause(json);
  if (!where || !isObject(json)) throw new Error(`A where-clause of ${entity.name}'s definition is broken.`);
  parsedClauses.set(json, where);
  return where;
}

/**
 * Resolves a where-clause of a definition (rule, hook) for one call, with system rights inside the environment. Values
 * go to `args` for each call, because globals such as `Today` depend on its time.
 * @throws {Error} for an invalid clause; definitions are validated when they are stored.
 */
export function definedCriterion(
  ctx: RequestContext,
  entity: Entity,
  json: JsonValue,
  args: Args,
): { readonly criterion: Criterion; readonly reads: readonly string[] } {
  const faults = new Faults();
  const criterion = resolveCriterion({ ctx, args, faults, rights: 'system' }, entity, parsedClause(json, entity));
  if (faults.list.length > 0)
    throw new Error(`A where-clause of ${entity.name}'s definition: ${faults.list[0].message}`);
  return { criterion, reads: ownFields(criterion) };
}
