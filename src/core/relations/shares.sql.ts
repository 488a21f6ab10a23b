import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import { hasShares, RECORD_SHARE } from '#core/catalogue/share-entities.js';
import type { Definitions } from '#core/context/context.js';
import { ident, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { CALL } from '#core/statements/args.js';
import { findParents } from './approval-parents.js';

/** Right that a share gives: a column of it. */
export type SharedRight = 'Read' | 'Update';

interface Sharing {
  readonly isUsed: boolean;
  /** Relations whose children have the shares of their parents, by child entity. */
  readonly parents: ReadonlyMap<string, readonly Relation[]>;
}

const sharings = new WeakMap<Catalogue, Sharing>();

const isShared = ({ allowShares }: Entity): boolean => allowShares === true;

function sharingOf(catalogue: Catalogue): Sharing {
  const known = sharings.get(catalogue);
  if (known) return known;
  const sharing = {
    isUsed: hasShares(catalogue),
    parents: findParents(catalogue, isShared, ({ inheritsAccess }) => inheritsAccess === true),
  };
  sharings.set(catalogue, sharing);
  return sharing;
}

/** One of the ids of the caller's teams or roles. */
const among = (name: 'teams' | 'roles'): Sql =>
  sql`ANY(ARRAY(SELECT v::uuid FROM jsonb_array_elements_text(${CALL.clauses} -> ${literal(name)}) v))`;

/** Condition on a share `s`: it gives the caller the right now. */
export function isGiven(right: SharedRight): Sql {
  return sql`
    s.${ident(right)} AND (s."Until" IS NULL OR s."Until" > ${CALL.at})
    AND (s."UserId" = ${CALL.userId} OR s."TeamId" = ${among('teams')} OR s."RoleId" = ${among('roles')})`;
}

/**
 * Renders the conditions under which a row is shared with the caller, itself or a record that it belongs to by a relation
 * that inherits access. None for other entities, whose statements stay as they are.
 * @param rowsOf renders the live rows of an entity, without alias
 */
export function sharedSql(
  { catalogue }: Definitions,
  entity: Entity,
  row: Sql,
  { right, rowsOf }: { readonly right: SharedRight; readonly rowsOf: (entity: Entity) => Sql },
): readonly Sql[] {
  const { isUsed, parents } = sharingOf(catalogue);
  if (!isUsed) return [];
  const shares = rowsOf(catalogue.entity(RECORD_SHARE));
  const conditionsOf = (of: Entity, alias: Sql, path: readonly Entity[]): readonly Sql[] => {
    const own = sql`
      ${alias}."RecordInformationId" = ANY(ARRAY(SELECT s."RecordId" FROM ${shares} s WHERE ${isGiven(right)}))`;
    const inherited = (parents.get(of.name) ?? []).flatMap(({ parentEntity, childField }) => {
      const parent = catalogue.entity(parentEntity);
      if (path.includes(parent)) return [];
      return conditionsOf(parent, raw('p'), [...path, parent]).map(
        (met) => sql`${alias}.${ident(childField)} = ANY(ARRAY(SELECT p."Id" FROM ${rowsOf(parent)} p WHERE ${met}))`,
      );
    });
    return [...(of.allowShares ? [own] : []), ...inherited];
  };
  return conditionsOf(entity, row, [entity]);
}
