import type { DeclaredIndex } from '#core/catalogue/declared-index.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { SortKey } from './select-plan.js';

/** Direction in which an index is read. */
export type Walk = 'forward' | 'backward';

/**
 * Finds how an index has the rows of the entity, or of one owner or team, in this order. Fields before the sorted
 * ones may be in it, too: with a filter that gives them one value, the rest is in order.
 * @returns undefined if no index has
 */
export function servedBy(entity: Entity, sort: readonly SortKey[]): Walk | undefined {
  if (entity.view || sort.some(({ path }) => path.steps.length > 0)) return undefined;
  const keys = sort.filter(({ path }) => path.name !== 'Id');
  // Whatever the keys, `Id` ends an index as it ends an order: in the direction of the key before it.
  const isEnded = sort.at(-1)!.descending === (keys.at(-1) ?? sort[0]).descending;
  if (!isEnded) return undefined;
  if (isCreation(entity, keys)) return keys[0].descending ? 'backward' : 'forward';
  for (const index of entity.indexes) {
    const walk = walkOf(index, keys);
    if (walk) return walk;
  }
  return undefined;
}

/** The order of creation, which every table of records has an index for. */
const isCreation = ({ kind }: Entity, keys: readonly SortKey[]): boolean =>
  kind === 'business' && keys.length === 1 && keys[0].path.name === 'CreatedOn';

/** The keys must be the last ones of the index, all in its direction or all in the other. */
function walkOf(index: DeclaredIndex, sort: readonly SortKey[]): Walk | undefined {
  const keys = index.keys.slice(-sort.length);
  if (sort.length === 0 || keys.length < sort.length) return undefined;
  const isReverse = keys[0].descending !== sort[0].descending;
  const has = keys.every(
    ({ field, descending }, i) => field.name === sort[i].path.name && (descending !== sort[i].descending) === isReverse,
  );
  if (!has) return undefined;
  return isReverse ? 'backward' : 'forward';
}
