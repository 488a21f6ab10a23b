import type { Lab, OwnedRow } from './lab.js';
import { covers, scopeOf, type Operation, type User } from './organisation.js';

/** How a write addresses rows: by identity, where hidden rows are refused, or by another field, where they do not match. */
export type Address = 'Id' | 'Mark';

/** What a write must answer: refused by a code, or the ids it changes. */
export type Verdict = { readonly refused: 'ScopeNone' | 'OutOfScope' } | { readonly changed: readonly string[] };

/** Whether a user may do that with a row. */
export const may = ({ organisation }: Lab, user: User, operation: Operation, entity: string, row: OwnedRow): boolean =>
  covers(organisation, user, scopeOf(organisation, user, entity, operation), row);

/** The rows of an entity a user reads. */
export const readableIds = (lab: Lab, user: User, entity: string): readonly string[] =>
  (lab.rows[entity] as readonly OwnedRow[]).filter((row) => may(lab, user, 'Read', entity, row)).map(({ Id }) => Id);

/**
 * Contract §4, scope on writes: rows the caller reads but may not write refuse the whole write, as do rows he does not
 * read but names by identity; other rows he does not read do not match.
 * @param rows the live rows that the where-clause describes.
 */
export function judge(
  lab: Lab,
  user: User,
  write: { readonly operation: 'Update' | 'Delete'; readonly entity: string; readonly address: Address },
  rows: readonly OwnedRow[],
): Verdict {
  const { operation, entity, address } = write;
  if (scopeOf(lab.organisation, user, entity, operation) === 'None') return { refused: 'ScopeNone' };
  const read = rows.filter((row) => may(lab, user, 'Read', entity, row));
  if (address === 'Id' && read.length < rows.length) return { refused: 'OutOfScope' };
  if (!read.every((row) => may(lab, user, operation, entity, row))) return { refused: 'OutOfScope' };
  return { changed: read.map(({ Id }) => Id) };
}
