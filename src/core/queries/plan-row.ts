import { scopeOf } from '../access.js';
import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { FieldPath, resolveField } from '../criteria/field-path.js';
import { ownField, ownFields } from '../criteria/own-fields.js';
import type { RowFilter } from '../criteria/relation.js';
import type { Fault, Faults } from '../errors.js';
import type { NamedField } from '../requests/select-command.js';
import type { RowSelection, ShownRow, SortKey } from './select-plan.js';

/** The field a caller names; `undefined` and a fault when there is none. */
export function resolveNamed(
  { catalogue }: RequestContext,
  entity: Entity,
  { name, path: at }: NamedField,
  faults: Faults,
): FieldPath | undefined {
  const path = resolveField(catalogue, entity, name);
  if (path instanceof FieldPath) return path;
  faults.push({ ...path, path: at });
  return undefined;
}

/** The fields to show, each once at its first place; where nothing but public fields may be read, all means those. */
export function resolveFields(
  ctx: RequestContext,
  entity: Entity,
  selected: readonly NamedField[] | undefined,
  faults: Faults,
): readonly FieldPath[] | undefined {
  if (!selected) return scopeOf(ctx, entity, 'read') === 'None' ? publicFields(entity) : undefined;
  const fields = new Map<string, FieldPath>();
  for (const named of selected) {
    const path = resolveNamed(ctx, entity, named, faults);
    if (path) fields.set(path.name, path);
  }
  return [...fields.values()];
}

const publicFields = (entity: Entity): readonly FieldPath[] =>
  [...entity.fields.values()]
    .filter(({ name }) => entity.publicFields.has(name))
    .map((field) => new FieldPath(entity, [], field));

/** Everything a query or an include looks at in the rows of its entity. */
type Used = ShownRow & Pick<RowSelection, 'where'> & { readonly sort: readonly SortKey[] };

/**
 * The rows that count as existing. Public fields are every member's (T84): who asks for nothing else sees all live
 * rows, whatever his scope; with scope None he may ask for nothing else.
 */
export function resolveRows(ctx: RequestContext, used: Used): RowFilter | Fault {
  const { entity } = used;
  const scope = scopeOf(ctx, entity, 'read');
  if (scope === 'All') return 'readable';
  if (entity.publicFields.size > 0 && usesPublicFieldsOnly(used)) return 'live';
  return scope === 'None' ? noAccess(entity) : 'readable';
}

function noAccess({ name, publicFields: open }: Entity): Fault {
  const but = open.size > 0 ? ` but for ${[...open].join(', ')}` : '';
  const message = `You have no read access to ${name}${but}.`;
  return { code: 'ScopeNone', message, params: { EntityName: name, Operation: 'read' } };
}

function usesPublicFieldsOnly({ entity, fields, includes, sort, where, loadRecordInfo }: Used): boolean {
  if (!fields || loadRecordInfo) return false;
  const paths = [...fields, ...sort.map(({ path }) => path)];
  const links = includes.map(({ link }) => (link.kind === 'target' ? link.lookup.name : 'Id'));
  return [...paths.map(ownField), ...ownFields(where), ...links].every((name) => entity.publicFields.has(name));
}
