import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { FieldPath } from '#core/criteria/field-path.js';
import type { Faults } from '#core/errors.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { SortItem } from '#core/requests/select-command.js';
import { resolveNamed } from './plan-row.js';
import type { SortKey } from './select-plan.js';

/** Identity of a record; groups have others. */
const BY_ID: readonly string[] = ['Id'];

/**
 * Resolves a total order: the caller's keys, then the fields that identify a row. Repeated keys, and keys after a
 * complete identity, are omitted. `Id` goes in the direction of the key before it, so that one index serves an order and
 * its reverse. Without keys, records of the business come in the order of their creation, which their tables have an
 * index for.
 * @param ends names of the fields that identify a row.
 */
export function resolveSort(
  ctx: RequestContext,
  entity: Entity,
  items: readonly SortItem[],
  faults: Faults,
  ends: readonly string[] = BY_ID,
): readonly SortKey[] {
  const keys = new Map<string, SortKey>();
  const isTotal = (): boolean => ends.every((name) => keys.has(name));
  for (const item of items) {
    const path = sortable(ctx, entity, item, faults);
    if (path && !keys.has(path.name) && !isTotal()) keys.set(path.name, { path, descending: item.descending });
  }
  const isReverse = [...keys.values()].at(-1)?.descending ?? false;
  for (const name of missingKeys(entity, keys, ends))
    keys.set(name, { path: ownPath(entity, name), descending: isReverse && name === 'Id' });
  return [...keys.values()];
}

/** Names of the keys that end the order. */
function missingKeys({ kind }: Entity, keys: ReadonlyMap<string, SortKey>, ends: readonly string[]): readonly string[] {
  if (keys.size === 0 && ends === BY_ID && kind === 'business') return ['CreatedOn', ...ends];
  return ends.filter((name) => !keys.has(name));
}

const ownPath = (entity: Entity, name: string): FieldPath =>
  new FieldPath(entity, [], entity.fields.get(name.toLowerCase())!);

function sortable(ctx: RequestContext, entity: Entity, item: SortItem, faults: Faults): FieldPath | undefined {
  const path = resolveNamed(ctx, entity, item, faults);
  if (!path) return undefined;
  const at = item.path;
  const { family } = valueTypeOf(path.field);
  if (family !== 'json' && family !== 'set') return path;
  faults.add('Validation', `${path.name} is ${path.field.type}, which has no order.`, {
    fieldName: path.name,
    path: at,
  });
  return undefined;
}

/** Describes an order; equal for equal orders. */
export const sortShape = (sort: readonly SortKey[]): string =>
  sort.map(({ path, descending }) => (descending ? `${path.name}-` : path.name)).join();

/** Tells whether this key can be null. */
export const isNullable = ({ path: { steps, field } }: SortKey): boolean => steps.length > 0 || !field.required;
