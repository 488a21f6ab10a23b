import type { Entity } from '#core/catalogue/entity.js';
import type { IndexKey } from '#core/catalogue/declared-index.js';
import type { ProposedField } from './propose-index.js';

/** An index of an entity: its fields in order; a field that descends ends with `-`. */
type KnownIndex = readonly string[];

/** Lists the indexes of an entity that serve filters and orders, but for those of its identity. */
export function servingIndexes(entity: Entity): readonly KnownIndex[] {
  const lookups = [...entity.fields.values()].filter(({ target, isSystem }) => target && !isSystem);
  return [
    ...entity.uniqueKeys.map((key) => key.map(({ name }) => name)),
    ...lookups.map(({ name }) => [name, 'OwnerId']),
    ['CreatedOn'],
    ...entity.indexes.filter(({ where }) => !where).map(({ keys }) => keys.map(keyOf)),
  ];
}

const keyOf = ({ field, descending }: IndexKey): string => `${field.name}${descending ? '-' : ''}`;
const reversed = (key: string): string => (key.endsWith('-') ? key.slice(0, -1) : `${key}-`);

/** Tells whether an index of the entity serves what the proposed one would: rows that are equal, then the order. */
export function isCovered(entity: Entity, proposed: readonly ProposedField[]): boolean {
  const equal = proposed.filter(({ isEqual }) => isEqual).map(({ field }) => field.name);
  const rest = proposed.filter(({ isEqual }) => !isEqual).map(keyOf);
  return servingIndexes(entity).some((keys) => {
    const first = keys.slice(0, equal.length).map((key) => key.replace(/-$/, ''));
    const next = keys.slice(equal.length, proposed.length);
    return isSameSet(first, equal) && (isSame(next, rest) || isSame(next, rest.map(reversed)));
  });
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i]);

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));
