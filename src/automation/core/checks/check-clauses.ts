import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { arityOf } from '#core/fields/operators.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { faultAt, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { DomainError, type Fault } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { rewriteFilters, type FilterRewrite } from '#core/requests/rewrite-filters.js';
import { isNoWhereClause, readWhereClause, type Filter, type WhereClause } from '#core/requests/where-clause.js';
import { Args } from '#core/statements/args.js';
import { trialContext, type ActionCheck } from './action-check.js';
import { onlyToken } from '#core/tokens/template.js';
import { clauseTokenFaults, hasTokens, isOfToken, placed, typeFaults, valuesOfToken } from './token-faults.js';
import type { TokenScope } from './token-scope.js';
import { sampleOf } from './token-values.js';

/** Runs a trial and returns the faults that it throws. */
export function faultsOf(trial: () => readonly Fault[]): readonly Fault[] {
  try {
    return trial();
  } catch (error) {
    if (error instanceof DomainError) return error.faults;
    throw error;
  }
}

/** A filter with the field that its value is compared with, if that is known. */
export interface PlacedFilter {
  readonly filter: Filter;
  readonly field: Field | undefined;
}

/** Lists the filters of a clause on rows of an entity, those of its ExistsIn clauses included. */
export function* placedFilters(
  catalogue: Catalogue,
  entity: Entity | undefined,
  where: WhereClause | undefined,
): Generator<PlacedFilter> {
  for (const filter of where?.filters ?? []) {
    const found = entity && resolveField(catalogue, entity, filter.fieldName);
    yield { filter, field: found instanceof FieldPath ? found.field : undefined };
    if (filter.rows) yield* placedFilters(catalogue, catalogue.find(filter.rows.entityName), filter.rows.where);
  }
}

/** Finds the faults of tokens whose values cannot be compared with the fields of their filters. */
export function* comparedFaults(scope: TokenScope, filters: Iterable<PlacedFilter>, base: string): MemberFaults {
  for (const each of filters)
    if (hasTokens(each.filter.value) && !each.filter.rows) yield* oneComparedFaults(scope, each, base);
}

function* oneComparedFaults(scope: TokenScope, { filter, field }: PlacedFilter, base: string): MemberFaults {
  const { value = null, path, source, operator } = filter;
  const at = `${base}${path}.Value`;
  if (source !== 'Literal') return yield faultAt(at, 'A token is a value; leave ValueType out.');
  const isListed = arityOf(operator) === 'many' && valuesOfToken(scope, value)?.isList;
  if (!field || isListed) return;
  if (!isArray(value)) return yield* typeFaults(scope, value, field, at);
  for (const [i, item] of value.entries()) yield* typeFaults(scope, item, field, `${at}[${i}]`);
}

/** Builds the rewrite that puts samples in the place of tokens; a filter whose field is unknown is left out. */
export function withSamples(filters: Iterable<PlacedFilter>): FilterRewrite {
  const fields = new Map([...filters].map(({ filter, field }) => [filter.path, field]));
  return (filter) => {
    if (filter.rows || !hasTokens(filter.value)) return filter;
    const field = fields.get(filter.path);
    return field && { ...filter, source: 'Literal', value: sampled(filter, field) };
  };
}

function sampled({ value, operator }: Filter, field: Field): JsonValue {
  if (isArray(value)) return value.map((item) => (hasTokens(item) ? sampleOf(field) : item));
  const arity = arityOf(operator);
  const sample = sampleOf(field);
  if (arity === 'two') return [sample, sample];
  return arity === 'many' && !isArray(sample) ? [sample] : onlyToken(value) || field.type !== 'Text' ? sample : 'text';
}

/** Finds the faults of a required where-clause of an action, on rows of an entity. */
export function* whereClauseFaults({ ctx, scope, json, path }: ActionCheck, entity: Entity): MemberFaults {
  const at = `${path}.WhereClause`;
  const clause = json.WhereClause ?? null;
  yield* clauseTokenFaults(scope, clause, at);
  if (isNoWhereClause(clause))
    return yield faultAt(at, 'At least one filter is required; to mean every record, filter Id with IsNotNULL.');
  const reader = new ShapeReader(true);
  const where = readWhereClause(reader, clause, at);
  const filters = [...placedFilters(ctx.catalogue, entity, where)];
  yield* comparedFaults(scope, filters, '');
  const faults = faultsOf(() => {
    const trial = rewriteFilters(where, withSamples(filters));
    const resolution = {
      ctx: trialContext(ctx),
      args: new Args(ctx),
      faults: reader.faults,
      rights: 'system',
    } as const;
    if (reader.faults.list.length === 0) resolveCriterion(resolution, entity, trial);
    return reader.faults.list;
  });
  for (const fault of faults) if (!isOfToken(fault)) yield placed(fault, '');
}
