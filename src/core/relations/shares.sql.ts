import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Operation } from '#core/catalogue/scope.js';
import { hasShares, RECORD_SHARE } from '#core/catalogue/share-entities.js';
import type { Definitions, Principal } from '#core/context/context.js';
import { coversAll, scopeOf } from '#core/rights/access.js';
import { ident, list, literal, raw, type Slot, sql, type Sql } from '#core/sql/sql.js';
import { CALL } from '#core/statements/args.js';
import { findParents } from './approval-parents.js';

/** Right that a share gives: a column of it. */
export type SharedRight = 'Read' | 'Update';

/** Rights that shares give, by the operations that need them. */
export const SHARED_RIGHTS: Readonly<Partial<Record<Operation, SharedRight>>> = { read: 'Read', update: 'Update' };

/** Renders the live rows of an entity, without alias. */
type RowsOf = (entity: Entity) => Sql;

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

/** Receiver of shares: a user, any of the teams, or any of the roles. */
export interface ShareReceiver {
  readonly userId: Sql | Slot;
  readonly teamIds: Sql | Slot;
  readonly roleIds: Sql | Slot;
}

/** Ids of the caller's teams or roles. */
const idsOf = (name: 'teams' | 'roles'): Sql =>
  sql`ARRAY(SELECT v::uuid FROM jsonb_array_elements_text(${CALL.clauses} -> ${literal(name)}) v)`;

const CALLER: ShareReceiver = { userId: CALL.userId, teamIds: idsOf('teams'), roleIds: idsOf('roles') };

/** Condition on a share with this alias: it gives the right now. */
const isOpen = (right: SharedRight, alias: Sql): Sql =>
  sql`${alias}.${ident(right)} AND (${alias}."Until" IS NULL OR ${alias}."Until" > ${CALL.at})`;

/** Condition on a share with this alias: it is for the receiver. */
export const isFor = (alias: Sql, { userId, teamIds, roleIds } = CALLER): Sql => sql`
  (${alias}."UserId" = ${userId} OR ${alias}."TeamId" = ANY(${teamIds}) OR ${alias}."RoleId" = ANY(${roleIds}))`;

/** Tells whether records of an entity can be shared, themselves or with one that they belong to. */
export function takesShares(catalogue: Catalogue, entity: Entity): boolean {
  return isShared(entity) || sharingOf(catalogue).parents.has(entity.name);
}

/** Tells whether shares widen what a user reads of an entity: their scope covers some records, and not all. */
export const widensReads = (caller: Definitions & { readonly principal: Principal }, entity: Entity): boolean =>
  !coversAll(caller, entity, 'read') &&
  scopeOf(caller, entity, 'read') !== 'None' &&
  takesShares(caller.catalogue, entity);

/** Relations by which records of an entity have the shares of their parents. */
export const sharingParents = (catalogue: Catalogue, { name }: Entity): readonly Relation[] =>
  sharingOf(catalogue).parents.get(name) ?? [];

/**
 * Renders the conditions under which a row is shared with the caller, itself or a record that it belongs to by a relation
 * that inherits access. None for other entities, whose statements stay as they are.
 * @param to receiver of the shares; absent: the caller
 */
export function sharedSql(
  { catalogue }: Definitions,
  entity: Entity,
  row: Sql,
  { right, rowsOf, to = CALLER }: { readonly right: SharedRight; readonly rowsOf: RowsOf; readonly to?: ShareReceiver },
): readonly Sql[] {
  if (!sharingOf(catalogue).isUsed) return [];
  const shares = rowsOf(catalogue.entity(RECORD_SHARE));
  const shared = sql`SELECT s."RecordId" FROM ${shares} s WHERE ${isOpen(right, raw('s'))} AND ${isFor(raw('s'), to)}`;
  const conditionsOf = (of: Entity, alias: Sql, path: readonly Entity[]): readonly Sql[] => {
    const own = sql`${alias}."RecordInformationId" = ANY(ARRAY(${shared}))`;
    const inherited = sharingParents(catalogue, of).flatMap(({ parentEntity, childField }) => {
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

/**
 * Renders the shares that give a right to a row now, its own and those of the records that it belongs to, with their givers
 * and receivers. Starts at the row, where `sharedSql` starts at the shares of one receiver.
 */
export function sharesOfRow(
  { catalogue }: Definitions,
  entity: Entity,
  row: Sql,
  { right, rowsOf }: { readonly right: SharedRight; readonly rowsOf: RowsOf },
): Sql {
  const shares = rowsOf(catalogue.entity(RECORD_SHARE));
  const partsOf = (of: Entity, alias: Sql, path: readonly Entity[]): readonly Sql[] => {
    const own = sql`
      SELECT s."OwnerId", s."UserId", s."TeamId", s."RoleId"
      FROM ${shares} s
      WHERE s."RecordId" = ${alias}."RecordInformationId" AND ${isOpen(right, raw('s'))}`;
    const inherited = sharingParents(catalogue, of).flatMap(({ parentEntity, childField }) => {
      const parent = catalogue.entity(parentEntity);
      const p = raw(`p${path.length}`);
      const parts = path.includes(parent) ? [] : partsOf(parent, p, [...path, parent]);
      if (parts.length === 0) return [];
      return [
        sql`
          SELECT i.*
          FROM ${rowsOf(parent)} ${p}
          CROSS JOIN LATERAL (${list(parts, ' UNION ALL ')}) i
          WHERE ${p}."Id" = ${alias}.${ident(childField)}`,
      ];
    });
    return [...(of.allowShares ? [own] : []), ...inherited];
  };
  return list(partsOf(entity, row, [entity]), ' UNION ALL ');
}
