import type { Logic } from './filter-logic.js';
import type { Filter, WhereClause } from './where-clause.js';

/** Replaces a filter; `undefined` removes it from the logic. */
export type FilterRewrite = (filter: Filter) => Filter | undefined;

/**
 * Rewrites every filter of a clause, those of ExistsIn's clauses too. If a filter is removed, AND and OR keep their
 * other operands, and a NOT around it is removed too (docs/interface/queries.md#query-parameters).
 * @returns `undefined` if no filter is left, which matches every row.
 */
export function rewriteFilters(where: WhereClause | undefined, change: FilterRewrite): WhereClause | undefined {
  if (!where) return undefined;
  const filters: Filter[] = [];
  /** Old position → new position, both from 1. */
  const moved = new Map<number, number>();
  for (const [i, filter] of where.filters.entries()) {
    const changed = change(withinChanged(filter, change));
    if (changed) moved.set(i + 1, filters.push(changed));
  }
  const logic = remaining(where.logic, moved);
  return logic && { ...where, filters, logic };
}

function withinChanged(filter: Filter, change: FilterRewrite): Filter {
  if (!filter.rows) return filter;
  const { where, ...rows } = filter.rows;
  const within = rewriteFilters(where, change);
  return { ...filter, rows: { ...rows, ...(within && { where: within }) } };
}

function remaining(logic: Logic, moved: ReadonlyMap<number, number>): Logic | undefined {
  if (logic.kind === 'filter') {
    const sequence = moved.get(logic.sequence);
    return sequence === undefined ? undefined : { ...logic, sequence };
  }
  if (logic.kind === 'not') {
    const of = remaining(logic.of, moved);
    return of && { kind: 'not', of };
  }
  const of = logic.of.map((part) => remaining(part, moved)).filter((part) => part !== undefined);
  return of.length > 1 ? { kind: logic.kind, of } : of[0];
}

/**
 * Joins two clauses by AND; an absent one matches every row. Faults of the result have the path of the second clause.
 */
export function bothClauses(first: WhereClause | undefined, second: WhereClause | undefined): WhereClause | undefined {
  if (!first || !second) return first ?? second;
  const positions = new Map(second.filters.map((_, i) => [i + 1, first.filters.length + i + 1]));
  return {
    filters: [...first.filters, ...second.filters],
    logic: { kind: 'all', of: [first.logic, remaining(second.logic, positions)!] },
    path: second.path,
  };
}
