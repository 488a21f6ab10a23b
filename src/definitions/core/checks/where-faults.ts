import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { isNoWhereClause, readWhereClause } from '#core/requests/where-clause.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { Args } from '#core/statements/args.js';

/**
 * Finds the faults of a definition's where-clause on rows of `entity`.
 * @param path of the clause, such as `RejectWhen`.
 */
export function whereFaults(ctx: RequestContext, entity: Entity, json: JsonValue, path: string): readonly Fault[] {
  const reader = new ShapeReader(true);
  try {
    const where = readWhereClause(reader, json, path);
    if (where) resolveCriterion({ ctx, args: new Args(ctx), faults: reader.faults, rights: 'system' }, entity, where);
    else if (isNoWhereClause(json) && reader.faults.list.length === 0) {
      reader.faults.add('Validation', `${path} is required: {"Filters": [{"FieldName", "Operator", "Value"}]}.`, {
        path,
      });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.faults;
  }
  return reader.faults.list;
}
