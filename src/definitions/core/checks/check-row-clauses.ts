import type { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import { CLAUSE_OF } from '#core/catalogue/scope.js';
import type { RequestContext } from '#core/context/context.js';
import { readClause } from '#core/checks/defined-criterion.js';
import type { Filter, WhereClause } from '#core/requests/where-clause.js';
import { clauseFaults, type MemberFaults } from './member-faults.js';

/** Most filters of a clause, those of its sub-queries included. */
const MOST_FILTERS = 20;
/** Most lookups that a dotted name of a clause follows. */
const MOST_LOOKUPS = 3;
/** Deepest nesting of ExistsIn in a clause. */
const DEEPEST = 2;

/** Finds faults in the clauses that limit the rows of a role (docs/interface/access.md#row-conditions). */
export function* rowClauseFaults(ctx: RequestContext, entity: Entity, access: Definition): MemberFaults {
  for (const member of Object.values(CLAUSE_OF)) {
    const json = access.value(member);
    if (json === undefined) continue;
    yield* clauseFaults(ctx, entity, json, member);
    const where = readClause(json, member);
    const filters = where ? filtersOf(where) : [];
    if (filters.length > MOST_FILTERS)
      yield {
        fieldName: member,
        message: `${member} has at most ${MOST_FILTERS} filters, with those of its sub-queries.`,
      };
    for (const [{ fieldName, source, value, path }, depth] of filters) {
      const names = source === 'Field' && typeof value === 'string' ? [fieldName, value] : [fieldName];
      if (names.some((name) => name.split('.').length > MOST_LOOKUPS + 1))
        yield {
          fieldName: member,
          path,
          message: `${path}: a field of ${member} follows at most ${MOST_LOOKUPS} lookups.`,
        };
      if (depth > DEEPEST)
        yield { fieldName: member, path, message: `${path}: ExistsIn in ${member} is nested at most ${DEEPEST} deep.` };
    }
  }
}

/** Filters of a clause and its sub-queries, each with the number of ExistsIn that it stands in or is. */
const filtersOf = ({ filters }: WhereClause, depth = 0): readonly (readonly [Filter, number])[] =>
  filters.flatMap((filter) => {
    const own = filter.rows ? depth + 1 : depth;
    return [[filter, own] as const, ...(filter.rows?.where ? filtersOf(filter.rows.where, own) : [])];
  });
