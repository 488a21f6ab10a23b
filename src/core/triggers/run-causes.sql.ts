import { relationSql } from '../criteria/relation.js';
import { raw, sql, type Sql } from '../sql/sql.js';
import { readStatement, type Answers } from '../sql/statement.js';

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
