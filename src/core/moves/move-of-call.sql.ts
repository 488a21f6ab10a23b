import type { RequestContext } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { historyEntity } from '../inserts/first-status.sql.js';
import { CALL } from '../sql/args.js';
import { sql, type Slot, type Sql } from '../sql/sql.js';

/** A stored move, by its row of the history. */
export interface StoredMove {
  readonly historyId: string;
  readonly fromStatusId: string | null;
  readonly transitionId: string;
}

/** Answers the last move of a record that a call has stored. @param recordId record-information id */
export const compileMoveOfCall = (ctx: RequestContext, recordId: Slot): Sql => sql`
  SELECT h."Id" AS "historyId", h."FromStatusId" AS "fromStatusId", h."TransitionId" AS "transitionId"
  FROM ${relationSql({ ctx, rights: 'system' }, historyEntity(ctx))} h
  WHERE h."RecordId" = ${recordId} AND h."CorrelationId" = ${CALL.correlationId} AND h."TransitionId" IS NOT NULL
  ORDER BY h."ChangedOn" DESC
  LIMIT 1`;
