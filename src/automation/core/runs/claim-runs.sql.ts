import { IS_WORKED_ON } from '#core/catalogue/environment-state.js';

/** Environments that a claim looks at: those that have runs in the queue, or those that the process knows of. */
export type ClaimScope = 'all' | 'known';

/** A loose index scan, so that the number of runs does not matter. */
const ALL = `
  with_runs AS (
    (SELECT environment_id AS id, '-infinity'::timestamptz AS since FROM platform.run ORDER BY environment_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT r.environment_id
      FROM platform.run r
      WHERE r.environment_id > e.id
      ORDER BY r.environment_id
      LIMIT 1
    ), e.since
    FROM with_runs e
    WHERE e.id IS NOT NULL
  )`;

const KNOWN = `
  with_runs AS (
    SELECT k.id, to_timestamp(k.since_ms / 1000) AS since
    FROM unnest($8::uuid[], $9::float8[]) k (id, since_ms)
  )`;

/** Leaves those of `with_runs` that nodes work for: all others keep their runs. */
const WORKED_ON = `
  environments AS (
    SELECT q.id, q.since
    FROM with_runs q
    JOIN platform.environment e ON e.id = q.id
    WHERE ${IS_WORKED_ON}
  )`;

/** Chooses due runs and claims them. */
const CLAIM = `
  due AS (
    SELECT d.id, d.due_at, d.is_behind, d.is_suspect,
      row_number() OVER (PARTITION BY e.id, d.is_behind ORDER BY d.due_at, d.position) + COALESCE(h.count, 0) AS turn,
      d.is_suspect AND ($7 OR row_number() OVER (PARTITION BY d.is_suspect ORDER BY d.due_at, d.position) > 1) AS waits
    FROM environments e
    LEFT JOIN unnest($4::uuid[], $5::int[]) h (id, count) ON h.id = e.id
    CROSS JOIN LATERAL (
      SELECT r.id, r.due_at, r.position, r.node IS NOT NULL AND r.tries > 1 AS is_suspect,
        r.order_key IS NOT NULL AND EXISTS (
          SELECT
          FROM platform.run o
          WHERE o.environment_id = r.environment_id AND o.order_key = r.order_key AND o.id <> r.id
            AND (o.position < r.position OR (o.node IS NOT NULL AND o.due_at > now() AND o.due_at <> 'infinity'))
          LIMIT 1
        ) AS is_behind
      FROM platform.run r
      WHERE r.environment_id = e.id AND r.due_at >= e.since AND r.due_at <= now()
      ORDER BY r.due_at, r.position
      LIMIT $3
      FOR NO KEY UPDATE SKIP LOCKED
    ) d
    WHERE COALESCE(h.count, 0) < $6
  ), put_off AS (
    UPDATE platform.run r
    SET due_at = now() + interval '1 s'
    FROM due d
    WHERE r.id = d.id AND (d.is_behind OR d.waits)
  ), chosen AS (
    SELECT d.id, d.due_at, d.is_suspect
    FROM due d
    WHERE NOT d.is_behind AND NOT d.waits AND d.turn <= $6
    ORDER BY d.turn, d.due_at
    LIMIT $3
  ), claimed AS (
    UPDATE platform.run r
    SET node = $1, due_at = now() + $2 * interval '1 ms', attempt = r.attempt + 1, tries = r.tries + 1,
      begun_at = COALESCE(r.begun_at, now())
    FROM chosen c, platform.environment e, platform.app a
    WHERE r.id = c.id AND e.id = r.environment_id AND a.id = e.app_id
    RETURNING r.id AS "runId", a.tenant_id AS "tenantId", a.id AS "appId", r.environment_id,
      e.definitions_version AS definitions, e.principals_version AS principals, r.attempt, r.tries,
      (extract(epoch FROM now() - r.begun_at) * 1000)::float8 AS "ageMs", r.version, r.progress,
      r.only_step AS "onlyStep", r.is_cancelled AS "isCancelled", r.output_bytes::text AS "outputBytes", c.is_suspect AS "isSuspect",
      (extract(epoch FROM c.due_at) * 1000)::float8 AS "dueMs"
  )
  SELECT (extract(epoch FROM now()) * 1000)::float8 AS "atMs", (SELECT count(*) FROM due)::int AS looked,
    e.id AS "environmentId", c."runId", c."tenantId",
    c."appId", c.definitions, c.principals, c.attempt, c.tries, c."ageMs", c.version, c.progress, c."onlyStep",
    c."isCancelled", c."outputBytes", c."isSuspect", c."dueMs"
  FROM environments e
  LEFT JOIN claimed c ON c.environment_id = e.id`;

/**
 * Claims due runs in turns between environments. Rows that are claimed or wait have a later due time, so each environment
 * costs one index scan of the rows that it may get. A run that is due although another one of its order key goes first is
 * put off: transactions that enqueue for one key at the same time do not see each other.
 *
 * A run whose process has ended twice in the same step is a suspect: it may be the cause. A process has one suspect at a
 * time, so that those that were only beside it are not tried in vain as often as it is.
 *
 * Values: process, milliseconds of the lease, most runs, environments of which the process has runs and their number, most
 * runs of one environment, whether it has a suspect; of `known` the environments, and times before which none of their runs is due. These times keep
 * the scan from what ended before: while a long transaction keeps it from being removed, it would be read by each claim.
 * Answers at least one row for each environment that nodes work for, with the number of due runs that were looked at.
 */
export const claimText = (scope: ClaimScope): string =>
  `WITH RECURSIVE ${scope === 'all' ? ALL : KNOWN}, ${WORKED_ON}, ${CLAIM}`;

/** Tells whether an environment other than these has due runs. */
export const WAITING_ELSEWHERE = `
  WITH RECURSIVE ${ALL}, ${WORKED_ON}
  SELECT
  FROM environments e
  WHERE e.id <> ALL ($1::uuid[])
    AND EXISTS (SELECT FROM platform.run r WHERE r.environment_id = e.id AND r.due_at <= now())
  LIMIT 1`;

/**
 * Counts due runs without a worker, 10,000 at most, and finds the age of the oldest in seconds; null without any. Counts the
 * runs in the queue, of all environments and of the one that has most, 100,000 at most of each.
 */
export const BACKLOG = `
  WITH RECURSIVE ${ALL}, ${WORKED_ON}, due AS (
    SELECT d.due_at
    FROM environments e
    CROSS JOIN LATERAL (
      SELECT r.due_at
      FROM platform.run r
      WHERE r.environment_id = e.id AND r.due_at <= now()
      LIMIT 10000
    ) d
    LIMIT 10000
  ), oldest AS (
    SELECT (SELECT min(r.due_at) FROM platform.run r WHERE r.environment_id = e.id) AS due_at
    FROM environments e
  ), queued AS (
    SELECT (
      SELECT count(*)
      FROM (SELECT FROM platform.run r WHERE r.environment_id = e.id LIMIT 100000) r
    ) AS runs
    FROM environments e
  )
  SELECT (SELECT count(*) FROM due)::int AS due,
    (SELECT COALESCE(sum(runs), 0) FROM queued)::int AS queued, (SELECT COALESCE(max(runs), 0) FROM queued)::int AS most,
    (SELECT extract(epoch FROM now() - min(due_at)) FROM oldest WHERE due_at <= now())::float8 AS "oldestSeconds"`;
