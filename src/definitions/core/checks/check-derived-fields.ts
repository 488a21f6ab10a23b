import { shortened } from '#core/nearest.js';
import type { BuiltParts } from '#core/built-parts.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { isDerived, ROLLUP_FUNCTIONS, type Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { arityOf, parseOperator } from '#core/fields/operators.js';
import { parseOperandSource } from '#core/requests/operand-source.js';
import { computedProblem, isTooLarge } from '#core/expressions/computed-field.js';
import type { JsonObject } from '#core/json/json.js';
import { filtersOf, namesOfFilter } from '#records/core/rollups/rollup-clause.js';
import { sourcesOf } from '#records/core/rollups/rollup-level.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { Steps } from '#core/steps.js';
import { whereFaults } from './where-faults.js';
import type { DefinitionProblem } from './definition-problem.js';
import { SelectiveCheck } from './selective-check.js';

interface Derived {
  readonly entity: Entity;
  readonly field: Field;
}

/**
 * Finds faults in the Computed and Rollup fields of an environment.
 * @param parts of the definitions that the catalogue is built from
 */
export function* derivedFieldProblems(ctx: RequestContext, parts?: BuiltParts): Steps<readonly DefinitionProblem[]> {
  const check = new SelectiveCheck(ctx, parts);
  const entities = [...ctx.catalogue.entities.values()].filter(({ kind }) => kind === 'business');
  const problems = [
    ...(yield* check.of('unique keys', entities, [], (_, entity) => keyProblems(entity))),
    ...(yield* check.of('derived fields', entities, [], (noted, entity) =>
      derivedIn(entity).flatMap((each) => [...problemsOf(noted, each)].map((problem) => about(each, problem))),
    )),
  ];
  if (problems.length > 0) return problems;
  const circular = yield* check.of('circles', entities, [], ({ catalogue }, entity) =>
    derivedIn(entity)
      .filter(({ field }) => isCircular(catalogue, entity, field))
      .map((each) => about(each, CIRCLE)),
  );
  if (circular.length > 0) return circular;
  return yield* check.of('expressions', entities, [], (_, entity) =>
    derivedIn(entity)
      .filter(({ field }) => field.computed && isTooLarge(field, entity.fields))
      .map((each) => about(each, LARGE)),
  );
}

const derivedIn = (entity: Entity): readonly Derived[] =>
  [...entity.fields.values()].filter(isDerived).map((field) => ({ entity, field }));

const about = ({ entity, field }: Derived, problem: string): DefinitionProblem => {
  const name = `${entity.name}.${field.name}`;
  return { entityName: 'Field', id: field.id, name, message: `${name}: ${problem}` };
};

const CIRCLE = 'The field depends on itself, through its expression or the children that it aggregates.';
const LARGE = 'The expression becomes too large when the expressions of the computed fields it uses are inserted.';

function* keyProblems({ id, name, uniqueKeys }: Entity): Generator<DefinitionProblem> {
  // Unique of a single field is checked with the field.
  const keys = uniqueKeys.filter((key) => key.length > 1 || key.some(({ unique }) => !unique));
  const derived = keys.flatMap((key) => key.filter(isDerived));
  for (const field of derived) {
    const message = `${name}: ${field.name} is derived and cannot be part of UniqueKeys.`;
    yield { entityName: 'Entity', id, name, fieldName: 'UniqueKeys', message };
  }
}

function* problemsOf(ctx: RequestContext, { entity, field }: Derived): Generator<string> {
  if (!field.computed) return yield* rollupProblems(ctx, entity, field);
  const problem = computedProblem(field, entity.fields);
  if (problem) yield problem;
}

function* rollupProblems(ctx: RequestContext, entity: Entity, field: Field): Generator<string> {
  const { relation: name, function: aggregate, where } = field.rollup!;
  const relation = entity.children.get(name.toLowerCase());
  const child = relation && ctx.catalogue.find(relation.childEntity);
  if (!child) return yield `${entity.name} has no relation '${shortened(name)}' to children.`;
  if (!ROLLUP_FUNCTIONS.includes(aggregate)) yield `Function must be one of ${ROLLUP_FUNCTIONS.join(', ')}.`;
  yield* aggregateProblems(child, field);
  const refused = filtersOf(where).map((filter) => filterProblem(child, filter));
  const problem = refused.find((each) => each !== undefined) ?? clauseProblem(ctx, child, field);
  if (problem) yield `WhereClause: ${problem}`;
}

/** Families of values that a function accepts; Count counts records. */
const SUMMED: readonly string[] = ['number'];
const ORDERED: readonly string[] = ['number', 'time', 'text'];

function* aggregateProblems(child: Entity, { rollup }: Field): Generator<string> {
  const { function: aggregate, aggregateField: name } = rollup!;
  if (aggregate === 'Count') {
    if (name !== undefined) yield 'Count counts records and takes no AggregateField.';
    return;
  }
  const aggregated = child.fields.get((name ?? '').toLowerCase());
  if (!aggregated || aggregated.isSystem) return yield `AggregateField must name a field of ${child.name}.`;
  const families = aggregate === 'Sum' || aggregate === 'Avg' ? SUMMED : ORDERED;
  if (families.includes(valueTypeOf(aggregated).family)) return;
  yield `${aggregate} is not allowed for ${child.name}.${aggregated.name}, which is ${aggregated.type}.`;
}

/** Audit columns whose changes are not in the change log, from which rollups are refreshed. */
const UNLOGGED_FIELDS = new Set(['updatedon', 'updatedby', 'rowversion', 'isdeleted']);

/**
 * Finds the fault of one filter of a rollup's where-clause. A rollup is refreshed by changes of its children only, so
 * the clause may not depend on other records, the time or the caller. Statuses are definitions and do not change.
 */
function filterProblem(child: Entity, filter: JsonObject): string | undefined {
  const operator = parseOperator(filter.Operator);
  if (operator && arityOf(operator) === 'rows')
    return `${operator} reads other records, whose changes are not followed.`;
  const source = parseOperandSource(filter.ValueType);
  if (source === 'Global') return 'globals change without a write of the children.';
  for (const name of namesOfFilter(filter)) {
    const [first, ...rest] = name.toLowerCase().split('.');
    if (UNLOGGED_FIELDS.has(first)) return `${name} cannot be used here.`;
    if (rest.length > 0 && first !== 'statusid') return `${name} reads other records, whose changes are not followed.`;
    if (!child.fields.has(first)) return `${child.name} has no field '${shortened(name)}'.`;
  }
  return undefined;
}

function clauseProblem(ctx: RequestContext, child: Entity, { rollup }: Field): string | undefined {
  if (rollup!.where === undefined) return undefined;
  return whereFaults(ctx, child, rollup!.where, 'WhereClause')[0]?.message;
}

/** Tells whether a field depends on itself. */
function isCircular(catalogue: Catalogue, entity: Entity, field: Field): boolean {
  const visited = new Set<Field>();
  const leadsBack = (at: Entity, from: Field): boolean =>
    sourcesOf(catalogue, at, from).some(([sourceEntity, source]) => {
      if (source === field) return true;
      if (visited.has(source)) return false;
      visited.add(source);
      return leadsBack(sourceEntity, source);
    });
  return leadsBack(entity, field);
}
