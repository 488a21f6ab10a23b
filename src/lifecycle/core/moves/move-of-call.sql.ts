import { relationSql } from '#core/relations/relation.js';
import { historyEntity } from '#records/core/inserts/first-status.sql.js';
import { CALL } from '#core/statements/args.js';
import { sql } from '#core/sql/sql.js';
import { readStatement, type Answers } from '#core/statements/statement.js';

/** A stored move, by its row of the history. */
export interface StoredMove {
  readonly historyId: string;
  readonly fromStatusId: string | null;
  readonly transitionId: string;
}

/** Answers the last move of a record, by its record-information id, that a call has stored. */
export const moveOfCall = readStatement(
  'moveOfCall',
  { recordId: 'uuid' },
  (ctx, { recordId }): Answers<StoredMove> => sql`
  SELECT h."Id" AS "historyId", h."FromStatusId" AS "fromStatusId", h."TransitionId" AS "transitionId"
  FROM ${relationSql({ ctx, rights: 'system' }, historyEntity(ctx))} h
  WHERE h."RecordId" = ${recordId} AND h."CorrelationId" = ${CALL.correlationId} AND h."TransitionId" IS NOT NULL
  ORDER BY h."ChangedOn" DESC
  LIMIT 1`,
);
