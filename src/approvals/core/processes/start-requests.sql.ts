import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { changeSql } from '#core/changes/change.sql.js';
import { columnsOf } from '#core/changes/changed-rows.sql.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { Args, CALL } from '#core/statements/args.js';
import { allOf, anyOf, EMPTY, list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';
import { keptSteps, requestCte, type KeptSteps } from './begun-requests.sql.js';
import { callerChanges } from './caller-changes.sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';
import { planSteps, type PlannedSteps, type TaggedStep } from './plan-steps.js';
import { beginningCte, beginningRows, firstStepSql, stepsCte, taskCtes } from './step-tasks.sql.js';

/** Starts of requests for the records of one entity that a transaction has written. */
export interface StartPlan {
  readonly entity: Entity;
  readonly args: Args;
  readonly processes: readonly StartableProcess[];
  /** The steps of all processes. */
  readonly planned: PlannedSteps;
  /** The same as the requests keep them. */
  readonly kept: KeptSteps;
  /** Records that begin an approval, and their steps, where an earlier statement has found them. */
  readonly found?: { readonly ids: Slot; readonly tags: Slot };
  /** Ids of the only records that are evaluated; absent: all that the transaction has written. */
  readonly ids?: Slot;
}

/** A record that begins an approval, and the number of its step. */
export type StartingRecord = readonly [id: string, tag: number];

interface StartableProcess {
  readonly id: Slot;
  readonly startOn: ApprovalProcess['startOn'];
  /** Numbers of its steps. */
  readonly tags: ReadonlySet<number>;
  /** Which records need approval, and the own fields that decide it; absent: all, and every field counts. */
  readonly start?: { readonly criterion: Criterion; readonly reads: readonly string[] };
}

/** Processes that writes of the entity may start, in the order in which they are tried. */
export const automaticProcesses = ({ approvalProcesses }: Entity): readonly ApprovalProcess[] =>
  approvalProcesses.filter(({ isActive, startMode }) => isActive && startMode === 'Automatic');

/** Plans the starts for the records of an entity. @param found by the statement of `compileFindStarting` */
export function planStart(ctx: RequestContext, entity: Entity, found?: readonly StartingRecord[]): StartPlan {
  const plan = planProcesses(ctx, entity);
  if (!found) return plan;
  const ids = plan.args.add(
    found.map(([id]) => id),
    'uuid[]',
  );
  const tags = plan.args.add(
    found.map(([, tag]) => tag),
    'int[]',
  );
  return { ...plan, found: { ids, tags } };
}

/** Plans the starts after a routine, which one statement both finds and makes. */
export function planStartAfterRoutine(ctx: RequestContext, entity: Entity): StartPlan & { readonly ids: Slot } {
  const plan = planProcesses(ctx, entity);
  return { ...plan, ids: plan.args.add([], 'uuid[]') };
}

function planProcesses(ctx: RequestContext, entity: Entity): StartPlan {
  const args = new Args(ctx);
  const tagged: TaggedStep[] = [];
  const automatic = automaticProcesses(entity);
  const processes = automatic.map((process): StartableProcess => {
    const own = process.steps.map((step, i) => ({ tag: tagged.length + i, process, step }));
    tagged.push(...own);
    const { id, startOn, startCriteria } = process;
    const start = startCriteria === undefined ? undefined : definedCriterion(ctx, entity, startCriteria, args);
    return { id: args.add(id, 'uuid'), startOn, tags: new Set(own.map(({ tag }) => tag)), ...(start && { start }) };
  });
  return { entity, args, processes, planned: planSteps(ctx, entity, tagged, args), kept: keptSteps(automatic, args) };
}

/** Changes `k` of one entity that may start an approval. */
const startingChanges = (ctx: Definitions, { name }: Entity): Sql => callerChanges(ctx, name, 'Create', 'Update');

/** Answers the `id` of each record that the transaction has written and that no request locks. The writes hold their locks. */
export function compileStartable(ctx: Definitions, entity: Entity): Sql {
  return sql`
    SELECT m."Id" AS id
    FROM ${relationSql({ ctx, rights: 'system' }, entity)} m
    WHERE m."ApprovalRequestId" IS NULL
      AND m."Id" IN (SELECT k.record_id FROM ${startingChanges(ctx, entity)})
    ORDER BY m."Id"`;
}

/** CTE `k`: what the transaction did to each record; `touched<n>` is true where it changed a field that process n reads. */
function changedCte(ctx: Definitions, { entity, processes }: StartPlan): Sql {
  const touched = processes.map(({ start }, i) => {
    const fields = start?.reads.map((name) => sql`(k.old -> ${literal(name)}) IS NOT NULL`) ?? [raw('true')];
    return sql`bool_or(${anyOf([raw("k.operation = 'Create'"), ...fields])}) AS ${touchedOf(i)}`;
  });
  const columns = [
    raw('k.record_id AS id'),
    raw("bool_or(k.operation = 'Create') AS inserted"),
    raw("bool_or(k.operation = 'Update') AS updated"),
    ...touched,
  ];
  return sql`
    k AS MATERIALIZED (
      SELECT ${list(columns)}
      FROM ${startingChanges(ctx, entity)}
      GROUP BY k.record_id
    )`;
}

const touchedOf = (process: number): Sql => raw(`touched${process}`);

/** True where a process starts for the record `m`, which the transaction has left as `k` tells. */
function startsSql(ctx: Definitions, { id, startOn, start }: StartableProcess, i: number, from: FromClause): Sql {
  const writes = [
    ...(startOn.has('Insert') ? [raw('k.inserted')] : []),
    ...(startOn.has('Update') ? [raw('k.updated')] : []),
  ];
  if (!start) return anyOf(writes);
  const requests = systemRows(ctx, 'ApprovalRequest');
  const last = sql`
    (
      SELECT r."State"
      FROM ${requests} r
      WHERE r."RecordId" = m."RecordInformationId" AND r."ProcessId" = ${id}
      ORDER BY r."RequestedOn" DESC
      LIMIT 1
    )`;
  const isDecided = sql`COALESCE(${last} IN ('Approved', 'Rejected'), false)`;
  const meets = sql`(${criterionSql(start.criterion, from)}) IS TRUE`;
  return allOf([anyOf(writes), meets, sql`(k.${touchedOf(i)} OR NOT ${isDecided})`]);
}

/** Written records `m` without a request, with the step by which an approval of them begins as `tag`, or null. */
function criteriaSql(ctx: Definitions, { entity, processes, planned, ids }: StartPlan, columns: Sql): Sql {
  const from = new FromClause({ ctx, rights: 'system' }, entity, 'm');
  const cases = processes.map((each, i) => {
    const steps = planned.steps.filter(({ tag }) => each.tags.has(tag));
    return sql`WHEN ${startsSql(ctx, each, i, from)} THEN ${firstStepSql(from, steps)}`;
  });
  const meant = ids ? sql` AND m."Id" = ANY(${ids})` : EMPTY;
  return sql`
    SELECT ${columns}, CASE ${list(cases, ' ')} END AS tag
    FROM ${relationSql({ ctx, rights: 'system' }, entity)} m
    JOIN k ON k.id = m."Id"${from.joins()}
    WHERE m."ApprovalRequestId" IS NULL${meant}`;
}

/**
 * Finds the written records that begin an approval: answers `starting` as JSON text `[[Id, number of the step], …]` or null.
 * It is a statement of its own, because the partitions of the log are pruned when it is planned, at every execution. The
 * statement that follows takes longer to plan than to execute.
 */
export function compileFindStarting(ctx: Definitions, plan: StartPlan): Sql {
  return sql`
    WITH ${changedCte(ctx, plan)}
    SELECT json_agg(json_build_array(j."Id", j.tag))::text AS starting
    FROM (${criteriaSql(ctx, plan, raw('m."Id"'))}) j
    WHERE j.tag IS NOT NULL`;
}

/** CTE `x`: records that begin an approval, found before or by CTEs in front of it. */
function startingCtes(ctx: Definitions, plan: StartPlan): readonly Sql[] {
  const { entity, planned, found } = plan;
  const request = sql`gen_random_uuid() AS request, ${CALL.userId} AS requester`;
  const columns = sql`${columnsOf(entity, 'm')}, ${request}`;
  if (!found) return [changedCte(ctx, plan), beginningCte(planned, criteriaSql(ctx, plan, columns))];
  const rows = relationSql({ ctx, rights: 'system' }, entity);
  const begun = sql`
    SELECT ${columns}, w.tag
    FROM unnest(${found.ids}, ${found.tags}) AS w(id, tag)
    JOIN ${rows} m ON m."Id" = w.id`;
  return [beginningCte(planned, begun)];
}

/**
 * Starts a request for every record of the transaction that a process wants approved: request, tasks of the first step,
 * notifications and the lock in one statement. Answers `faults` (always null) and `refreshed`, the number of requests.
 *
 * CTEs and aliases:
 * - `k`: changes of the transaction by record; `m`: written records; `s`: steps by their number
 * - `x`: records that begin a step; `lineage`, `g`, `a`: their assignees
 * - `request`, `task`, `note`: inserted requests, tasks and notifications; `locked`: the records with their lock
 */
export function compileStart(ctx: Definitions, plan: StartPlan): Sql {
  const { entity, planned } = plan;
  const ctes = [
    stepsCte(planned),
    ...startingCtes(ctx, plan),
    requestCte(ctx, entity, plan.kept),
    ...taskCtes(ctx, planned),
    sql`
      locked AS (
        UPDATE ${targetSql(ctx, entity)} t
        SET "ApprovalRequestId" = x.request
        FROM x
        WHERE t."Id" = x.id
      )`,
    changeSql(
      ctx,
      'Create',
      [{ entity: ctx.catalogue.entity('ApprovalRequest'), rows: raw('request') }, ...beginningRows(ctx)],
      APPROVAL_SOURCE,
    ),
  ];
  return sql`WITH RECURSIVE ${list(ctes)} SELECT NULL::text AS faults, (SELECT count(*)::int FROM x) AS refreshed`;
}
