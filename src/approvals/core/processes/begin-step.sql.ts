import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changesSql } from '#core/changes/change.sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { Args } from '#core/statements/args.js';
import { list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';
import { planSteps, type PlannedSteps } from './plan-steps.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import { beginningCte, beginningRows, firstStepSql, stepsCte, taskCtes } from './step-tasks.sql.js';

/** Requests of one entity that go on to their next step. */
export interface BeginPlan {
  readonly args: Args;
  /** Part of the statement's key. */
  readonly key: string;
  /** The steps that may come next, in their order. */
  readonly planned: PlannedSteps;
  /** Ids of the requests. */
  readonly ids: Slot;
}

/**
 * Plans the next step of requests that share their steps.
 * @param after Sequence of the step that ended; null before the first
 */
export function planBegin(
  ctx: RequestContext,
  entity: Entity,
  {
    process,
    after,
    isUnderWay = false,
  }: {
    readonly process: Pick<ApprovalProcess, 'id' | 'allowSelfApproval' | 'steps'>;
    readonly after: number | null;
    readonly isUnderWay?: boolean;
  },
  requestIds: readonly string[],
): BeginPlan {
  const args = new Args(ctx);
  const left = process.steps.filter(({ sequence }) => after === null || sequence > after);
  const steps = planSteps(
    ctx,
    entity,
    left.map((step, tag) => ({ tag, process, step })),
    args,
  );
  const key = JSON.stringify(left.map(({ criteria, approvers }) => [criteria, approvers]));
  const planned = { ...steps, isUnderWay };
  return { args, planned, key: `beginStep:${entity.name}:${isUnderWay}:${key}`, ids: args.add(requestIds, 'uuid[]') };
}

/** SELECT for `beginningCte`: the records `m` of the requests `r` with the step that begins. */
function begunSql(ctx: Definitions, { entity, steps }: PlannedSteps): Sql {
  const reader = { ctx, rights: 'system' } as const;
  const from = new FromClause(reader, entity, 'm');
  const tag = firstStepSql(from, steps);
  return sql`
    SELECT ${columnsOf(entity, 'm')}, r."Id" AS request, r."RequestedBy" AS requester, ${tag} AS tag
    FROM r
    JOIN ${relationSql(reader, entity)} m ON m."RecordInformationId" = r."RecordId"${from.joins()}`;
}

/**
 * Begins the next step of locked requests whose criteria hold: tasks and notifications of its assignees. Answers `begun` as
 * JSON text `[[request, Sequence], …]`, without the requests that have no step left, or null.
 *
 * CTEs are those of `compileStart`; `r` are the requests, `b` and `c` the requests with their new step and its change.
 */
export function compileBeginStep(ctx: Definitions, { planned, ids }: BeginPlan): Sql {
  const requests = ctx.catalogue.entity('ApprovalRequest');
  const step = requests.fields.get('currentstep')!;
  const stored = relationSql({ ctx, rights: 'system' }, requests);
  const ctes = [
    sql`r AS MATERIALIZED (SELECT ${columnsOf(requests, 'q')} FROM ${stored} q WHERE q."Id" = ANY(${ids}))`,
    stepsCte(planned),
    beginningCte(planned, begunSql(ctx, planned)),
    sql`
      b AS (
        UPDATE ${targetSql(ctx, requests)} t
        SET "CurrentStep" = x.sequence, ${updatedColumns(raw('r'))}
        FROM x
        JOIN r ON r."Id" = x.request
        WHERE t."Id" = r."Id"
        RETURNING ${columnsOf(requests, 't')}
      )`,
    sql`c AS (${changedRows([step], raw('r'), raw('b'))})`,
    ...taskCtes(ctx, planned),
    changesSql(
      ctx,
      [
        { entity: requests, rows: raw('c'), operation: 'Update' },
        ...beginningRows(ctx).map((rows) => ({ ...rows, operation: 'Create' as const })),
      ],
      APPROVAL_SOURCE,
    ),
  ];
  return sql`
    WITH RECURSIVE ${list(ctes)}
    SELECT (SELECT json_agg(json_build_array(x.request, x.sequence))::text FROM x) AS begun`;
}
