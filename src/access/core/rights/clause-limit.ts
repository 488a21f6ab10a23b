import type { Catalogue } from '#core/catalogue/catalogue.js';
import { OPERATIONS } from '#core/catalogue/scope.js';
import type { Fault } from '#core/errors.js';
import { effectiveAccess } from '#core/rights/access.js';
import type { RightsHolder } from './rights.js';

/** Most clauses that are united for a user, an entity and an operation: each is a part of the user's statements. */
const MOST_CLAUSES = 16;

/** Tells whether the roles of an environment have more clauses on an entity than a user may have. */
export const mayExceedClauses = ({ access }: Catalogue): boolean => {
  const counts = new Map<string, number>();
  for (const table of access.values())
    for (const [name, { rows }] of table) if (rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()].some((count) => count > MOST_CLAUSES);
};

/** Finds users whose roles unite too many clauses. */
export const clauseLimitFaults = (catalogue: Catalogue, users: Iterable<RightsHolder>): readonly Fault[] =>
  [...users].flatMap(({ id, name, roleIds }) =>
    [...effectiveAccess(catalogue, roleIds)].flatMap(([EntityName, { rows }]): readonly Fault[] => {
      const count = Math.max(0, ...OPERATIONS.map((operation) => rows?.[operation]?.grants.length ?? 0));
      if (count <= MOST_CLAUSES) return [];
      const message = `The roles of ${name} would unite ${count} clauses on ${EntityName}; at most ${MOST_CLAUSES} are allowed.`;
      return [{ code: 'Validation', message, fieldName: 'RoleId', recordId: id, params: { EntityName } }];
    }),
  );
