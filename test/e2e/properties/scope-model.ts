import type { RandomEnvironment, OwnedRow } from './random-environment.js';
import { covers, scopeOf, type Operation, type User } from './organisation.js';

/** How a write addresses rows: by identity, where hidden rows are refused, or by another field, where they do not match. */
export type Address = 'Id' | 'Mark';

/** Expected result of a write: refused by a code, or the ids it changes. */
export type Verdict = { readonly refused: 'ScopeNone' | 'OutOfScope' } | { readonly changed: readonly string[] };

/** True when a user may perform the operation on a row. */
export const may = (
  { organisation }: RandomEnvironment,
  user: User,
  operation: Operation,
  entity: string,
  row: OwnedRow,
): boolean => covers(organisation, user, scopeOf(organisation, user, entity, operation), row);

/** The rows of an entity a user reads. */
export const readableIds = (env: RandomEnvironment, user: User, entity: string): readonly string[] =>
  (env.rows[entity] as readonly OwnedRow[]).filter((row) => may(env, user, 'Read', entity, row)).map(({ Id }) => Id);

/**
 * Judges a write by docs/interface/records.md#scope-of-writes: readable rows that may not be written refuse the whole
 * write, as do hidden rows addressed by identity; other hidden rows do not match.
 * @param rows the live rows that the where-clause describes.
 */
export function judge(
  env: RandomEnvironment,
  user: User,
  write: { readonly operation: 'Update' | 'Delete'; readonly entity: string; readonly address: Address },
  rows: readonly OwnedRow[],
): Verdict {
  const { operation, entity, address } = write;
  if (scopeOf(env.organisation, user, entity, operation) === 'None') return { refused: 'ScopeNone' };
  const read = rows.filter((row) => may(env, user, 'Read', entity, row));
  if (address === 'Id' && read.length < rows.length) return { refused: 'OutOfScope' };
  if (!read.every((row) => may(env, user, operation, entity, row))) return { refused: 'OutOfScope' };
  return { changed: read.map(({ Id }) => Id) };
}
