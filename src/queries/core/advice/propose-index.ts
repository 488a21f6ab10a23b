import type { IndexKey } from '#core/catalogue/declared-index.js';
import type { Field } from '#core/catalogue/field.js';
import type { Comparison, Criterion } from '#core/criteria/criterion.js';
import { canBeIndexed } from '#definitions/core/checks/check-indexes.js';
import { Slot } from '#core/sql/sql.js';
import type { SelectPlan, SortKey } from '#queries/core/select/select-plan.js';

/** A field of an index, in the order of the index. */
export interface ProposedField extends IndexKey {
  /** True for a field that the rows must equal, which may stand anywhere among its likes. */
  readonly isEqual: boolean;
}

const RANGES: ReadonlySet<string> = new Set([
  'IN',
  'GreaterThan',
  'LessThan',
  'GreaterThanOrEqualTo',
  'LessThanOrEqualTo',
  'Between',
]);

/**
 * The fields of the index that would serve a query best: what its rows must equal, then its order, or what it compares
 * where nothing is sorted. Whatever is declared is indexed within owners and teams, too, where roles have such scopes.
 * Empty where no index of fields helps: for groups and searches, for entities of the service, and for queries without
 * such conditions.
 */
export function proposeIndex(plan: SelectPlan): readonly ProposedField[] {
  const { entity, grouping, search, page, rows } = plan;
  if (entity.kind !== 'business' || grouping || search || page.kind === 'one' || rows === 'stored') return [];
  const conditions = conjuncts(plan.where);
  const equal = conditions.filter(({ operator }) => operator === 'EqualTo').map(({ path }) => path.field);
  const first = distinct(equal).map((field) => ({ field, descending: false, isEqual: true }));
  // Every table has its rows in the order of creation.
  const order = first.length === 0 && isCreation(plan.sort) ? [] : orderOf(plan);
  const rest = order.length > 0 ? order : rangeOf(conditions);
  const known = new Set(first.map(({ field }) => field.name));
  const fields = [...first, ...rest.filter(({ field }) => !known.has(field.name))];
  return canBeIndexed(fields.map(({ field }) => field)) ? fields : [];
}

/** Conditions that every row fulfils: comparisons of own fields with given values. */
function conjuncts(criterion: Criterion): readonly Comparison[] {
  if (criterion.kind === 'all') return criterion.of.flatMap(conjuncts);
  if (criterion.kind !== 'compare' || criterion.orNull) return [];
  const { path, operands } = criterion;
  const isOwn = path.steps.length === 0 && isIndexable(path.field);
  return isOwn && operands.every((operand) => operand instanceof Slot) ? [criterion] : [];
}

/** The caller's order, unless it begins by identity or needs fields that no index of the entity has. */
function orderOf({ sort }: SelectPlan): readonly ProposedField[] {
  const keys = sort.filter(({ path }) => path.name !== 'Id');
  if (keys.length < sort.length - 1 || keys.length === 0 || sort[0].path.name === 'Id') return [];
  if (!keys.every(({ path }) => path.steps.length === 0 && isIndexable(path.field))) return [];
  return keys.map(({ path, descending }) => ({ field: path.field, descending, isEqual: false }));
}

const isCreation = ([{ path }]: readonly SortKey[]): boolean => path.name === 'CreatedOn';

const rangeOf = (conditions: readonly Comparison[]): readonly ProposedField[] =>
  conditions
    .filter(({ operator }) => RANGES.has(operator))
    .slice(0, 1)
    .map(({ path }) => ({ field: path.field, descending: false, isEqual: false }));

const isIndexable = (field: Field): boolean => canBeIndexed([field]);

const distinct = (fields: readonly Field[]): readonly Field[] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
];
