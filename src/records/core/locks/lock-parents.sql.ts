import type { Entity, Relation } from '#core/catalogue/entity.js';
import { ownChanges, parentsOfChanged } from '#core/relations/own-changes.sql.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, systemRows } from '#core/relations/relation.js';
import { PURGE, APPROVAL_SOURCE } from '#core/changes/sources.js';
import { allOf, ident, list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { isLockable } from '#core/relations/approval-parents.js';

/** Sources of changes that locks do not stop: the service's own, and purges, which change nothing that is visible. */
const FREE_SOURCES = ['Rollup', APPROVAL_SOURCE, PURGE];

/** Most locked records that a refusal names. */
const MAX_LOCKED = 1_000;

/** A relation to a parent; `childIds` are the children, or those that this transaction has changed if absent. */
export interface ParentLink {
  readonly relation: Relation;
  readonly childIds?: Slot;
}

/**
 * Locks the parents of children in the order of their Ids. A transaction that starts an approval of one of them is over
 * by then, and a later one waits. Answers `id` and `isLocked` as an approval has left it.
 *
 * Aliases: `p` parents, `c` children, `k` change rows.
 * @param links to one parent entity
 */
export function compileLockApprovalParents(ctx: Definitions, links: readonly ParentLink[]): Sql {
  const parent = ctx.catalogue.entity(links[0].relation.parentEntity);
  const ids = links.map(({ relation, childIds }) =>
    childIds ? parentsOf(ctx, relation, childIds) : parentsOfChanged(ctx, relation, isStopped(ctx, relation)),
  );
  const isLocked = isLockable(parent) ? raw('p."ApprovalRequestId" IS NOT NULL') : raw('false');
  return sql`
    SELECT p."Id" AS id, ${isLocked} AS "isLocked"
    FROM ${relationSql({ ctx, rights: 'system' }, parent)} p
    WHERE p."Id" IN (${list(ids, ' UNION ')})
    ORDER BY p."Id"
    FOR NO KEY UPDATE OF p`;
}

function parentsOf(ctx: Definitions, { childEntity, childField }: Relation, ids: Slot): Sql {
  const children = systemRows(ctx, childEntity);
  return sql`SELECT c.${ident(childField)} FROM ${children} c WHERE c."Id" = ANY(${ids})`;
}

/** True for change rows `k` that locks stop. */
function isStopped(ctx: Definitions, { childEntity }: Relation): Sql {
  const child = ctx.catalogue.entity(childEntity);
  const sources = list(FREE_SOURCES.map(literal));
  return allOf([
    sql`COALESCE(k.source, '') NOT IN (${sources})`,
    ...followsOwner(ctx, child).map((is) => sql`NOT ${is}`),
  ]);
}

/** True for change rows `k` that only give a record the new owner of the target that it takes its owner from. */
function followsOwner(ctx: Definitions, child: Entity): readonly Sql[] {
  const source = child.ownerFrom;
  if (!source) return [];
  const reader = { ctx, rights: 'system' } as const;
  const target = ctx.catalogue.entity(source.target!);
  // `IS TRUE` below keeps it from being joined: it is read once for all change rows instead of once for each.
  const moved = sql`
    SELECT o.record_id
    FROM ${ownChanges(ctx, target.name)} o
    WHERE (o.old -> 'OwnerId') IS NOT NULL OR (o.old -> 'OwnerTeamId') IS NOT NULL`;
  return [
    sql`
      (
        k.operation = 'Update'
        AND NOT EXISTS (SELECT 1 FROM json_object_keys(k.old) n(name) WHERE n.name NOT IN ('OwnerId', 'OwnerTeamId'))
        AND EXISTS (
          SELECT 1
          FROM ${relationSql(reader, child)} c
          JOIN ${relationSql(reader, target)} s ON s."Id" = c.${ident(source.name)}
          WHERE c."Id" = k.record_id
            AND (c."OwnerId", c."OwnerTeamId") IS NOT DISTINCT FROM (s."OwnerId", s."OwnerTeamId")
            AND (s."Id" IN (${moved})) IS TRUE
        )
      )`,
  ];
}

/** Answers the `id` of each of these records that an approval locks; null where the caller may not read it. */
export function compileLockedRecords(ctx: RequestContext, entity: Entity, ids: Slot): Sql {
  const readable = sql`SELECT 1 FROM ${relationSql({ ctx, rights: 'caller' }, entity)} v WHERE v."Id" = l."Id"`;
  return sql`
    SELECT CASE WHEN EXISTS (${readable}) THEN l."Id" END AS id
    FROM ${relationSql({ ctx, rights: 'system' }, entity)} l
    WHERE l."Id" = ANY(${ids}) AND l."ApprovalRequestId" IS NOT NULL
    ORDER BY id
    LIMIT ${raw(String(MAX_LOCKED))}`;
}
