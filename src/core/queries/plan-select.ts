import { requireScope, scopeOf } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { shapeOf, type Criterion } from '../criteria/criterion.js';
import { FieldPath, resolveField } from '../criteria/field-path.js';
import { identityConjuncts } from '../criteria/identity.js';
import { ownField, ownFields } from '../criteria/own-fields.js';
import { accessKey, type Reader, type Rows } from '../criteria/relation.js';
import { resolveCriterion } from '../criteria/resolve-criterion.js';
import { Args } from '../sql/args.js';
import { valueTypeOf } from '../values/value-types.js';
import { readCursor } from './cursor.js';
import type { SelectCommand } from '../select/select-command.js';
import type { Page, PagerPage, SelectPlan, SortKey } from './select-plan.js';
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
  const fields = resolveFields(ctx, entity, command);
  const sort = resolveSort(ctx.catalogue, entity, command.sort, faults);
  // Their slots come first, so that the where-clause's length does not move them.
  const pagerPage = resolvePager(entity, sort, command, args);
  const where = resolveCriterion({ ctx, rights: 'caller', args, faults, nullSafeNegation }, entity, command.where);
  const shown: Shown = { entity, fields, sort, where, loadRecordInfo };
  const rows = resolveRows(ctx, command, shown);
  faults.throwIfAny();
  const page: Page = pagerPage ?? { kind: isOne(entity, where, rows) ? 'one' : 'all' };
  const plan = { reader, entity, rows, args, fields, loadLookUpValues, loadRecordInfo, where, sort, page };
  return { key: keyOf(plan), ...plan };
}

/** Members of the contract that this version refuses, where they ask for something. */
function refuseLater({
  includes,
  groupBy,
  aggregates,
  distinct,
  globalSearch,
  loadChildren,
  faults,
}: SelectCommand): void {
  const asked: Readonly<Record<string, boolean>> = {
    Includes: includes.length > 0,
    GroupBy: groupBy.length > 0,
    Aggregates: aggregates.length > 0,
    Distinct: distinct,
    GlobalSearch: globalSearch !== undefined,
    LoadChildren: loadChildren,
  };
  for (const [name, isAsked] of Object.entries(asked)) {
    if (isAsked) faults.add('Validation', `${name} is not available in this version.`, { path: name });
  }
}

type Shown = Pick<SelectPlan, 'entity' | 'fields' | 'sort' | 'where' | 'loadRecordInfo'>;

/** The fields to show, each once at its first place; where nothing but public fields may be read, all means those. */
function resolveFields(
  ctx: RequestContext,
  entity: Entity,
  { selectedFields, faults }: SelectCommand,
): readonly FieldPath[] | undefined {
  if (!selectedFields) return scopeOf(ctx, entity, 'read') === 'None' ? publicFields(entity) : undefined;
  const fields = new Map<string, FieldPath>();
  for (const { name, path: at } of selectedFields) {
    const path = resolveField(ctx.catalogue, entity, name);
    if (path instanceof FieldPath) fields.set(path.name, path);
    else faults.list.push({ ...path, path: at });
  }
  return [...fields.values()];
}

const publicFields = (entity: Entity): readonly FieldPath[] =>
  [...entity.fields.values()]
    .filter(({ name }) => entity.publicFields.has(name))
    .map((field) => new FieldPath(entity, [], field));

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

/**
 * The rows that count as existing for this query. Public fields are every member's (T84): a query of nothing else sees
 * all live rows, whatever the caller's scope; with scope None it may use nothing else.
 */
function resolveRows(ctx: RequestContext, { includeDeleted, faults }: SelectCommand, shown: Shown): Rows {
  const { entity } = shown;
  if (includeDeleted && ctx.principal.isAdministrator) return 'stored';
  if (includeDeleted) faults.add('AdministratorRequired', 'IncludeDeleted is for Administrators.');
  const scope = scopeOf(ctx, entity, 'read');
  if (scope === 'All' || entity.publicFields.size === 0) return 'readable';
  if (usesPublicFieldsOnly(shown)) return 'live';
  if (scope === 'None') {
    const message = `You have no read access to ${entity.name} but for ${[...entity.publicFields].join(', ')}.`;
    faults.add('ScopeNone', message, { params: { EntityName: entity.name, Operation: 'read' } });
  }
  return 'readable';
}

function usesPublicFieldsOnly({ entity, fields, sort, where, loadRecordInfo }: Shown): boolean {
  if (!fields || loadRecordInfo) return false;
  const paths = [...fields, ...sort.map(({ path }) => path)];
  return [...paths.map(ownField), ...ownFields(where)].every((name) => entity.publicFields.has(name));
}

/** Whether an identity is asked for, which one row at most has; among deleted rows unique fields repeat. */
function isOne(entity: Entity, where: Criterion, rows: Rows): boolean {
  return identityConjuncts(where, entity).some(
    (part) =>
      part.kind === 'compare' &&
      part.operator === 'EqualTo' &&
      (rows !== 'stored' || part.path.field.name === 'Id' || part.path.field.name === 'RecordInformationId'),
  );
}

function keyOf(plan: Omit<SelectPlan, 'key'>): string {
  const { entity, fields, where, sort, page, rows, reader } = plan;
  const flags = `${plan.loadLookUpValues ? 'L' : ''}${plan.loadRecordInfo ? 'R' : ''}`;
  const shown = fields ? fields.map(({ name }) => name).join() : '*';
  return `select|${entity.name}|${shown}|${flags}|${shapeOf(where)}|${sortShape(sort)}|${pageShape(page)}|${rows}|${accessKey(reader)}`;
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
