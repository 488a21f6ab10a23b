import type { Definitions } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { raw, sql, type Slot, type Sql } from '../sql/sql.js';

/** A step that has made changes: its id is their correlation id. */
export interface RunCauseRow {
  readonly step: string;
  readonly run: string;
  /** JSON text: `[{DefinitionId, RecordId}, …]`. */
  readonly chain: string | null;
}

/** Finds the runs whose steps have these ids. @param stepIds as `uuid[]` */
export function compileRunCauses(ctx: Definitions, stepIds: Slot): Sql {
  const rows = (name: string): Sql => relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(name));
  return sql`
    SELECT s."Id" AS step, r."Id" AS run, ${raw('r."Chain"::text')} AS chain
    FROM ${rows('WorkflowStep')} s
    JOIN ${rows('WorkflowRun')} r ON r."Id" = s."RunId"
    WHERE s."Id" = ANY(${stepIds})`;
}
