-- countQueued()
SELECT count(*)::int AS queued, COALESCE(sum(q.input_bytes + q.output_bytes), 0)::text AS bytes
FROM (
  SELECT q.input_bytes, q.output_bytes
  FROM platform.run q
  WHERE q.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
  LIMIT $1::int
) q;

-- endMarkedRuns()
WITH idle AS (
  SELECT q.id
  FROM platform.run q
  WHERE q.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND q.is_cancelled AND (q.node IS NULL
    OR q.due_at <= now()) AND NOT EXISTS (SELECT FROM platform.command c WHERE c.id = q.id)
  LIMIT 5000
  FOR UPDATE SKIP LOCKED
),
gone AS (DELETE FROM platform.run q USING idle WHERE q.id = idle.id RETURNING q.id, q.order_key, q.attempt),
ended AS (
  UPDATE "env_test"."WorkflowRun" r
  SET "State" = 'Cancelled', "EndedOn" = clock_timestamp(), "Error" = NULL, "Tries" = gone.attempt
  FROM gone
  WHERE r."Id" = gone.id
),
waiting AS (
  UPDATE "env_test"."WorkflowStep" s
  SET "State" = 'Cancelled', "EndedOn" = clock_timestamp()
  FROM gone
  WHERE s."RunId" = gone.id AND s."State" = 'Running'
)
SELECT count(*)::int AS ended,
COALESCE(json_agg(DISTINCT gone.order_key)::text, '[]') AS keys
FROM gone;

-- wakeRuns()
UPDATE platform.run q
SET due_at = clock_timestamp()
WHERE q.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND q.order_key = ANY($1::text[])
  AND q.due_at = 'infinity'
  AND NOT EXISTS (
    SELECT
    FROM platform.run o
    WHERE o.environment_id = q.environment_id AND o.order_key = q.order_key AND o.position < q.position
  );
