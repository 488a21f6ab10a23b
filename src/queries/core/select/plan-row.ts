import { coversAll, scopeOf } from '#core/rights/access.js';
import { seenFields } from '#core/rights/field-rights.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { type FieldUse, useFault } from '#core/criteria/field-use.js';
import { ownField, ownFields } from '#core/criteria/own-fields.js';
import type { RowFilter } from '#core/relations/relation.js';
import type { Fault, Faults } from '#core/errors.js';
import { isEveryField, type NamedField } from '#core/requests/select-command.js';
import type { RowSelection, ShownRow, SortKey } from './select-plan.js';

/** Resolves a field name of the request; adds a fault and returns `undefined` if the caller can use no such field. */
export function resolveNamed(
  ctx: RequestContext,
  entity: Entity,
  { name, path: at }: NamedField,
  faults: Faults,
  use: FieldUse = 'used',
): FieldPath | undefined {
  const path = resolveField(ctx.catalogue, entity, name, faults);
  const fault = path instanceof FieldPath ? useFault(ctx, path, at, use) : { ...path, path: at };
  if (!fault) return path as FieldPath;
  faults.push(fault);
  return undefined;
}

/**
 * Resolves the selected fields, each once; `*` stands for all of them. Absent: all, or the public fields with scope None.
 */
export function resolveFields(
  ctx: RequestContext,
  entity: Entity,
  selected: readonly NamedField[] | undefined,
  faults: Faults,
): readonly FieldPath[] | undefined {
  const isOpen = scopeOf(ctx, entity, 'read') !== 'None';
  if (!selected || selected.every(isEveryField))
    return isOpen ? undefined : fieldPaths(ctx, entity, entity.publicFields);
  const fields = new Map<string, FieldPath>();
  for (const named of selected) {
    const paths = isEveryField(named)
      ? fieldPaths(ctx, entity, isOpen ? undefined : entity.publicFields)
      : [resolveNamed(ctx, entity, named, faults, 'shown')];
    for (const path of paths) if (path) fields.set(path.name, path);
  }
  return [...fields.values()];
}

/** Lists the fields of an entity that the caller sees, as paths. @param only names of the wanted ones; absent: all */
const fieldPaths = (ctx: RequestContext, entity: Entity, only?: ReadonlySet<string>): readonly FieldPath[] =>
  seenFields(ctx, entity)
    .filter(({ name }) => only?.has(name) ?? true)
    .map((field) => new FieldPath(entity, [], field));

/** Everything that a query or an include reads from the rows of its entity. */
type Used = ShownRow & Pick<RowSelection, 'where'> & { readonly sort: readonly SortKey[] };

/**
 * Determines the visible rows. A query that uses public fields only sees all live rows in any scope; with scope None a
 * query may use no other fields (docs/interface/records.md#fields-that-every-member-may-read).
 */
export function resolveRows(ctx: RequestContext, used: Used): RowFilter | Fault {
  const { entity } = used;
  if (coversAll(ctx, entity, 'read')) return 'readable';
  if (entity.publicFields.size > 0 && usesPublicFieldsOnly(used)) return 'live';
  return scopeOf(ctx, entity, 'read') === 'None' ? noAccess(entity) : 'readable';
}

function noAccess({ name, publicFields: open }: Entity): Fault {
  const exception = open.size > 0 ? `, except for ${[...open].join(', ')}` : '';
  const message = `You have no read access to ${name}${exception}.`;
  return { code: 'ScopeNone', message, params: { EntityName: name, Operation: 'read' } };
}

function usesPublicFieldsOnly({ entity, fields, includes, sort, where, loadRecordInfo }: Used): boolean {
  if (!fields || loadRecordInfo) return false;
  const paths = [...fields, ...sort.map(({ path }) => path)];
  const links = includes.map(({ link }) => (link.kind === 'target' ? link.lookup.name : 'Id'));
  return [...paths.map(ownField), ...ownFields(where), ...links].every((name) => entity.publicFields.has(name));
}
