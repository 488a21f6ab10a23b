import { sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import { environmentId, isDue, type ScheduleKind } from './schedules.sql.js';

/** A schedule that this process has taken. */
export interface TakenRow {
  readonly id: string;
  /** Attempts before, for the same due time, that ended without a result. */
  readonly losses: number;
}

/**
 * Takes due schedules of a kind and counts the attempt, before it is made. One of which an attempt has ended without a
 * result is taken alone, behind all others, and one of which a page was done behind those of which none was: no trigger
 * holds up others.
 */
export const takeSchedules = statement(
  'takeSchedules',
  { most: 'int', leaseMs: 'int' },
  (ctx, { most, leaseMs }, kind: ScheduleKind): Answers<TakenRow> => sql`
  WITH due AS (
    SELECT s.id, s.attempts
    FROM platform.schedule s
    WHERE ${isDue(ctx, kind)} AND COALESCE(s.lease_until < now(), true)
    ORDER BY s.attempts > 0, s.last_record_id IS NOT NULL, s.next_due_at, s.id
    LIMIT ${most}
    FOR NO KEY UPDATE OF s SKIP LOCKED
  ), chosen AS (
    SELECT d.id
    FROM due d
    WHERE d.attempts = 0
    UNION ALL (
      SELECT d.id
      FROM due d
      WHERE NOT EXISTS (SELECT FROM due o WHERE o.attempts = 0)
      LIMIT 1
    )
  )
  UPDATE platform.schedule s
  SET attempts = s.attempts + 1, lease_until = now() + ${leaseMs} * interval '1 ms'
  FROM chosen c
  WHERE s.environment_id = ${environmentId(ctx)} AND s.id = c.id
  RETURNING s.id, s.attempts - 1 AS losses`,
);

const GIVEN_BACK = { ids: 'uuid[]', uncounted: 'int', delayMs: 'int' };

/** Gives back schedules that are still due, some attempts uncounted. They are taken again after a delay. */
export const giveBackSchedules = statement(
  'giveBackSchedules',
  GIVEN_BACK,
  (ctx, { ids, uncounted, delayMs }) => sql`
  UPDATE platform.schedule s
  SET attempts = GREATEST(s.attempts - ${uncounted}, 0), lease_until = now() + ${delayMs} * interval '1 ms'
  WHERE s.environment_id = ${environmentId(ctx)} AND s.id = ANY(${ids}) AND s.next_due_at <= now()`,
);
