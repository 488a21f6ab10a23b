import { scopeOf } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import {
  EVERYTHING,
  mayBeUnknown,
  NOTHING,
  UNKNOWN,
  type Comparison,
  type Criterion,
  type Existence,
} from './criterion.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { FieldPath, resolveField } from './field-path.js';
import { useFault } from './field-use.js';
import { mentions, type Logic } from '#core/requests/filter-logic.js';
import { negated } from './negation.js';
import { areComparable, OperandReader, type Resolution } from './operand.js';
import { arityOf, NEGATIVE, operatorList, OPERATORS_OF, OPPOSITES, type OperatorName } from '#core/fields/operators.js';
import type { Filter, ExistsInSource, WhereClause } from '#core/requests/where-clause.js';

/**
 * Maximum number of tests in a WhereClause after every number in its FilterLogic, nested ones included, is replaced by
 * its filter. Without a limit, repeated ExistsIn filters multiply with each nesting.
 */
export const MAX_TESTS = 1_000;

/** A criterion and its number of tests. */
interface Weighed {
  readonly criterion: Criterion;
  readonly tests: number;
}

/** Placeholder for an invalid filter; the request is refused, and the placeholder matches nothing. */
const FAULTY: Weighed = { criterion: NOTHING, tests: 1 };

/**
 * Resolves the names and operands of a WhereClause on rows of `entity` and adds its values to `resolution.args`. Faults
 * are collected in `resolution.faults`; use the result only if there are none.
 */
export function resolveCriterion(resolution: Resolution, entity: Entity, where: WhereClause | undefined): Criterion {
  if (!where) return EVERYTHING;
  const { criterion, tests } = resolveClause(resolution, entity, where);
  if (tests > MAX_TESTS) {
    const message = `The WhereClause expands to more than ${MAX_TESTS} tests; repeat fewer filters in FilterLogic.`;
    resolution.faults.add('BadFilter', message, { path: where.path });
  }
  return criterion;
}

function resolveClause(resolution: Resolution, entity: Entity, { filters, logic }: WhereClause): Weighed {
  const resolved = filters.map((filter) => resolveFilter(resolution, entity, filter));
  const tests = mentions(logic).reduce((sum, { sequence }) => sum + resolved[sequence - 1].tests, 0);
  return { criterion: assembled(logic, resolved), tests };
}

function assembled(logic: Logic, filters: readonly Weighed[]): Criterion {
  if (logic.kind === 'filter') return filters[logic.sequence - 1].criterion;
  if (logic.kind === 'not') return negated(assembled(logic.of, filters));
  const of = logic.of.map((part) => assembled(part, filters));
  return of.length === 1 ? of[0] : { kind: logic.kind, of };
}

function resolveFilter(resolution: Resolution, entity: Entity, filter: Filter): Weighed {
  const path = fieldAt(resolution, entity, filter.fieldName, `${filter.path}.FieldName`);
  if (!path) return FAULTY;
  const operands = new OperandReader(resolution, filter, path);
  const known = OPERATORS_OF[valueTypeOf(path.field).family];
  if (!known.has(filter.operator)) {
    const refusal = `${filter.operator} is not allowed for ${path.name}, which is ${path.field.type}`;
    operands.fault(`${refusal}; its operators are ${operatorList(known)}.`, 'Operator');
    return FAULTY;
  }
  if (filter.rows) return resolveExistence(resolution, filter, filter.rows, path) ?? FAULTY;
  const criterion = resolveComparison(resolution, filter, path, operands);
  return criterion ? { criterion: operands.lacksValue ? UNKNOWN : criterion, tests: 1 } : FAULTY;
}

function fieldAt({ ctx, rights, faults }: Resolution, entity: Entity, name: string, at: string): FieldPath | undefined {
  const path = resolveField(ctx.catalogue, entity, name, faults);
  const fault =
    path instanceof FieldPath ? rights === 'caller' && useFault(ctx, path, at, 'used') : { ...path, path: at };
  if (!fault) return path as FieldPath;
  faults.push(fault);
  return undefined;
}

/** How a filter treats null fields. */
function nullRule(
  { nullSafeNegation }: Resolution,
  { operator, nullSafe = nullSafeNegation }: Filter,
): Pick<Comparison, 'orNull' | 'nullSafe'> {
  return nullSafe === true && OPPOSITES.has(operator)
    ? { orNull: NEGATIVE.has(operator), nullSafe }
    : { orNull: false };
}

function resolveComparison(
  resolution: Resolution,
  filter: Filter,
  path: FieldPath,
  reader: OperandReader,
): Criterion | undefined {
  const operator = filter.operator as Comparison['operator'];
  const arity = arityOf(operator);
  const nulls = nullRule(resolution, filter);
  if (arity === 'none' || arity === 'rows') return { kind: 'compare', path, operator, operands: [], ...nulls };
  const json = reader.given();
  if (json === undefined) return undefined;
  if (filter.isData && (json === null ? EQUAL_NOTHING.has(operator) : arity === 'many' && isListOfNulls(json))) {
    return UNKNOWN;
  }
  if (json === null) return resolveNull(path, operator, reader);
  const operands = reader[arity](json);
  return operands && { kind: 'compare', path, operator, operands, ...nulls };
}

/** Operators that match nothing where data has no value for them; the others refuse null. */
const EQUAL_NOTHING: ReadonlySet<OperatorName> = new Set<OperatorName>(['EqualTo', 'NotEqualTo', 'IN', 'NOTIN']);

/** True for a list that holds nulls alone. */
const isListOfNulls = (json: JsonValue): boolean =>
  isArray(json) && json.length > 0 && json.every((item) => item === null);

/** Resolves a null operand: EqualTo becomes IsNULL, NotEqualTo IsNotNULL; other operators refuse null. */
function resolveNull(path: FieldPath, given: Comparison['operator'], reader: OperandReader): Comparison | undefined {
  const operator = given === 'EqualTo' ? 'IsNULL' : given === 'NotEqualTo' ? 'IsNotNULL' : undefined;
  if (operator) return { kind: 'compare', path, operator, operands: [], orNull: false };
  return reader.refuseNull();
}

function resolveExistence(
  resolution: Resolution,
  filter: Filter,
  rows: ExistsInSource,
  path: FieldPath,
): Weighed | undefined {
  const entity = entityOf(resolution, rows);
  const inner = entity && fieldAt(resolution, entity, rows.fieldName, `${rows.path}.FieldName`);
  if (!inner) return undefined;
  if (!areComparable(path.field, inner.field)) {
    const [field, other] = [`${path.name} (${path.field.type})`, `${entity.name}.${inner.name} (${inner.field.type})`];
    const message = `${field} cannot occur in ${other}: the types are not comparable.`;
    resolution.faults.add('BadFilter', message, { fieldName: path.name, path: `${rows.path}.FieldName` });
  }
  const where = rows.where && resolveClause(resolution, entity, rows.where);
  const criterion: Existence = {
    kind: 'exists',
    path,
    negated: filter.operator === 'NotExistsIn',
    ...nullRule(resolution, filter),
    rows: { entity, path: inner, ...(where && { where: where.criterion }) },
  };
  const tests = 1 + (where?.tests ?? 0);
  return { criterion: where && mayBeUnknown(where.criterion) ? foundOnly(criterion) : criterion, tests };
}

/** An existence whose clause lacks a value from data: rows that it does not find may exist. */
const foundOnly = (existence: Existence): Criterion => ({
  kind: existence.negated ? 'all' : 'any',
  of: [existence, UNKNOWN],
});

/** Finds the entity of an ExistsIn; without read access it is refused, otherwise filters would reveal its data. */
function entityOf({ ctx, rights, faults }: Resolution, { entityName, path }: ExistsInSource): Entity | undefined {
  const entity = ctx.catalogue.find(entityName);
  const at = { path: `${path}.EntityName`, params: { EntityName: entity?.name ?? shortened(entityName) } };
  if (!entity) {
    const names = [...ctx.catalogue.entities.values()].map(({ name }) => name);
    const near = didYouMean(entityName, names, faults);
    faults.add('UnknownEntity', `There is no entity '${shortened(entityName)}'.${near}`, at);
  } else if (rights === 'caller' && scopeOf(ctx, entity, 'read') === 'None') {
    faults.add('ScopeNone', `You have no read access to ${entity.name}.`, at);
    return undefined;
  }
  return entity;
}
