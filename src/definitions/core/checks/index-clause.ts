import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { arityOf, parseOperator, type OperatorName } from '#core/fields/operators.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { parseOperandSource } from '#core/requests/operand-source.js';
import { filtersOf, namesOfFilter } from '#records/core/rollups/rollup-clause.js';
import { faultAt, optionalClauseFaults, type MemberFaults } from './member-faults.js';

/** Operators whose condition PostgreSQL recognises in a query. */
const OPERATORS: ReadonlySet<OperatorName> = new Set([
  'EqualTo',
  'NotEqualTo',
  'GreaterThan',
  'LessThan',
  'GreaterThanOrEqualTo',
  'LessThanOrEqualTo',
  'IN',
  'NOTIN',
  'IsNULL',
  'IsNotNULL',
  'Between',
  'NotBetween',
]);
const LISTS: ReadonlySet<OperatorName> = new Set(['IN', 'NOTIN']);

/** Finds faults in the where-clause of an index: it decides by the record alone, whenever and by whom it is read. */
export function* indexClauseFaults(ctx: RequestContext, entity: Entity, where: JsonValue): MemberFaults {
  const faults = [...filtersOf(where).entries()].flatMap(([i, filter]) =>
    [...filterFaults(entity, filter)].map(([member, message]) =>
      faultAt(`WhereClause.Filters[${i}].${member}`, message),
    ),
  );
  if (faults.length > 0) return yield* faults;
  yield* optionalClauseFaults(ctx, entity, where, 'WhereClause');
}

type FilterFaults = Generator<readonly [member: string, message: string]>;

function* filterFaults(entity: Entity, filter: JsonObject): FilterFaults {
  const operator = parseOperator(filter.Operator);
  if (operator) yield* operatorFaults(operator);
  const source = parseOperandSource(filter.ValueType);
  if (source === 'Global') yield ['Value', 'A global changes with time or caller, but an index does not.'];
  if (source === 'Parameter') yield ['Value', 'An index has no parameters.'];
  for (const name of namesOfFilter(filter)) {
    if (name.includes('.')) yield ['FieldName', `${name} reads another record, which an index does not follow.`];
    const field = entity.fields.get(name.toLowerCase());
    if (operator && field) yield* listFaults(operator, field);
  }
}

/** A query compares such a list by a sub-query, which no condition of an index can have. */
function* listFaults(operator: OperatorName, { name, caseInsensitive, isRanked }: Field): FilterFaults {
  if (LISTS.has(operator) && (caseInsensitive || isRanked))
    yield ['Operator', `${operator} cannot limit an index by ${name}; join filters with EqualTo by OR.`];
}

function* operatorFaults(operator: OperatorName): FilterFaults {
  if (arityOf(operator) === 'rows')
    yield ['Operator', `${operator} reads other records, which an index does not follow.`];
  else if (!OPERATORS.has(operator))
    yield ['Operator', `${operator} cannot limit an index; allowed are ${[...OPERATORS].join(', ')}.`];
}
