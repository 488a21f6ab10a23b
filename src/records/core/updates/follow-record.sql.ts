import { columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { CALL } from '#core/statements/args.js';
import { literal, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';
import { restampCtes } from './follow-owner.sql.js';

/** Records of the service about records of `entity`. */
export interface FollowingRecords {
  readonly entity: Entity;
  /** One of `Entity.recordsAbout`. */
  readonly about: Entity;
  /** Ids of the records of `entity`, as `uuid[]`. */
  readonly ids: Slot;
}

/**
 * Gives records of the service the owner and team of the records that they are about. Answers `faults` (always null) and
 * `refreshed`, their number, which has no limit of its own: that of the records has one. CTEs are those of
 * `follow-owner.sql.ts`; `s` is the record.
 */
export function compileFollowRecord(ctx: Definitions, { entity, about, ids }: FollowingRecords): Sql {
  const reader = { ctx, rights: 'system' } as const;
  const matched = sql`
    SELECT ${columnsOf(about, 't')}, s."OwnerId" AS new_owner, s."OwnerTeamId" AS new_team
    FROM ${relationSql(reader, entity)} s
    JOIN ${relationSql(reader, about)} t ON t."RecordId" = s."RecordInformationId"
    WHERE s."Id" = ANY(${ids})
      AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."OwnerId", s."OwnerTeamId")
    ORDER BY t."Id"
    FOR NO KEY UPDATE OF t`;
  return sql`
    WITH ${restampCtes(ctx, about, matched)}
    SELECT NULL::text AS faults, count(*)::int AS refreshed FROM m`;
}

/** Follows records to their owners and teams. The Ids are those of the records of the entity. */
export const followRecords = statement(
  'followRecords',
  { ids: 'uuid[]' },
  (ctx, { ids }, entity: Entity, about: Entity) => compileFollowRecord(ctx, { entity, about, ids }),
);

/** Answers the `id` of each record to which the transaction has given another owner or team. The writes hold their locks. */
export function compileGivenRecords(ctx: Definitions, { name }: Entity): Sql {
  const environmentId = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return sql`
    SELECT DISTINCT k.record_id AS id
    FROM platform.change k
    WHERE k.xid = pg_current_xact_id()
      AND k.environment_id = ${environmentId}
      AND k.entity = ${literal(name)}
      AND k.operation = 'Update'
      AND k.occurred_at >= ${CALL.at} - interval '1 day'
      AND (k.owner_before, k.team_before) IS DISTINCT FROM (k.owner_after, k.team_after)`;
}
