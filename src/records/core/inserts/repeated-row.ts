import type { Fault } from '#core/errors.js';
import type { Draft, DraftRow } from '#records/core/drafts/draft.js';
import { pathOf } from './insert-faults.js';

/** Text that the equal values of fields share; none where one is null, as far as the request gives them. */
function valuesOf(row: DraftRow, names: readonly string[]): string | undefined {
  const values = names.map((name) => {
    const value = row.values.get(name) ?? row.matches.get(name)?.value ?? null;
    const foldsCase = row.entity.fields.get(name.toLowerCase())?.caseInsensitive === true;
    return foldsCase && typeof value === 'string' ? value.toLowerCase() : value;
  });
  return values.includes(null) ? undefined : JSON.stringify(values);
}

/**
 * Places a clash at the first of the new records of one write that has the values of an earlier one; unchanged where the
 * values do not follow from the request.
 * @param table of the violated constraint @param names fields of the unique rule
 */
export function atRepeatedRow({ groups }: Draft, clash: Fault, table: string, names: readonly string[]): Fault {
  const seen = new Set<string>();
  for (const row of groups.flatMap(({ entity, rows }) => (entity.name === table ? rows : []))) {
    const values = valuesOf(row, names);
    if (values === undefined) continue;
    if (seen.has(values))
      return {
        ...clash,
        path: pathOf(
          row,
          names.find((name) => row.paths.has(name)),
        ),
      };
    seen.add(values);
  }
  return clash;
}
