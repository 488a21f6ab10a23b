import type { Logic } from './filter-logic.js';
import type { Filter, WhereClause } from './where-clause.js';

/** What comes in a filter's place; `undefined` takes it out of the logic. */
export type FilterRewrite = (filter: Filter) => Filter | undefined;

/**
 * The clause with every filter changed, those of ExistsIn's clauses too. AND and OR around a filter that goes keep their
 * other operands, NOT of nothing goes with it, and an empty logic is true (contract §14.5).
 * @returns `undefined` when no filter is left, which matches every row.
 */
export function rewriteFilters(where: WhereClause | undefined, change: FilterRewrite): WhereClause | undefined {
  if (!where) return undefined;
  const filters: Filter[] = [];
  /** Position before → position now, both from 1. */
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

/** Both clauses must hold; an absent one asks for nothing. Faults of the whole are told at the second one's place. */
export function bothClauses(first: WhereClause | undefined, second: WhereClause | undefined): WhereClause | undefined {
  if (!first || !second) return first ?? second;
  const positions = new Map(second.filters.map((_, i) => [i + 1, first.filters.length + i + 1]));
  return {
    filters: [...first.filters, ...second.filters],
    logic: { kind: 'all', of: [first.logic, remaining(second.logic, positions)!] },
    path: second.path,
  };
}
