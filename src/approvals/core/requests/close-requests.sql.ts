import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changesSql } from '#core/changes/change.sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { CALL } from '#core/statements/args.js';
import { raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import { noteCte, noteRows, recordTitle } from '#approvals/core/processes/notes.sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';

/** Ids of locked requests, their states, the comments that close them, and who waits for an approval from now on. */
const CLOSING = { ids: 'uuid[]', states: 'text[]', comments: 'text[]', blocks: 'boolean[]', decider: 'text' };

/** Most characters of a comment that a notification repeats. */
const MAX_COMMENT = 1_000;

/**
 * Closes requests about records of one entity, unlocks their records and notifies the requesters: of a recall only where another user recalled.
 * Answers `closed` as JSON text `[[request, Id of the record], …]`. Locking and unlocking are no changes of the record.
 *
 * CTEs: `v` new states, `q` requests as they were, `m` their locked records, `u` closed requests, `d` what changed of them,
 * `note` notifications.
 */
export const closeRequests = statement(
  'closeRequests',
  CLOSING,
  (ctx, slots, entity: Entity): Answers<{ closed: string }> => {
    const { ids, states, comments, blocks, decider } = slots;
    const requests = ctx.catalogue.entity('ApprovalRequest');
    const changed = ['state', 'closedon', 'blocksmoves'].map((name) => requests.fields.get(name)!);
    const rows = relationSql({ ctx, rights: 'system' }, entity, 'stored');
    return sql`
    WITH v AS (SELECT * FROM unnest(${ids}, ${states}, ${comments}, ${blocks}) AS v(id, state, comment, blocks)),
    q AS MATERIALIZED (
      SELECT ${columnsOf(requests, 'q')} FROM ${systemRows(ctx, requests.name)} q WHERE q."Id" = ANY(${ids})
    ),
    m AS MATERIALIZED (
      SELECT m."Id", q."Id" AS request, ${recordTitle(entity, raw('m'))} AS title
      FROM q
      JOIN ${rows} m ON m."RecordInformationId" = q."RecordId"
      ORDER BY m."Id"
      FOR NO KEY UPDATE OF m
    ),
    u AS (
      UPDATE ${targetSql(ctx, requests)} t
      SET "State" = v.state, "ClosedOn" = ${CALL.at}, "BlocksMoves" = v.blocks, ${updatedColumns(raw('q'))}
      FROM v
      JOIN q ON q."Id" = v.id
      WHERE t."Id" = v.id
      RETURNING ${columnsOf(requests, 't')}
    ),
    d AS (${changedRows(changed, raw('q'), raw('u'))}),
    unlocked AS (
      UPDATE ${targetSql(ctx, entity)} t
      SET "ApprovalRequestId" = NULL
      FROM m
      WHERE t."Id" = m."Id" AND t."ApprovalRequestId" = m.request
    ),
    ${closedNotes(ctx, entity, decider)},
    ${changesSql(ctx, closingChanges(ctx), APPROVAL_SOURCE)}
    SELECT COALESCE(json_agg(json_build_array(m.request, m."Id"))::text, '[]') AS closed FROM m`;
  },
);

const closingChanges = (ctx: Definitions) =>
  [
    { entity: ctx.catalogue.entity('ApprovalRequest'), rows: raw('d'), operation: 'Update' },
    { ...noteRows(ctx), operation: 'Create' },
  ] as const;

function closedNotes(ctx: Definitions, entity: Entity, decider: Slot): Sql {
  const comment = sql`COALESCE(' ' || left(v.comment, ${raw(String(MAX_COMMENT))}), '')`;
  const values = {
    OwnerId: raw('w."Id"'),
    OwnerTeamId: raw('w."PrimaryTeamId"'),
    Message: sql`m.title || ': ' || lower(v.state) || ' by ' || ${decider} || '.' || ${comment}`,
    RecordId: raw('q."RecordId"'),
  };
  const from = sql`
    v
    JOIN q ON q."Id" = v.id
    JOIN m ON m.request = v.id
    JOIN ${systemRows(ctx, 'User')} w ON w."Id" = q."RequestedBy"
    WHERE v.state <> 'Recalled' OR q."RequestedBy" <> ${CALL.userId}`;
  return noteCte(ctx, entity, { values, from });
}
