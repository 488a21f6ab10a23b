import { changeSql } from '#core/changes/change.sql.js';
import { storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { ident, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import { ownChanges } from '#core/relations/own-changes.sql.js';
import { MAX_MATCHED } from '#records/core/matching/match-plan.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';

/** Fields of the target that hold the owner and the owner's team. */
interface Stamps {
  readonly owner: string;
  readonly team: string;
}

/** Owner fields of a record that others take their owner from (OwnerFrom), and of a user who is an owner. */
const OF_RECORD: Stamps = { owner: 'OwnerId', team: 'OwnerTeamId' };
const OF_USER: Stamps = { owner: 'Id', team: 'PrimaryTeamId' };

/** Records of `entity` that take their owner from the target of their `source` lookup. */
interface Followers {
  readonly entity: Entity;
  readonly source: Field;
  readonly target: Entity;
  readonly stamps: Stamps;
  /** Field that selects the records: the lookup, where targets have a new owner, or their own Id. */
  readonly by: Field;
  /** Values of that field, as `uuid[]`. */
  readonly ids: Slot;
}

/** Answers the Ids of users whose primary team this transaction has changed, found by its own change rows. */
export const movedUsers = statement(
  'movedUsers',
  {},
  (ctx): Answers<{ id: string }> => sql`
    SELECT k.record_id AS id
    FROM ${ownChanges(ctx, 'User')} k
    WHERE k.operation = 'Update' AND (k.old -> 'PrimaryTeamId') IS NOT NULL`,
);

/**
 * Sets owner and team of the records to those of their targets. Answers their Ids as JSON text, at most one more than
 * allowed. CTEs are those of `update-records.sql.ts`; `s` is the target.
 */
function compileFollowOwner(ctx: Definitions, { entity, source, target, stamps, by, ids }: Followers): Sql {
  const [owner, team] = [stamps.owner, stamps.team].map((name) => sql`s.${ident(name)}`);
  const reader = { ctx, rights: 'system' } as const;
  const matched = sql`
    SELECT ${columnsOf(entity, 't')}, ${owner} AS new_owner, ${team} AS new_team
    FROM ${relationSql(reader, entity)} t
    JOIN ${relationSql(reader, target)} s ON s."Id" = t.${ident(source.name)}
    WHERE t.${ident(by.name)} = ANY(${ids})
      AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (${owner}, ${team})
    ORDER BY t."Id"
    LIMIT ${raw(String(MAX_MATCHED + 1))}
    FOR UPDATE OF t`;
  return sql`WITH ${restampCtes(ctx, entity, matched)} SELECT json_agg(m."Id")::text AS ids FROM m`;
}

/** Records whose owner has a new one. Answers their Ids as JSON text. */
type Moved = Answers<{ ids: string | null }>;

/** Follows the targets of OwnerFrom. @param by name of the field of which the Ids are values: the lookup, or Id */
export const followTargets = statement(
  'followTargets',
  { ids: 'uuid[]' },
  (ctx, { ids }, entity: Entity, by: string): Moved => {
    const source = entity.ownerFrom!;
    const target = ctx.catalogue.entity(source.target!);
    return compileFollowOwner(ctx, {
      entity,
      target,
      source,
      stamps: OF_RECORD,
      by: entity.fields.get(by.toLowerCase())!,
      ids,
    });
  },
);

/** Follows owners to their new teams. The Ids are those of users. */
export const followTeams = statement('followTeams', { ids: 'uuid[]' }, (ctx, { ids }, entity: Entity): Moved => {
  const source = entity.fields.get('ownerid')!;
  return compileFollowOwner(ctx, {
    entity,
    target: ctx.catalogue.entity('User'),
    source,
    stamps: OF_USER,
    by: source,
    ids,
  });
});

/** CTEs `m`, `u`, `d` and `change`. @param matched locked records with `new_owner` and `new_team` */
export function restampCtes(ctx: Definitions, entity: Entity, matched: Sql): Sql {
  const fields = storedFields(entity).filter(({ name }) => name === 'OwnerId' || name === 'OwnerTeamId');
  return sql`
    m AS MATERIALIZED (${matched}),
    u AS (
      UPDATE ${targetSql(ctx, entity)} t
      SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, ${updatedColumns(raw('m'))}
      FROM m
      WHERE t."Id" = m."Id"
      RETURNING ${columnsOf(entity, 't')}
    ),
    d AS (${changedRows(fields, raw('m'), raw('u'))}),
    ${changeSql(ctx, 'Update', [{ entity, rows: raw('d') }])}`;
}
