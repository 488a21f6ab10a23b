import { relationSql } from '#core/relations/relation.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { readStatement, type Answers } from '#core/statements/statement.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';

/** User who has caused a transaction. */
export interface ChangeAuthorRow {
  readonly xid: string;
  /** Null where nobody has. */
  readonly user_id: string | null;
}

/**
 * Finds who has caused transactions in which the service itself has changed records: rollups follow what a user has written.
 * All of their changes are later than a time.
 */
export const readAuthors = readStatement(
  'readAuthors',
  { xids: 'xid8[]', since: 'timestamptz' },
  (ctx, { xids, since }): Answers<ChangeAuthorRow> => sql`
  SELECT w.xid::text AS xid,
    (
      SELECT c.user_id
      FROM platform.change c
      WHERE c.xid = w.xid
        AND c.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid
        AND c.user_id <> ${literal(SYSTEM_USER_ID)}::uuid
        AND c.occurred_at >= ${since}
      LIMIT 1
    ) AS user_id
  FROM unnest(${xids}) AS w(xid)`,
);

/** A step that has made changes: its id is their correlation id. */
export interface RunCauseRow {
  readonly step: string;
  readonly run: string;
  /** JSON text: `[{DefinitionId, RecordId}, …]`. */
  readonly chain: string | null;
}

/** Finds the runs whose steps have these ids. */
export const readCauses = readStatement(
  'readCauses',
  { stepIds: 'uuid[]' },
  (ctx, { stepIds }): Answers<RunCauseRow> => {
    const rows = (name: string): Sql => relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(name));
    return sql`
    SELECT s."Id" AS step, r."Id" AS run, ${raw('r."Chain"::text')} AS chain
    FROM ${rows('WorkflowStep')} s
    JOIN ${rows('WorkflowRun')} r ON r."Id" = s."RunId"
    WHERE s."Id" = ANY(${stepIds})`;
  },
);
