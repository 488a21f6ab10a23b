import type { Definitions } from '#core/context/context.js';
import { systemRows, targetSql } from '#core/relations/relation.js';
import { recordJson } from '#core/fields/record-json.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { readStatement, statement, type Answers } from '#core/statements/statement.js';

/** Kinds of what the clock starts. */
export type ScheduleKind = 'Scheduled' | 'DateBased' | 'ApprovalTasks';

/** Schedules that one transaction settles, so that it stays short. */
export const SETTLED_TOGETHER = 20;

export const environmentId = ({ catalogue }: Definitions): Sql => sql`${literal(catalogue.environment.id)}::uuid`;

/** An instant as ISO text in UTC, cut to milliseconds. */
const isoText = (instant: Sql): Sql => sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A trigger whose due times are to be computed. */
export interface RegisteredRow {
  /** The stored trigger as JSON. */
  readonly trigger: string;
  /** Clock of the database: later due times count. */
  readonly now: string;
}

/**
 * Brings the list of active triggers with due times in line with their records, in the transaction that changes these.
 * Answers those that are new or have other due times than before; all others keep theirs.
 */
export function compileRegisterSchedules(ctx: Definitions): Sql {
  const triggers = ctx.catalogue.entity('Trigger');
  const environment = environmentId(ctx);
  return sql`
    WITH active AS MATERIALIZED (
      SELECT t."Id" AS id, t."TriggerType" AS kind, ${recordJson(triggers, raw('t'))} AS trigger,
        json_build_array(
          t."TriggerType", t."EntityName", t."CronExpression", t."TimeZone", t."DateField", t."OffsetDays", t."TimeOfDay"
        )::text AS rule
      FROM ${systemRows(ctx, triggers.name)} t
      WHERE t."IsActive" AND t."TriggerType" IN ('Scheduled', 'DateBased')
    ),
    gone AS (
      DELETE FROM platform.schedule s
      WHERE s.environment_id = ${environment} AND s.kind IN ('Scheduled', 'DateBased')
        AND s.id NOT IN (SELECT a.id FROM active a)
    ),
    cleared AS (
      UPDATE ${targetSql(ctx, triggers)} t
      SET "NextFireTimes" = NULL
      WHERE t."NextFireTimes" IS NOT NULL
        AND t."Id" NOT IN (SELECT a.id FROM active a WHERE a.kind = 'Scheduled')
    ),
    changed AS (
      INSERT INTO platform.schedule (environment_id, id, kind, rule)
      SELECT ${environment}, a.id, a.kind, a.rule
      FROM active a
      LEFT JOIN platform.schedule s ON s.environment_id = ${environment} AND s.id = a.id
      WHERE s.rule IS DISTINCT FROM a.rule
      ON CONFLICT (environment_id, id) DO UPDATE
      SET kind = EXCLUDED.kind, rule = EXCLUDED.rule, next_due_at = NULL, last_record_id = NULL, attempts = 0, lease_until = NULL
      RETURNING id
    )
    SELECT a.trigger, ${isoText(raw('clock_timestamp()'))} AS now
    FROM active a
    JOIN changed c ON c.id = a.id`;
}

/** Schedules with new due times. */
export interface SettledSchedule {
  readonly id: string;
  /** ISO text; null when there is none. */
  readonly nextDueAt: string | null;
  /** Last record that was evaluated for this due time. */
  readonly lastRecordId?: string;
  /** Attempts that stay counted, default 0. */
  readonly attempts?: number;
  /** Value of `NextFireTimes` as JSON text; null for a date-based trigger. */
  readonly shown: string | null;
}

const SETTLED = {
  ids: 'uuid[]',
  dueAt: 'timestamptz[]',
  lastRecords: 'uuid[]',
  attempts: 'smallint[]',
  shown: 'text[]',
};

/** Values of `settleSchedules`. */
export const settledValues = (settled: readonly SettledSchedule[]) => ({
  ids: settled.map(({ id }) => id),
  dueAt: settled.map(({ nextDueAt }) => nextDueAt),
  lastRecords: settled.map(({ lastRecordId }) => lastRecordId ?? null),
  attempts: settled.map(({ attempts }) => attempts ?? 0),
  shown: settled.map(({ shown }) => shown),
});

/** Stores the next due times of triggers. Their records change without a version, since nobody has written them. */
export const settleSchedules = statement('settleSchedules', SETTLED, (ctx, slots) => {
  const { ids, dueAt, lastRecords, attempts, shown } = slots;
  return sql`
    WITH v AS MATERIALIZED (
      SELECT *
      FROM unnest(${ids}, ${dueAt}, ${lastRecords}, ${attempts}, ${shown}) AS v(id, due_at, last_record, attempts, shown)
    ),
    shown AS (
      UPDATE ${targetSql(ctx, ctx.catalogue.entity('Trigger'))} t
      SET "NextFireTimes" = v.shown::jsonb
      FROM v
      WHERE t."Id" = v.id AND v.shown IS NOT NULL
    )
    UPDATE platform.schedule s
    SET next_due_at = v.due_at, last_record_id = v.last_record, attempts = v.attempts, lease_until = NULL
    FROM v
    WHERE s.environment_id = ${environmentId(ctx)} AND s.id = v.id`;
});

/**
 * Finds the schedules of which a run still waits for its turn: they do not fire, so that runs do not pile up. The run that
 * waits says so by a message as its error, until it begins.
 */
export const noteWaiting = statement(
  'noteWaiting',
  { triggers: 'uuid[]', message: 'text' },
  (ctx, { triggers, message }): Answers<{ trigger: string }> => sql`
  WITH waiting AS (
    SELECT q.id, q.order_key AS trigger
    FROM platform.run q
    WHERE q.environment_id = ${environmentId(ctx)} AND q.order_key = ANY(${triggers}::text[]) AND q.begun_at IS NULL
  ), noted AS (
    UPDATE ${targetSql(ctx, ctx.catalogue.entity('WorkflowRun'))} r
    SET "Error" = jsonb_build_object('Message', ${message})
    FROM waiting w
    WHERE r."Id" = w.id
  )
  SELECT DISTINCT w.trigger
  FROM waiting w`,
);

/** A schedule that this transaction has locked. */
export interface ClaimedRow {
  readonly id: string;
  readonly due_at: string;
  readonly last_record: string | null;
  /** Clock of the database. */
  readonly now: string;
}

/** Condition on due schedules `s` of a kind. */
export const isDue = (ctx: Definitions, kind: ScheduleKind): Sql => sql`
  s.environment_id = ${environmentId(ctx)} AND s.kind = ${literal(kind)} AND s.next_due_at <= now()`;

const CLAIM = sql`
  SELECT s.id, ${isoText(raw('s.next_due_at'))} AS due_at, s.last_record_id AS last_record,
    ${isoText(raw('now()'))} AS now`;

/**
 * Locks schedules that were taken, and their triggers. One whose trigger is being written is skipped: no claim waits while
 * it holds locks.
 */
export const claimSchedules = statement(
  'claimSchedules',
  { ids: 'uuid[]' },
  (ctx, { ids }): Answers<ClaimedRow> => sql`
  ${CLAIM}
  FROM platform.schedule s
  JOIN ${systemRows(ctx, 'Trigger')} t ON t."Id" = s.id
  WHERE ${isDue(ctx, 'Scheduled')} AND s.id = ANY(${ids})
  ORDER BY s.next_due_at, s.id
  FOR NO KEY UPDATE OF s, t SKIP LOCKED`,
);

/** Locks a schedule that was taken. */
export const claimSchedule = statement(
  'claimSchedule',
  { id: 'uuid' },
  (ctx, { id }, kind: ScheduleKind): Answers<ClaimedRow> => sql`
  ${CLAIM}
  FROM platform.schedule s
  WHERE ${isDue(ctx, kind)} AND s.id = ${id}
  FOR NO KEY UPDATE OF s SKIP LOCKED`,
);

/** Answers the version of the definitions. It is read after a claim, so that the claimed schedules belong to it. */
export const definitionsVersion = readStatement(
  'definitionsVersion',
  {},
  (ctx): Answers<{ version: string }> => sql`
  SELECT e.definitions_version AS version
  FROM platform.environment e
  WHERE e.id = ${environmentId(ctx)}`,
);

/** A due time that fires for the first time, as it was given. */
export interface FireRow {
  readonly trigger: string;
  readonly due_at: string;
}

/** Records due times. Answers those that have not fired before. */
export const recordFires = statement(
  'recordFires',
  { triggers: 'uuid[]', dueAt: 'timestamptz[]' },
  (ctx, { triggers, dueAt }): Answers<FireRow> => sql`
  INSERT INTO platform.fire_time (environment_id, trigger_id, due_at)
  SELECT ${environmentId(ctx)}, f.id, f.due_at
  FROM unnest(${triggers}, ${dueAt}) AS f(id, due_at)
  ON CONFLICT (environment_id, trigger_id, due_at) DO NOTHING
  RETURNING trigger_id AS trigger, ${isoText(raw('due_at'))} AS due_at`,
);
