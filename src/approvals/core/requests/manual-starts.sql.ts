import { rowsKey, scopeOf, scopeSql } from '#core/rights/access.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changeSql } from '#core/changes/change.sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { accessKey, relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { Args, CALL } from '#core/statements/args.js';
import { list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';
import { callerChanges } from '#approvals/core/processes/caller-changes.sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';

/** A request that a caller has created, with the record that it names. */
export interface ManualRow {
  readonly id: string;
  readonly process: string | null;
  /** True where the caller named another owner than themselves. */
  readonly foreign_owner: string | null;
  /** Entity and Id of the record; null where the caller reads none with that id in an entity with a process. */
  readonly entity: string | null;
  readonly record: string | null;
}

/** Lists the entities whose records may be approved, in the order in which all writers lock entities. */
export const approvedEntities = ({ catalogue }: Pick<RequestContext, 'catalogue'>): readonly Entity[] =>
  [...catalogue.entities.values()]
    .filter(({ approvalProcesses }) => approvalProcesses.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Key of `compileManual`: callers read different records. */
export const manualKey = (ctx: RequestContext): string => `manualStarts ${accessKey({ ctx, rights: 'caller' })}`;

/** Answers the requests that the transaction's caller has created, in their order, each with its record `f`. */
export function compileManual(ctx: RequestContext): Sql {
  const records = approvedEntities(ctx).map(
    (entity) => sql`
      SELECT ${literal(entity.name)} AS entity, m."Id" AS id
      FROM ${relationSql({ ctx, rights: 'caller' }, entity)} m
      WHERE m."RecordInformationId" = q."RecordId"`,
  );
  const none = raw('SELECT NULL::text AS entity, NULL::uuid AS id WHERE false');
  return sql`
    SELECT q."Id" AS id, q."ProcessId" AS process, NULLIF(q."OwnerId", ${CALL.userId}) AS foreign_owner,
      f.entity, f.id AS record
    FROM ${systemRows(ctx, 'ApprovalRequest')} q
    JOIN ${callerChanges(ctx, 'ApprovalRequest', 'Create')} ON k.record_id = q."Id"
    LEFT JOIN LATERAL (${list(records.length > 0 ? records : [none], ' UNION ALL ')}) f ON true
    WHERE q."State" IS NULL
    ORDER BY k.position`;
}

/** A locked record for which requests are created. */
export interface StartableRow {
  readonly id: string;
  readonly owner: string | null;
  /** The open request. */
  readonly lock: string | null;
  /** 1: the caller may create requests for records of this owner. */
  readonly in_scope: number;
  /** JSON: for each of the processes, whether its criteria hold. */
  readonly fits: string;
}

/** Locked records that are evaluated. */
export interface StartablePlan {
  readonly entity: Entity;
  readonly args: Args;
  /** StartCriteria of the processes that may start; undefined: every record meets them. */
  readonly criteria: readonly (Criterion | undefined)[];
  /** Ids of the records, as `uuid[]`. */
  readonly ids: Slot;
}

/** Processes that a caller may start, in the order in which `StartableRow.fits` tells of them. */
export const activeProcesses = ({ approvalProcesses }: Entity): readonly ApprovalProcess[] =>
  approvalProcesses.filter(({ isActive }) => isActive);

/** Plans how records are evaluated by the processes of their entity. */
export function planStartable(ctx: RequestContext, entity: Entity, ids: readonly string[]): StartablePlan {
  const args = new Args(ctx);
  const criteria = activeProcesses(entity).map(({ startCriteria }) =>
    startCriteria === undefined ? undefined : definedCriterion(ctx, entity, startCriteria, args).criterion,
  );
  return { entity, args, criteria, ids: args.add(ids, 'uuid[]') };
}

/** Key of `compileManualStartable`. */
export const startableKey = (ctx: RequestContext, { entity }: StartablePlan): string =>
  `manualStarts:${entity.name}:${rowsKey(ctx, requestEntity(ctx), 'create')} ${accessKey({ ctx, rights: 'caller' })}`;

const requestEntity = ({ catalogue }: Definitions): Entity => catalogue.entity('ApprovalRequest');

/** Answers the locked records `m` that the caller reads, as they are now. */
export function compileManualStartable(ctx: RequestContext, { entity, criteria, ids }: StartablePlan): Sql {
  const from = new FromClause({ ctx, rights: 'system' }, entity, 'm');
  const fits = criteria.map((criterion) => (criterion ? sql`(${criterionSql(criterion, from)}) IS TRUE` : raw('true')));
  const inScope = scopeSql(scopeOf(ctx, requestEntity(ctx), 'create'), raw('m'));
  return sql`
    SELECT m."Id" AS id, m."OwnerId" AS owner, m."ApprovalRequestId" AS lock,
      CASE WHEN ${inScope} THEN 1 ELSE 0 END AS in_scope, to_json(ARRAY[${list(fits)}]::boolean[])::text AS fits
    FROM ${relationSql({ ctx, rights: 'caller' }, entity)} m${from.joins()}
    WHERE m."Id" = ANY(${ids})`;
}

/** Requests of callers that start, with the steps of their processes as JSON text; the lists have the same order. */
const STARTING = { requestIds: 'uuid[]', recordIds: 'uuid[]', processIds: 'uuid[]', steps: 'text[]' };

/** Fields that the service fills in a request of a caller. */
const FILLED = ['EntityName', 'ProcessId', 'State', 'RequestedBy', 'RequestedOn', 'Steps', 'OwnerId', 'OwnerTeamId'];

/**
 * Makes requests of callers pending: fills what the service sets, gives them the owner of their records and locks these.
 *
 * CTEs: `v` requests that start, `q` as they were, `u` as they are, `d` what changed, `locked` records.
 */
export const fillRequests = statement('fillRequests', STARTING, (ctx, slots, entity: Entity) => {
  const { requestIds, recordIds, processIds, steps } = slots;
  const requests = requestEntity(ctx);
  const changed = FILLED.map((name) => requests.fields.get(name.toLowerCase())!);
  return sql`
    WITH v AS (
      SELECT * FROM unnest(${requestIds}, ${recordIds}, ${processIds}, ${steps}) AS v(request, record, process, steps)
    ),
    q AS MATERIALIZED (
      SELECT ${columnsOf(requests, 'q')} FROM ${systemRows(ctx, requests.name)} q WHERE q."Id" = ANY(${requestIds})
    ),
    u AS (
      UPDATE ${targetSql(ctx, requests)} t
      SET "EntityName" = ${literal(entity.name)}, "ProcessId" = v.process, "State" = 'Pending',
        "RequestedBy" = ${CALL.userId}, "RequestedOn" = ${CALL.at}, "Steps" = v.steps::jsonb,
        "OwnerId" = m."OwnerId", "OwnerTeamId" = m."OwnerTeamId", ${updatedColumns(raw('q'))}
      FROM v
      JOIN q ON q."Id" = v.request
      JOIN ${systemRows(ctx, entity.name)} m ON m."Id" = v.record
      JOIN ${systemRows(ctx, 'ApprovalProcess')} p ON p."Id" = v.process
      WHERE t."Id" = v.request
      RETURNING ${columnsOf(requests, 't')}
    ),
    d AS (${changedRows(changed, raw('q'), raw('u'))}),
    locked AS (
      UPDATE ${targetSql(ctx, entity)} t
      SET "ApprovalRequestId" = v.request
      FROM v
      WHERE t."Id" = v.record
    ),
    ${changeSql(ctx, 'Update', [{ entity: requests, rows: raw('d') }], APPROVAL_SOURCE)}
    SELECT count(*)::int AS filled FROM u`;
});
