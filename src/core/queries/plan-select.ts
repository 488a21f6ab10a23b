import { requireScope } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { shapeOf } from '../criteria/criterion.js';
import { identityConjuncts } from '../criteria/identity.js';
import { accessKey, type Reader, type Rows } from '../criteria/relation.js';
import { resolveCriterion } from '../criteria/resolve-criterion.js';
import { Args } from '../sql/args.js';
import { valueTypeOf } from '../values/value-types.js';
import type { SelectCommand } from '../select/select-command.js';
import { readCursor } from './cursor.js';
import { planChildren, planIncludes, type IncludePlanning } from './plan-includes.js';
import { resolveFields, resolveRows } from './plan-row.js';
import type { IncludePlan, Page, PagerPage, SelectPlan, ShownRow, SortKey } from './select-plan.js';
import { resolveSort, sortShape } from './sort.js';

/**
 * Decides what a query's statement looks like; pure but for the args and faults it fills.
 * @throws {DomainError} UnknownEntity; ScopeNone; else everything that is wrong with the command.
 */
export function planSelect(ctx: RequestContext, command: SelectCommand): SelectPlan {
  const entity = ctx.catalogue.entity(command.entityName);
  if (entity.publicFields.size === 0) requireScope(ctx, entity, 'read');
  const { faults, loadLookUpValues, loadRecordInfo, nullSafeNegation } = command;
  refuseLater(command);
  const reader: Reader = { ctx, rights: 'caller' };
  const args = new Args(ctx);
  const fields = resolveFields(ctx, entity, command.selectedFields, faults);
  const sort = resolveSort(ctx.catalogue, entity, command.sort, faults);
  // Their slots come first, so that the where-clause's length does not move them.
  const pagerPage = resolvePager(entity, sort, command, args);
  const planning: IncludePlanning = { ctx, rights: 'caller', args, faults, nullSafeNegation, loadLookUpValues };
  const where = resolveCriterion(planning, entity, command.where);
  const includes = resolveIncludes(planning, entity, command);
  const shown = { entity, fields, includes, loadLookUpValues, loadRecordInfo, where, sort };
  const rows = queriedRows(ctx, command, shown);
  faults.throwIfAny();
  const page: Page = pagerPage ?? { kind: isOne(shown, rows) ? 'one' : 'all' };
  const plan = { reader, rows, args, page, ...shown };
  return { key: keyOf(plan), ...plan };
}

/** Members of the contract that this version refuses, where they ask for something. */
function refuseLater({ groupBy, aggregates, distinct, globalSearch, faults }: SelectCommand): void {
  const asked: Readonly<Record<string, boolean>> = {
    GroupBy: groupBy.length > 0,
    Aggregates: aggregates.length > 0,
    Distinct: distinct,
    GlobalSearch: globalSearch !== undefined,
  };
  for (const [name, isAsked] of Object.entries(asked)) {
    if (isAsked) faults.add('Validation', `${name} is not available in this version.`, { path: name });
  }
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
  const last = readCursor(entity, sort, cursor);
  if (!last) {
    const message = 'Pager.Cursor is no NextCursor of a query of this entity with this Sort.';
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

/** The rows that count as existing for this query: with IncludeDeleted deleted ones of its own entity too. */
function queriedRows(ctx: RequestContext, { includeDeleted, faults }: SelectCommand, shown: Shown): Rows {
  if (includeDeleted && ctx.principal.isAdministrator) return 'stored';
  if (includeDeleted) faults.add('AdministratorRequired', 'IncludeDeleted is for Administrators.');
  const rows = resolveRows(ctx, shown);
  if (typeof rows === 'string') return rows;
  faults.list.push(rows);
  return 'readable';
}

/**
 * Whether an identity is asked for, which one row at most has; among deleted rows unique fields repeat. With includes
 * it is a list of one, whose size is watched.
 */
function isOne({ entity, where, includes }: Shown, rows: Rows): boolean {
  if (includes.length > 0) return false;
  return identityConjuncts(where, entity).some(
    (part) =>
      part.kind === 'compare' &&
      part.operator === 'EqualTo' &&
      (rows !== 'stored' || part.path.field.name === 'Id' || part.path.field.name === 'RecordInformationId'),
  );
}

function keyOf(plan: Omit<SelectPlan, 'key'>): string {
  const { entity, where, sort, page, rows, reader } = plan;
  return `select|${entity.name}|${rowShape(plan)}|${shapeOf(where)}|${sortShape(sort)}|${pageShape(page)}|${rows}|${accessKey(reader)}`;
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
