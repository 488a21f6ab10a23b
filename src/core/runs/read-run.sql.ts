import type { Definitions, RequestContext } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { Args } from '../sql/args.js';
import { sql, type Slot, type Sql } from '../sql/sql.js';

/** Values of a run by a list of ids: of the run itself, or of its steps. */
export interface IdsPlan {
  readonly args: Args;
  readonly ids: Slot;
}

export function planIds(ctx: RequestContext, ids: readonly string[]): IdsPlan {
  const args = new Args(ctx);
  return { args, ids: args.add(ids, 'uuid[]') };
}

const rowsOf = (ctx: Definitions, entityName: string): Sql =>
  relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(entityName));

/** Reads runs. */
export const compileRuns = (ctx: Definitions, { ids }: IdsPlan): Sql => sql`
  SELECT r."Id"::text AS id, r."WorkflowId"::text AS "workflowId", r."TriggerId"::text AS "triggerId",
    r."EntityName" AS "entityName", r."RecordId"::text AS "recordId", r."State" AS state, r."RunAs" AS "runAs",
    r."UserId"::text AS "userId", r."OwnerId"::text AS "ownerId", r."Input"::text AS input, r."Error"::text AS error,
    r."Chain"::text AS chain, r."Progress"::text AS progress
  FROM ${rowsOf(ctx, 'WorkflowRun')} r
  WHERE r."Id" = ANY(${ids})`;

/** Reads what completed steps gave. */
export const compileOutputs = (ctx: Definitions, { ids }: IdsPlan): Sql => sql`
  SELECT s."Id"::text AS id, s."Output"::text AS output
  FROM ${rowsOf(ctx, 'WorkflowStep')} s
  WHERE s."Id" = ANY(${ids}) AND s."State" IN ('Completed', 'Running')`;

/** As `compileOutputs`, but of a list its first row only: a step that names one field does not read 5 MB. */
export const compileFirstRows = (ctx: Definitions, { ids }: IdsPlan): Sql => sql`
  SELECT s."Id"::text AS id, jsonb_typeof(s."Output") = 'array' AS "isList",
    CASE WHEN jsonb_typeof(s."Output") = 'array' THEN s."Output" -> 0 ELSE s."Output" END::text AS output
  FROM ${rowsOf(ctx, 'WorkflowStep')} s
  WHERE s."Id" = ANY(${ids}) AND s."State" IN ('Completed', 'Running')`;
