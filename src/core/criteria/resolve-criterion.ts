import { scopeOf } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import { didYouMean, shortened } from '../nearest.js';
import { valueTypeOf } from '../field-types/value-types.js';
import { EVERYTHING, NOTHING, type Comparison, type Criterion, type Existence } from './criterion.js';
import { FieldPath, resolveField, shown } from './field-path.js';
import { mentions, type Logic } from '../requests/filter-logic.js';
import { areComparable, OperandReader, type Resolution } from './operand.js';
import { arityOf, NEGATIVE, operatorList, OPERATORS, OPERATORS_OF } from './operators.js';
import type { Filter, ExistsInSource, WhereClause } from '../requests/where-clause.js';

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
  if (logic.kind === 'not') return { kind: 'not', of: assembled(logic.of, filters) };
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
  return criterion ? { criterion, tests: 1 } : FAULTY;
}

function fieldAt({ ctx, faults }: Resolution, entity: Entity, name: string, at: string): FieldPath | undefined {
  const path = resolveField(ctx.catalogue, entity, name, faults);
  if (path instanceof FieldPath) return path;
  faults.push({ ...path, path: at });
  return undefined;
}

const isOrNull = ({ nullSafeNegation }: Resolution, { operator, nullSafe = nullSafeNegation }: Filter): boolean =>
  nullSafe === true && NEGATIVE.has(operator);

function resolveComparison(
  resolution: Resolution,
  filter: Filter,
  path: FieldPath,
  reader: OperandReader,
): Comparison | undefined {
  const operator = filter.operator as Comparison['operator'];
  const arity = arityOf(operator);
  if (arity === 'none' || arity === 'rows') return { kind: 'compare', path, operator, operands: [], orNull: false };
  const json = reader.given();
  if (json === undefined) return undefined;
  if (json === null) return resolveNull(path, operator, reader);
  const operands = reader[arity](json);
  return operands && { kind: 'compare', path, operator, operands, orNull: isOrNull(resolution, filter) };
}

/** Resolves a null operand: EqualTo becomes IsNULL, NotEqualTo IsNotNULL; other operators refuse null. */
function resolveNull(path: FieldPath, given: Comparison['operator'], reader: OperandReader): Comparison | undefined {
  const operator = given === 'EqualTo' ? 'IsNULL' : given === 'NotEqualTo' ? 'IsNotNULL' : undefined;
  if (operator) return { kind: 'compare', path, operator, operands: [], orNull: false };
  return reader.fault(`${given} needs a value; to test for none use IsNULL ${OPERATORS.IsNULL}.`);
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
    orNull: isOrNull(resolution, filter),
    rows: { entity, path: inner, ...(where && { where: where.criterion }) },
  };
  return { criterion, tests: 1 + (where?.tests ?? 0) };
}

/** Finds the entity of an ExistsIn; without read access it is refused, otherwise filters would reveal its data. */
function entityOf({ ctx, rights, faults }: Resolution, { entityName, path }: ExistsInSource): Entity | undefined {
  const entity = ctx.catalogue.find(entityName);
  const at = { path: `${path}.EntityName`, params: { EntityName: entity?.name ?? shown(entityName) } };
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
