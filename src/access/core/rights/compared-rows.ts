import { type AccessTable, type EntityAccess, OPERATIONS, type RowGrant, SCOPES } from '#core/catalogue/scope.js';

interface Rights {
  readonly access: AccessTable;
}

/** Rights before and after a write, and those of the granter. */
interface Grant<Of> {
  readonly after: Of;
  readonly before: Of;
  readonly granter: Of;
}

/**
 * The scopes by which rights to rows are compared. Clauses cannot be compared with each other, so that a limited scope
 * counts as nothing that a user or granter has; of new rights it counts as the whole scope, unless the user had it before,
 * or the granter has the same.
 */
export function comparedRows<Of extends Rights>({ after, before, granter }: Grant<Of>): Grant<Of> {
  const known = new Set([
    ...grantsOf(before).map(({ clause }) => clause.id),
    // Own and Team cover other rows for another user.
    ...grantsOf(granter).flatMap(({ scope, clause }) => (scope === 'All' ? [clause.id] : [])),
  ]);
  return {
    after: withScopes(after, ({ clause }) => !known.has(clause.id)),
    before: withScopes(before, () => false),
    granter: withScopes(granter, () => false),
  };
}

const grantsOf = ({ access }: Rights): readonly RowGrant[] =>
  [...access.values()].flatMap(({ rows = {} }) => Object.values(rows).flatMap(({ grants }) => grants));

/** @param counts tells whether a limited scope counts as the whole one */
function withScopes<Of extends Rights>(rights: Of, counts: (grant: RowGrant) => boolean): Of {
  if (grantsOf(rights).length === 0) return rights;
  const scoped = (access: EntityAccess): EntityAccess => {
    const scopes = OPERATIONS.flatMap((operation) => {
      const limited = access.rows?.[operation];
      if (!limited) return [];
      const counted = [limited.open, ...limited.grants.filter(counts).map(({ scope }) => scope)];
      const widest = counted.toSorted((a, b) => SCOPES.indexOf(b) - SCOPES.indexOf(a))[0];
      return [[operation, widest] as const];
    });
    return { ...access, ...Object.fromEntries(scopes) };
  };
  return { ...rights, access: new Map([...rights.access].map(([name, access]) => [name, scoped(access)])) };
}
