import type { Definitions } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { sql, type Sql } from '#core/sql/sql.js';
import { readStatement, type Answers } from '#core/statements/statement.js';
import type { RunState } from '#core/catalogue/run.js';
import type { RunAs } from '#core/catalogue/workflow.js';

const rowsOf = (ctx: Definitions, entityName: string): Sql =>
  relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(entityName));

/** A run as it is stored. */
export interface RunFields {
  readonly id: string;
  readonly workflowId: string | null;
  readonly triggerId: string | null;
  readonly state: RunState;
  readonly runAs: RunAs;
  readonly entityName: string | null;
  readonly recordId: string | null;
  readonly userId: string | null;
  readonly ownerId: string;
  readonly input: string | null;
  readonly error: string | null;
  readonly chain: string | null;
  readonly progress: string | null;
}

/** Reads runs. */
export const readRuns = readStatement(
  'readRuns',
  { ids: 'uuid[]' },
  (env, { ids }): Answers<RunFields> => sql`
  SELECT r."Id"::text AS id, r."WorkflowId"::text AS "workflowId", r."TriggerId"::text AS "triggerId",
    r."EntityName" AS "entityName", r."RecordId"::text AS "recordId", r."State" AS state, r."RunAs" AS "runAs",
    r."UserId"::text AS "userId", r."OwnerId"::text AS "ownerId", r."Input"::text AS input, r."Error"::text AS error,
    r."Chain"::text AS chain, r."Progress"::text AS progress
  FROM ${rowsOf(env, 'WorkflowRun')} r
  WHERE r."Id" = ANY(${ids})`,
);

/** Reads what completed steps gave. */
export const readOutputs = readStatement(
  'readOutputs',
  { ids: 'uuid[]' },
  (env, { ids }): Answers<{ id: string; output: string | null }> => sql`
  SELECT s."Id"::text AS id, s."Output"::text AS output
  FROM ${rowsOf(env, 'WorkflowStep')} s
  WHERE s."Id" = ANY(${ids}) AND s."State" IN ('Completed', 'Running')`,
);

/** As `readOutputs`, but of a list its first row only: a step that names one field does not read 5 MB. */
export const readFirstRows = readStatement(
  'readFirstRows',
  { ids: 'uuid[]' },
  (env, { ids }): Answers<{ id: string; isList: boolean | null; output: string | null }> => sql`
  SELECT s."Id"::text AS id, jsonb_typeof(s."Output") = 'array' AS "isList",
    CASE WHEN jsonb_typeof(s."Output") = 'array' THEN s."Output" -> 0 ELSE s."Output" END::text AS output
  FROM ${rowsOf(env, 'WorkflowStep')} s
  WHERE s."Id" = ANY(${ids}) AND s."State" IN ('Completed', 'Running')`,
);
