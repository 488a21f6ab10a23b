import type { Masked, RollupSource } from './masked-fields.js';
import type { TableShape } from './table-shape.js';

/** SQL of the values of columns, by table and column. */
export type MaskSql = Map<string, Map<string, string>>;

/** Notes the SQL of a column. */
export const setMask = (masks: MaskSql, { table, column }: Pick<Masked, 'table' | 'column'>, value: string): void =>
  void masks.set(table, (masks.get(table) ?? new Map<string, string>()).set(column.name, value));

/**
 * Adds the rollups that have values of masked fields: they have the default of an empty one, until a child is written.
 * @returns masked columns and all that is computed from them, by table
 */
export function addDerived(
  masks: MaskSql,
  tables: readonly TableShape[],
  rollups: readonly RollupSource[],
): Map<string, Set<string>> {
  const hidden = new Map([...masks].map(([table, columns]) => [table, new Set(columns.keys())] as const));
  const isHidden = (table: string, name: string): boolean =>
    [...(hidden.get(table) ?? [])].some((column) => column.toLowerCase() === name.toLowerCase());
  const hide = (table: string, name: string): boolean =>
    !isHidden(table, name) && hidden.set(table, (hidden.get(table) ?? new Set<string>()).add(name)).size > 0;
  const follow = (table: TableShape): boolean => {
    const computed = table.columns.filter(
      ({ generated, value }) => generated && [...(hidden.get(table.name) ?? [])].some((name) => value!.includes(name)),
    );
    const summed = rollups.filter(
      ({ entity, child, aggregated }) => entity === table.name && isHidden(child, aggregated),
    );
    for (const { field } of summed) {
      const column = table.columns.find(({ name }) => name === field);
      if (column && !masks.get(table.name)?.has(field))
        setMask(masks, { table: table.name, column }, column.value ?? 'NULL');
    }
    return [...computed.map(({ name }) => name), ...summed.map(({ field }) => field)].reduce(
      (isNew, name) => hide(table.name, name) || isNew,
      false,
    );
  };
  while (tables.map(follow).includes(true));
  return hidden;
}
