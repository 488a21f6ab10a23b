import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { AccessTable, RowClause } from '#core/catalogue/scope.js';
import { hasShares } from '#core/catalogue/share-entities.js';
import type { Definitions, Principal, RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { raw, type Sql } from '#core/sql/sql.js';

/** Where-clause of a role, resolved for one caller. */
export interface CallerClause {
  /** Clauses with the same key have the same text. */
  readonly key: string;
  /** Values that its text refers to by their positions; lists as arrays. */
  readonly values: readonly JsonValue[];
  /** True where a value follows from the time of the call. */
  readonly isTimed: boolean;
  readonly bound: BoundClause;
  /**
   * Renders the condition on a row with the given alias. It reads other records with the rights of the service.
   * @param added rows that the same statement stores, by entity name
   */
  on(row: Sql, added?: ReadonlyMap<string, Sql>): Sql;
}

/** Clause with its values, as changes are judged by it. */
export interface BoundClause {
  /** Clauses of the same shape have the same text. */
  readonly shape: string;
  /** Values of the slots of its text behind those of `CALL`. */
  readonly values: readonly unknown[];
  /** Kinds of changes (core/changes) of other records, which decide, too; absent: none. */
  readonly reads?: ReadonlySet<string>;
  /** Renders rows that belong to the row with this alias, any of which, as `BESIDE`, may meet the condition; absent: none. */
  beside?(ctx: Definitions, alias: string): Sql;
  /** Renders the condition on a row with this alias. */
  on(ctx: Definitions, alias: string): Sql;
}

/** Alias of the rows that belong to a row under judgement. */
export const BESIDE = raw('b');

/** Equal for equal clauses with equal values. */
export const boundKey = ({ shape, values }: BoundClause): string => `${shape} ${JSON.stringify(values)}`;

/** A clause as the catalogue builds it. */
export interface ResolvableClause extends RowClause {
  of(call: RequestContext): CallerClause;
}

/**
 * Resolves a clause of one of the caller's roles. The access of a role has it as data alone: reading of where-clauses is
 * built upon rights.
 */
export const callerClause = (ctx: RequestContext, clause: RowClause): CallerClause =>
  (clause as ResolvableClause).of(ctx);

const clausesOf = new WeakMap<AccessTable, readonly RowClause[]>();
const knownValues = new WeakMap<Principal, { readonly catalogue: Catalogue; readonly json: string | null }>();

/** Lists the clauses that limit the rows of a caller. */
function limitingClauses({ access }: Principal): readonly RowClause[] {
  let known = clausesOf.get(access);
  if (known === undefined) {
    known = [...access.values()].flatMap(({ rows = {} }) =>
      Object.values(rows).flatMap(({ grants }) => grants.map(({ clause }) => clause)),
    );
    clausesOf.set(access, known);
  }
  return known;
}

/** JSON of `CALL.clauses`; null where no statement of the caller has a use for it. */
export function clauseValues(ctx: RequestContext): string | null {
  const { principal, catalogue } = ctx;
  if (principal.isAdministrator) return null;
  const known = knownValues.get(principal);
  if (known?.catalogue === catalogue) return known.json;
  const resolved = limitingClauses(principal).map((clause) => [clause.id, callerClause(ctx, clause)] as const);
  const isShared = hasShares(catalogue);
  const groups = isShared ? { teams: principal.teamIds, roles: principal.roleIds } : {};
  const values = Object.fromEntries(resolved.map(([id, clause]) => [id, clause.values]));
  const json = isShared || resolved.length > 0 ? JSON.stringify({ ...values, ...groups }) : null;
  if (!resolved.some(([, { isTimed }]) => isTimed)) knownValues.set(principal, { catalogue, json });
  return json;
}
