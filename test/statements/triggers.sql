-- advanceCursor()
UPDATE platform.trigger_cursor
SET cursor = $1::text
WHERE environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND cursor IS NOT DISTINCT FROM $2::text
  AND EXISTS (
    SELECT
    FROM platform.environment e
    WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid AND e.definitions_version = $3::bigint
      AND e.state = 'Active'
  )
RETURNING environment_id;

-- readAuthors()
SELECT w.xid::text AS xid,
  (
    SELECT c.user_id
    FROM platform.change c
    WHERE c.xid = w.xid AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
      AND c.user_id <> '00000000-0000-0000-0000-000000000000'::uuid AND c.occurred_at >= $1::timestamptz
    LIMIT 1
  ) AS user_id
FROM unnest($2::xid8[]) AS w(xid);

-- readCauses()
SELECT s."Id" AS step, r."Id" AS run, r."Chain"::text AS chain
FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s
JOIN (SELECT * FROM "env_test"."WorkflowRun" r WHERE NOT r."IsDeleted") r ON r."Id" = s."RunId"
WHERE s."Id" = ANY($1::uuid[]);

-- giveBackSchedules()
UPDATE platform.schedule s
SET attempts = GREATEST(s.attempts - $1::int, 0), lease_until = now() + $2::int * interval '1 ms'
WHERE s.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND s.id = ANY($3::uuid[])
  AND s.next_due_at <= now();

-- takeSchedules(Scheduled)
WITH due AS (
  SELECT s.id, s.attempts
  FROM platform.schedule s
  WHERE s.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND s.kind = 'Scheduled'
    AND s.next_due_at <= now() AND COALESCE(s.lease_until < now(), true)
  ORDER BY s.attempts > 0, s.last_record_id IS NOT NULL, s.next_due_at, s.id
  LIMIT $1::int
  FOR NO KEY UPDATE OF s SKIP LOCKED
),
chosen AS (
  SELECT d.id
  FROM due d
  WHERE d.attempts = 0
  UNION ALL (SELECT d.id FROM due d WHERE NOT EXISTS (SELECT FROM due o WHERE o.attempts = 0) LIMIT 1)
)
UPDATE platform.schedule s
SET attempts = s.attempts + 1,
lease_until = now() + $2::int * interval '1 ms'
FROM chosen c
WHERE s.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND s.id = c.id
RETURNING s.id,
s.attempts - 1 AS losses;

-- claimSchedule(DateBased)
SELECT s.id, to_char(s.next_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS due_at,
  s.last_record_id AS last_record, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now
FROM platform.schedule s
WHERE s.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND s.kind = 'DateBased'
  AND s.next_due_at <= now() AND s.id = $1::uuid
FOR NO KEY UPDATE OF s SKIP LOCKED;

-- claimSchedules()
SELECT s.id, to_char(s.next_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS due_at,
  s.last_record_id AS last_record, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now
FROM platform.schedule s
JOIN (SELECT * FROM "env_test"."Trigger" r WHERE NOT r."IsDeleted") t ON t."Id" = s.id
WHERE s.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND s.kind = 'Scheduled'
  AND s.next_due_at <= now() AND s.id = ANY($1::uuid[])
ORDER BY s.next_due_at, s.id
FOR NO KEY UPDATE OF s, t SKIP LOCKED;

-- definitionsVersion()
SELECT e.definitions_version AS version
FROM platform.environment e
WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid;

-- noteWaiting()
WITH waiting AS (
  SELECT q.id, q.order_key AS trigger
  FROM platform.run q
  WHERE q.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND q.order_key = ANY($1::uuid[]::text[])
    AND q.begun_at IS NULL
),
noted AS (
  UPDATE "env_test"."WorkflowRun" r
  SET "Error" = jsonb_build_object('Message', $2::text)
  FROM waiting w
  WHERE r."Id" = w.id
)
SELECT DISTINCT w.trigger
FROM waiting w;

-- recordFires()
INSERT INTO platform.fire_time (environment_id, trigger_id, due_at)
SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, f.id, f.due_at
FROM unnest($1::uuid[], $2::timestamptz[]) AS f(id, due_at) ON CONFLICT (environment_id, trigger_id,
  due_at) DO NOTHING
RETURNING trigger_id AS trigger, to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS due_at;

-- settleSchedules()
WITH v AS MATERIALIZED (
  SELECT *
  FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::smallint[], $5::text[]) AS v(id, due_at, last_record,
    attempts, shown)
),
shown AS (
  UPDATE "env_test"."Trigger" t
  SET "NextFireTimes" = v.shown::jsonb
  FROM v
  WHERE t."Id" = v.id AND v.shown IS NOT NULL
)
UPDATE platform.schedule s
SET next_due_at = v.due_at,
last_record_id = v.last_record,
attempts = v.attempts,
lease_until = NULL
FROM v
WHERE s.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND s.id = v.id;
