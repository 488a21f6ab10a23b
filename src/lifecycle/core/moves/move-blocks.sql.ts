import type { Entity } from '#core/catalogue/entity.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { systemRows } from '#core/relations/relation.js';
import type { Args } from '#core/statements/args.js';
import { anyOf, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';

/** Processes that keep a record without moves after a return or a recall, until a request of it is approved. */
export const blockingProcesses = ({ approvalProcesses }: Entity): readonly ApprovalProcess[] =>
  approvalProcesses.filter(({ isActive, blocksMoves }) => isActive && blocksMoves);

/** Criteria of a process that an update may start, and of its steps; a step without criteria always holds. */
interface Submission {
  readonly criterion: Criterion;
  readonly steps: readonly (Criterion | undefined)[];
}

/** By what a move itself starts a request: criteria that its record meets after the move alone. */
export type Submissions = readonly Submission[];

/** Resolves the criteria by which moves start requests; none for entities whose moves no process blocks. */
export function planSubmissions(ctx: RequestContext, entity: Entity, args: Args): Submissions {
  if (blockingProcesses(entity).length === 0) return [];
  const resolved = (json: ApprovalProcess['startCriteria']): Criterion | undefined =>
    json === undefined ? undefined : definedCriterion(ctx, entity, json, args).criterion;
  return entity.approvalProcesses
    .filter(({ isActive, startMode, startOn }) => isActive && startMode === 'Automatic' && startOn.has('Update'))
    .flatMap(({ startCriteria, steps }): Submissions => {
      const criterion = resolved(startCriteria);
      return criterion ? [{ criterion, steps: steps.map(({ criteria }) => resolved(criteria)) }] : [];
    });
}

/**
 * True for a row whose last request that was approved, returned or recalled did not end in an approval. The recall of an
 * Administrator releases the record.
 */
export function isBlockedSql(ctx: Definitions, entity: Entity, row: Sql): Sql {
  const ids = list(blockingProcesses(entity).map(({ id }) => sql`${literal(id)}::uuid`));
  const blocks = sql`(r."BlocksMoves" IS TRUE AND r."ProcessId" IN (${ids}))`;
  return sql`
    (
      SELECT ${blocks}
      FROM ${systemRows(ctx, 'ApprovalRequest')} r
      WHERE r."RecordId" = ${row}."RecordInformationId"
        AND (r."State" = 'Approved' OR (r."State" = 'Recalled' AND r."BlocksMoves" IS FALSE) OR ${blocks})
      ORDER BY r."ClosedOn" DESC, r."Id" DESC
      LIMIT 1
    ) IS TRUE`;
}

const holds = (criterion: Criterion, from: FromClause): Sql => sql`(${criterionSql(criterion, from)}) IS TRUE`;

const starts = ({ criterion, steps }: Submission, from: FromClause): Sql => {
  const first = anyOf(steps.map((step) => (step ? holds(step, from) : raw('true'))));
  return sql`(${holds(criterion, from)} AND ${first})`;
};

/**
 * SELECT of the "Id" of records that a move submits: they meet the criteria as they will be in `after`, and not as they are
 * in `before`. Both are names of CTEs or tables with the columns of the entity.
 */
export function submittedSql(
  ctx: RequestContext,
  entity: Entity,
  submissions: Submissions,
  { before, after }: { readonly before: string; readonly after: { readonly rows: Sql; readonly alias: string } },
): Sql {
  if (submissions.length === 0) return raw('SELECT NULL::uuid WHERE false');
  const meeting = (alias: string, rows: Sql, conditionOf: (each: Submission, from: FromClause) => Sql): Sql => {
    const from = new FromClause({ ctx, rights: 'system' }, entity, alias);
    const condition = anyOf(submissions.map((each) => conditionOf(each, from)));
    return sql`SELECT ${raw(alias)}."Id" FROM ${rows}${from.joins()} WHERE ${condition}`;
  };
  return sql`
    ${meeting(after.alias, after.rows, starts)}
    EXCEPT
    ${meeting(before, raw(before), ({ criterion }, from) => holds(criterion, from))}`;
}
