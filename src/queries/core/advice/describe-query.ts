import { scopeOf } from '#core/rights/access.js';
import type { RequestContext } from '#core/context/context.js';
import type { Comparison, Criterion, Existence } from '#core/criteria/criterion.js';
import { FieldPath } from '#core/criteria/field-path.js';
import type { Grouping } from '#queries/core/select/grouping.js';
import type { IncludePlan, Page, SelectPlan, SortKey } from '#queries/core/select/select-plan.js';

/**
 * Describes a query in one line without any of its values, such as
 * `WHERE CustomerId EqualTo ? AND Total GreaterThan ? SORT CreatedOn descending PAGE Exact SCOPE Own`. Equal for
 * queries that differ in values and page sizes only.
 */
export function describeQuery(ctx: RequestContext, plan: SelectPlan): string {
  const { entity, where, search, grouping, sort, includes, page, rows } = plan;
  const condition = conditionText(where);
  const parts = [
    condition === 'true' ? '' : `WHERE ${condition}`,
    search ? `SEARCH ${search.fields.map(({ name }) => name).join(', ')}` : '',
    grouping ? groupingText(grouping) : '',
    includes.length > 0 ? `INCLUDE ${includes.map(includeText).join(', ')}` : '',
    page.kind === 'one' ? '' : sortText(sort),
    pageText(page),
    `SCOPE ${scopeOf(ctx, entity, 'read')}${rows === 'stored' ? ' with deleted records' : ''}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function conditionText(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'all':
      return joined(criterion.of, ' AND ');
    case 'any':
      return joined(criterion.of, ' OR ');
    case 'not':
      return `NOT (${conditionText(criterion.of)})`;
    case 'constant':
      return String(criterion.value);
    case 'compare':
      return comparisonText(criterion);
    case 'exists':
      return existenceText(criterion);
  }
}

const joined = (of: readonly Criterion[], word: string): string =>
  of.map((each) => ('of' in each && each.kind !== 'not' ? `(${conditionText(each)})` : conditionText(each))).join(word);

const orNullText = ({ orNull }: Comparison | Existence): string => (orNull ? ' or null' : '');

function comparisonText(comparison: Comparison): string {
  const { path, operator, operands } = comparison;
  const values = operands.map((operand) => (operand instanceof FieldPath ? operand.name : '?'));
  return `${[path.name, operator, values.join(' and ')].filter(Boolean).join(' ')}${orNullText(comparison)}`;
}

function existenceText(existence: Existence): string {
  const { path, negated, rows } = existence;
  const source = `${rows.entity.name}.${rows.path.name}${rows.where ? ` WHERE ${conditionText(rows.where)}` : ''}`;
  return `${path.name} ${negated ? 'NotExistsIn' : 'ExistsIn'} (${source})${orNullText(existence)}`;
}

const groupingText = ({ columns, aggregates }: Grouping): string =>
  [
    columns.length > 0 ? `GROUP BY ${columns.map(({ path }) => path.name).join(', ')}` : '',
    aggregates.length > 0
      ? `AGGREGATE ${aggregates.map((each) => `${each.function}(${each.path?.name ?? ''})`).join(', ')}`
      : '',
  ]
    .filter(Boolean)
    .join(' ');

const includeText = ({ name, includes }: IncludePlan): string =>
  includes.length > 0 ? `${name} (${includes.map(includeText).join(', ')})` : name;

const sortText = (sort: readonly SortKey[]): string =>
  `SORT ${sort.map(({ path, descending }) => `${path.name}${descending ? ' descending' : ''}`).join(', ')}`;

function pageText(page: Page): string {
  if (page.kind === 'one') return 'ONE RECORD';
  if (page.kind === 'all') return 'WITHOUT PAGER';
  const from = page.after ? ' from a cursor' : page.offset ? ' by number' : '';
  return `PAGE${from} COUNT ${page.count}`;
}
