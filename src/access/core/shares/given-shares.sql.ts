import type { Entity } from '#core/catalogue/entity.js';
import { RECORD_SHARE } from '#core/catalogue/share-entities.js';
import type { RequestContext } from '#core/context/context.js';
import { ownChanges } from '#core/relations/own-changes.sql.js';
import { accessKey, relationSql, systemRows } from '#core/relations/relation.js';
import { rowsKey, rowsSql } from '#core/rights/access.js';
import { unmetSql } from '#core/rights/limiting-roles.js';
import { list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/** A share that the transaction has written. */
export interface GivenShare {
  readonly id: string;
  /** Number of those to whom it is given: user, team, role. */
  readonly receivers: number;
  readonly read: boolean;
  /** False where there is no such role. */
  readonly known: boolean;
  /** Entity of the record; null where none that allows shares has a record that the caller reads. */
  readonly entity: string | null;
  /** The caller may update the record by their own rights. */
  readonly writable: boolean | null;
  /** The caller's scope covers it, but no clause that limits the scope does. */
  readonly isUnmet: boolean | null;
}

const sharedEntities = ({ catalogue }: RequestContext): readonly Entity[] =>
  [...catalogue.entities.values()].filter(({ allowShares }) => allowShares);

/** Key of `compileGivenShares`. */
export const givenSharesKey = (ctx: RequestContext): string => {
  const rows = sharedEntities(ctx).map((entity) => rowsKey(ctx, entity, 'update'));
  return `givenShares ${rows.join()} ${accessKey({ ctx, rights: 'caller' })}`;
};

/** Answers the shares that the transaction has given or changed. What is shared with the caller gives no right to share it. */
export function compileGivenShares(ctx: RequestContext): Sql {
  const records = sharedEntities(ctx).map(
    (entity) => sql`
      SELECT ${literal(entity.name)} AS entity, (${rowsSql(ctx, entity, 'update', raw('m'))}) IS TRUE AS writable,
        ${unmetSql(ctx, entity, 'update', raw('m'))} AS "isUnmet"
      FROM ${relationSql({ ctx, rights: 'caller', isUnmasked: true }, entity)} m
      WHERE m."RecordInformationId" = q."RecordId"`,
  );
  const none = raw('SELECT NULL::text AS entity, NULL::boolean AS writable, false AS "isUnmet" WHERE false');
  return sql`
    SELECT q."Id" AS id, num_nonnulls(q."UserId", q."TeamId", q."RoleId") AS receivers, q."Read" AS read,
      q."RoleId" IS NULL OR EXISTS (SELECT 1 FROM ${systemRows(ctx, 'Role')} o WHERE o."Id" = q."RoleId") AS known,
      f.entity, f.writable, f."isUnmet"
    FROM ${systemRows(ctx, RECORD_SHARE)} q
    LEFT JOIN LATERAL (${list(records.length > 0 ? records : [none], ' UNION ALL ')}) f ON true
    WHERE q."Id" IN (SELECT k.record_id FROM ${ownChanges(ctx, RECORD_SHARE)} k WHERE k.operation <> 'Delete')
    ORDER BY q."Id"`;
}
