import { withoutUnknownOwners } from '#core/checks/owner-faults.js';
import type { Field } from '#core/catalogue/field.js';
import type { Fault } from '#core/errors.js';
import type { DraftRow } from '#records/core/drafts/draft.js';
import { checkFaultsOf, pathOf } from './insert-faults.js';
import { clashKeys } from '#core/catalogue/entity.js';
import type { InsertPlan } from './insert-plan.js';

/** Findings of a search for rejected rows: failed checks, and rows that share a unique value. */
export interface RejectedRows {
  /** JSON `[[check, row], …]`. */
  readonly faults: string | null;
  /** JSON `[[key, row, first row of the same value], …]` in the order of rows. */
  readonly repeats: string | null;
}

type Repeat = readonly [key: number, ordinal: number, first: number];

/**
 * Rows of a plan of one group that cannot be stored, by ordinal. Of rows that share a unique value, the first without
 * another fault keeps it and the later ones clash.
 */
export function rejectedRows(
  plan: InsertPlan,
  { faults, repeats }: RejectedRows,
): ReadonlyMap<number, readonly Fault[]> {
  const refused = new Map<number, Fault[]>();
  for (const [check, ordinal] of JSON.parse(faults ?? '[]') as [number, number][])
    for (const fault of checkFaultsOf(plan, check, ordinal)) listed(refused, ordinal).push(fault);
  const taken = new Set<string>();
  for (const [ordinal, repeated] of byRow(JSON.parse(repeats ?? '[]') as Repeat[])) {
    if (refused.has(ordinal)) continue;
    const clashes = repeated.filter((repeat) => taken.has(repeatedValue(repeat)));
    for (const [key] of clashes)
      listed(refused, ordinal).push(repeatFault(plan.rows[ordinal], clashKeys(plan.root)[key]));
    if (clashes.length === 0) for (const repeat of repeated) taken.add(repeatedValue(repeat));
  }
  return new Map([...refused].map(([ordinal, found]) => [ordinal, withoutUnknownOwners(found)]));
}

function listed<K, T>(map: Map<K, T[]>, key: K): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function byRow(repeats: readonly Repeat[]): ReadonlyMap<number, readonly Repeat[]> {
  const rows = new Map<number, Repeat[]>();
  for (const repeat of repeats) listed(rows, repeat[1]).push(repeat);
  return rows;
}

/** Names a value that several rows have. */
const repeatedValue = ([key, , first]: Repeat): string => `${key} ${first}`;

function repeatFault(row: DraftRow, key: readonly Field[]): Fault {
  const names = key.map(({ name }) => name);
  const message = `A row above already has this value of ${names.join(' + ')}.`;
  return { code: 'Conflict', message, fieldName: names[0], path: pathOf(row, names[0]) };
}
