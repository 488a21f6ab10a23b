import { coversAll, requireScope } from '#core/rights/access.js';
import { fieldReadOf } from '#core/rights/field-rights.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { shapeOf } from '#core/criteria/criterion.js';
import { identityConjuncts } from '#core/criteria/identity.js';
import { searchedFields } from '#core/criteria/search-text.js';
import { patternOf } from '#core/criteria/text-pattern.js';
import { accessKey, type Reader, type RowFilter } from '#core/relations/relation.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { Args } from '#core/statements/args.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import { parsePageCursor } from './page-cursor.js';
import { groupedPaths, groupKeys, type Grouping } from './grouping.js';
import { planGrouping } from './plan-grouping.js';
import { planChildren, planIncludes, type IncludePlanning } from './plan-includes.js';
import { resolveFields, resolveRows } from './plan-row.js';
import type { IncludePlan, Page, PagerPage, Search, SelectPlan, ShownRow, SortKey } from './select-plan.js';
import { resolveSort, sortShape } from './sort.js';

/**
 * Plans the statement of a query; fills the plan's args.
 * @throws {DomainError} UnknownEntity; ScopeNone; otherwise all faults of the command.
 */
export function planSelect(ctx: RequestContext, command: SelectCommand): SelectPlan {
  const entity = ctx.catalogue.entity(command.entityName);
  if (entity.publicFields.size === 0) requireScope(ctx, entity, 'read');
  const { faults, loadLookUpValues, loadRecordInfo, nullSafeNegation } = command;
  const reader: Reader = { ctx, rights: 'caller' };
  const args = new Args(ctx);
  const planning: IncludePlanning = { ctx, rights: 'caller', args, faults, nullSafeNegation, loadLookUpValues };
  const grouping = planGrouping(planning, entity, command);
  const fields = grouping ? groupedPaths(grouping) : resolveFields(ctx, entity, command.selectedFields, faults);
  // The slots of order and search come first, so that the length of the where-clause does not shift them.
  const { sort, pagerPage } = resolveOrder(planning, command, entity, grouping);
  const search = resolveSearch(ctx, entity, command, args);
  const where = resolveCriterion(planning, entity, command.where);
  const includes = resolveIncludes(planning, entity, command);
  const shown = { entity, fields, includes, loadLookUpValues, loadRecordInfo, where, sort };
  const rows = queriedRows(ctx, command, grouping ? { ...shown, sort: [] } : shown);
  faults.throwIfAny();
  const page: Page = pagerPage ?? { kind: !grouping && isOne(shown, rows) ? 'one' : 'all' };
  const plan = { ...shown, reader, rows, args, page, search, grouping };
  return { key: selectKey(plan), ...plan };
}

/** Resolves order and page of the records or of their groups. */
function resolveOrder(
  { ctx, args, faults }: IncludePlanning,
  command: SelectCommand,
  records: Entity,
  grouping: Grouping | undefined,
): { readonly sort: readonly SortKey[]; readonly pagerPage: PagerPage | undefined } {
  const entity = grouping ? grouping.entity : records;
  const sort = resolveSort(ctx, entity, command.sort, faults, grouping && groupKeys(grouping));
  return { sort, pagerPage: resolvePager(entity, sort, command, args) };
}

const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Resolves GlobalSearch. In entities with public fields, callers without scope All search these fields only. */
function resolveSearch(ctx: RequestContext, entity: Entity, command: SelectCommand, args: Args): Search | undefined {
  if (command.globalSearch === undefined) return undefined;
  const isOpen = entity.publicFields.size === 0 || coversAll(ctx, entity, 'read');
  const fields = searchedFields(entity).filter(
    (field) => (isOpen || entity.publicFields.has(field.name)) && fieldReadOf(ctx, field) === 'Full',
  );
  const words = command.globalSearch.map((word) => ({
    pattern: args.add(patternOf('Contains', word), 'text'),
    isIndexed: entity.searchable && HAS_TRIGRAM.test(word),
  }));
  return { fields, words, isIndexed: words.some(({ isIndexed }) => isIndexed) };
}

function resolveIncludes(planning: IncludePlanning, entity: Entity, command: SelectCommand): readonly IncludePlan[] {
  const named = planIncludes(planning, entity, command.includes);
  return command.loadChildren ? [...named, ...planChildren(planning, entity, named)] : named;
}

function resolvePager(
  entity: Entity,
  sort: readonly SortKey[],
  { pager, faults }: SelectCommand,
  args: Args,
): PagerPage | undefined {
  if (!pager) return undefined;
  const { number, size, count, cursor } = pager;
  const page = { kind: 'pager', size, count } as const;
  if (cursor === undefined) {
    return number === 1 ? page : { ...page, offset: args.add(String((number - 1) * size), 'bigint') };
  }
  const last = parsePageCursor(entity, sort, cursor);
  if (!last) {
    const message = 'Pager.Cursor must be the NextCursor of a query of this entity with the same Sort.';
    faults.add('Validation', message, { path: 'Pager.Cursor' });
    return undefined;
  }
  const after = last.map((value, i) => {
    const { field } = sort[i].path;
    return value === null ? null : args.add(value, valueTypeOf(field).operandType(field));
  });
  return { ...page, after };
}

type Shown = ShownRow & Pick<SelectPlan, 'where' | 'sort'>;

/** Determines the visible rows of a query; IncludeDeleted adds deleted rows of its own entity. */
function queriedRows(ctx: RequestContext, { includeDeleted, faults }: SelectCommand, shown: Shown): RowFilter {
  if (includeDeleted && ctx.principal.isAdministrator) return 'stored';
  if (includeDeleted) faults.add('AdministratorRequired', 'IncludeDeleted is for Administrators.');
  const rows = resolveRows(ctx, shown);
  if (typeof rows === 'string') return rows;
  faults.push(rows);
  return 'readable';
}

/**
 * Tells whether the clause matches at most one row by identity; among deleted rows, unique values may repeat. Rows with
 * includes are excluded, because the size of lists is limited.
 */
function isOne({ entity, where, includes }: Shown, rows: RowFilter): boolean {
  if (includes.length > 0) return false;
  return identityConjuncts(where, entity).some(
    (part) =>
      part.kind === 'compare' &&
      part.operator === 'EqualTo' &&
      (rows !== 'stored' || part.path.field.name === 'Id' || part.path.field.name === 'RecordInformationId'),
  );
}

function selectKey(plan: Omit<SelectPlan, 'key'>): string {
  const { entity, where, search, grouping, sort, page, rows, reader } = plan;
  const shown = grouping ? groupingShape(grouping) : rowShape(plan);
  const matching = `${shapeOf(where)}|${search ? searchShape(search) : ''}|${rows}`;
  return `select|${entity.name}|${shown}|${matching}|${sortShape(sort)}|${pageShape(page)}|${accessKey(reader)}`;
}

const searchShape = ({ words }: Search): string =>
  words.map(({ pattern, isIndexed }) => `$${pattern.index}${isIndexed ? 'i' : ''}`).join();

function groupingShape({ columns, aggregates, having, shown }: Grouping): string {
  const by = columns.map(({ path, bucket }) =>
    bucket ? `${path.name} ${bucket.unit} $${bucket.timeZone.index}` : path.name,
  );
  const made = aggregates.map((each) => `${each.function} ${each.path?.name ?? '*'} ${each.field.name}`);
  return `groups(${by.join()}|${made.join()}|${shapeOf(having)}|${shown.map(({ name }) => name).join()})`;
}

function rowShape({ fields, includes, loadLookUpValues, loadRecordInfo }: ShownRow): string {
  const names = fields ? fields.map(({ name }) => name).join() : '*';
  const flags = `${loadLookUpValues ? 'L' : ''}${loadRecordInfo ? 'R' : ''}`;
  return `${names}|${flags}|${includes.map(includeShape).join()}`;
}

function includeShape(include: IncludePlan): string {
  const { name, rows, where, sort, size, offset } = include;
  const page = `${size}${offset ? `+$${offset.index}` : ''}`;
  return `${name}(${rowShape(include)}|${shapeOf(where)}|${sortShape(sort)}|${page}|${rows})`;
}

function pageShape(page: Page): string {
  if (page.kind !== 'pager') return page.kind;
  const start = page.after
    ? `after${page.after.map((key) => (key ? '$' : '0')).join('')}`
    : page.offset
      ? 'offset'
      : '';
  return `${page.size} ${page.count} ${start}`;
}
