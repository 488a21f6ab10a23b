import type { RequestContext } from '#core/context/context.js';
import { arityOf } from '#core/fields/operators.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { DomainError, Faults, type Fault } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { rewriteFilters } from '#core/requests/rewrite-filters.js';
import { isNoWhereClause, type Filter } from '#core/requests/where-clause.js';
import { Args } from '#core/statements/args.js';
import { tokensIn } from './template.js';
import { otherNames, readTokenClause, type TokenClause } from './token-clause.js';
import { tokenEntity, tokenField, type TypeOfToken } from './token-types.js';

/**
 * Finds the faults of a `When` or an `If` from the types of tokens alone, when it is saved. Filters on tokens whose type
 * only the value tells are checked when they run.
 * @param path of the clause, such as `Actions[2].When`
 */
export function tokenClauseFaults(
  ctx: RequestContext,
  json: JsonValue,
  path: string,
  typeOf: TypeOfToken,
): readonly Fault[] {
  const faults = new Faults();
  try {
    const clause = readTokenClause(json, path, typeOf, faults);
    if (clause) resolveTyped(ctx, clause, faults);
    else if (isNoWhereClause(json) && faults.list.length === 0) {
      faults.add('Validation', `${path} is required: {"Filters": [{"FieldName", "Operator", "Value"}]}.`, { path });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.faults;
  }
  return faults.list;
}

/** Resolves the filters all of whose tokens have types. */
function resolveTyped(ctx: RequestContext, { where, types }: TokenClause, faults: Faults): void {
  const fields = [...types.values()].flatMap(({ token, type }) => (type === 'Any' ? [] : [tokenField(token, type)]));
  const entity = tokenEntity(ctx, fields);
  const own = new Set(where.filters.map(({ path }) => path));
  const isTyped = (filter: Filter): boolean =>
    [filter.fieldName, ...otherNames(filter)].every((name) => entity.fields.has(name.toLowerCase()));
  const kept = rewriteFilters(where, (filter) =>
    own.has(filter.path) && !isTyped(filter) ? undefined : fitting(filter),
  );
  resolveCriterion({ ctx, args: new Args(ctx), faults, rights: 'system' }, entity, kept);
}

/** Compares a field with itself instead of a value with tokens: the operator is checked, the value is not. */
function fitting(filter: Filter): Filter {
  const { source, value = null, fieldName, operator, rows } = filter;
  if (rows || source !== 'Literal' || tokensIn(value, '').next().done) return filter;
  switch (arityOf(operator)) {
    case 'two':
      return { ...filter, source: 'Field', value: [fieldName, fieldName] };
    case 'many':
      return { ...filter, value: [] };
    default:
      return { ...filter, source: 'Field', value: fieldName };
  }
}
