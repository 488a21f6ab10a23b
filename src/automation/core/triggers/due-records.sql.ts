import type { Entity } from '#core/catalogue/entity.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { systemRows } from '#core/relations/relation.js';
import { recordJson } from '#core/fields/record-json.js';
import type { ValueRange } from '#core/time/due-dates.js';
import { Args } from '#core/statements/args.js';
import { ident, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import type { Trigger } from '#core/catalogue/trigger.js';

/** Records that one transaction evaluates, so that it stays short. */
export const JUDGED_RECORDS = 1_000;

/** Before the first Id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Records of an entity that are due at one time. */
export interface DueRecords {
  readonly entity: Entity;
  /** Name of the date field. */
  readonly fieldName: string;
  readonly fieldType: 'Date' | 'DateTime';
  readonly range: ValueRange;
  readonly dueAt: Date;
  /** The records after this one, by Id. */
  readonly after: string | null;
  /** Most records. */
  readonly most: number;
}

export interface DueRecordsPlan {
  readonly args: Args;
  readonly due: DueRecords;
  readonly from: Slot;
  readonly below: Slot;
  readonly dueAt: Slot;
  readonly after: Slot;
  /** Where-clause of the trigger; it is evaluated with system rights inside the environment. */
  readonly where?: Criterion;
}

/** A record whose value is in the range. */
export interface DueRecordRow {
  readonly id: string;
  readonly information_id: string;
  /** The record as JSON text; null when the trigger does not fire for it. */
  readonly record: string | null;
}

export function planDueRecords(
  ctx: RequestContext,
  { where }: Pick<Trigger, 'where'>,
  due: DueRecords,
): DueRecordsPlan {
  const args = new Args(ctx);
  const type = due.fieldType === 'Date' ? 'date' : 'timestamptz';
  return {
    args,
    due,
    from: args.add(due.range.from, type),
    below: args.add(due.range.below, type),
    dueAt: args.add(due.dueAt.toISOString(), 'timestamptz'),
    after: args.add(due.after ?? FIRST, 'uuid'),
    ...(where !== undefined && { where: definedCriterion(ctx, due.entity, where, args).criterion }),
  };
}

/**
 * True where the value was saved after its due time, by the clock of the database: the outcome of a write has its time of
 * completion, while its change rows have the time of the node. They count where the outcome is no longer kept, or where
 * there was none.
 */
const isLate = (ctx: Definitions, { due: { entity, fieldName }, dueAt }: DueRecordsPlan): Sql => sql`
  EXISTS (
    SELECT
    FROM platform.change c
    LEFT JOIN platform.operation o ON o.id = c.correlation_id
    WHERE c.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid AND c.entity = ${literal(entity.name)}
      AND c.record_id = k."Id" AND c.occurred_at >= ${dueAt} - interval '1 day'
      AND (c.operation = 'Create' OR c.old -> ${literal(fieldName)} IS NOT NULL)
      AND COALESCE(o.completed_on, c.occurred_at) > ${dueAt}
  )`;

/** Answers the next records whose value is in the range, in the order of their Ids. They are evaluated as they are now. */
export function compileDueRecords(ctx: Definitions, plan: DueRecordsPlan): Sql {
  const { due, from, below, after, where } = plan;
  const rows = new FromClause({ ctx, rights: 'system' }, due.entity, 'k');
  const field = ident(due.fieldName);
  const held = where ? sql`(${criterionSql(where, rows)}) IS TRUE AND ` : raw('');
  return sql`
    WITH k AS MATERIALIZED (
      SELECT t.*
      FROM ${systemRows(ctx, due.entity.name)} t
      WHERE t.${field} >= ${from} AND t.${field} < ${below} AND t."Id" > ${after}
      ORDER BY t."Id"
      LIMIT ${raw(String(due.most))}
    )
    SELECT k."Id" AS id, k."RecordInformationId" AS information_id,
      CASE WHEN ${held}NOT ${isLate(ctx, plan)} THEN ${recordJson(due.entity, raw('k'))} END AS record
    FROM k${rows.joins()}
    ORDER BY k."Id"`;
}
