-- cancelRun()
UPDATE platform.run q
SET is_cancelled = true
WHERE q.id = $1::uuid AND q.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
RETURNING q.node IS NULL OR q.due_at <= now() AS "isIdle";

-- failedSteps()
SELECT s."Path" AS path
FROM "env_test"."WorkflowStep" s
WHERE s."RunId" = $1::uuid AND s."State" = 'Failed' AND s."Type" NOT IN ('InsertRecord', 'UpdateRecords',
  'DeleteRecords', 'RunQuery', 'ChangeStatus', 'ExecuteDatabaseObject', 'SendNotification', 'Condition', 'ForEach',
  'GenerateFile', 'Zip', 'RunWorkflow') AND (lower(s."Name") = lower($2::text) OR s."Id"::text = lower($2::text))
LIMIT 2;

-- restartRun()
WITH run AS (
  UPDATE "env_test"."WorkflowRun" r
  SET "State" = 'Running', "EndedOn" = NULL, "Error" = NULL
  WHERE r."Id" = $1::uuid AND r."State" = $2::text
  RETURNING r."Progress" AS progress, r."Tries" AS attempts, octet_length(r."Input"::text) AS input_bytes
)
INSERT INTO platform.run AS q (id, environment_id, order_key, due_at, attempt, version, progress, only_step,
  output_bytes, input_bytes)
SELECT $1::uuid,
'e0000000-0000-4000-8000-000000000003'::uuid,
run.progress ->> 'OrderKey',
CASE WHEN last.id IS NULL THEN clock_timestamp() ELSE 'infinity' END,
COALESCE(run.attempts, 0)::int,
(run.progress ->> 'Version')::uuid,
run.progress ->> 'Step',
$3::text,
COALESCE((run.progress ->> 'OutputBytes')::bigint, 0),
COALESCE(run.input_bytes, 0)
FROM run
LEFT JOIN LATERAL (
  SELECT o.id
  FROM platform.run o
  WHERE o.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
    AND o.order_key = run.progress ->> 'OrderKey'
  ORDER BY o.position DESC
  LIMIT 1
  FOR KEY SHARE
) last ON true
RETURNING q.id;

-- showWait()
UPDATE "env_test"."WorkflowRun" r SET "Error" = $1::jsonb WHERE r."Id" = $2::uuid AND r."State" = 'Running';

-- endRun()
WITH gone AS (
  DELETE
  FROM platform.run
  WHERE id = $1::uuid AND (attempt = $2::int OR $2::int < 0)
  RETURNING order_key, progress, version, attempt, output_bytes
),
ended AS (
  UPDATE "env_test"."WorkflowRun" r
  SET "State" = $3::text, "EndedOn" = clock_timestamp(), "Error" = $4::jsonb, "Tries" = gone.attempt,
    "Output" = CASE
    WHEN $3::text = 'Completed' THEN (
      SELECT s."Output"
      FROM (
        SELECT s.*
        FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s
        WHERE s."RunId" = $1::uuid
      ) s
      WHERE s."State" = 'Completed' AND s."Iteration" IS NULL AND s."Type" <> 'Condition'
      ORDER BY s."EndedOn" DESC
      LIMIT 1
    ) END, "Progress" = jsonb_build_object('Step', gone.progress, 'Version', gone.version, 'OrderKey',
    gone.order_key, 'OutputBytes', gone.output_bytes)
  FROM gone
  WHERE r."Id" = $1::uuid
  RETURNING r."Output"
),
waiting AS (
  UPDATE "env_test"."WorkflowStep" s
  SET "State" = 'Cancelled', "EndedOn" = clock_timestamp()
  FROM gone
  WHERE s."RunId" = $1::uuid AND s."State" = 'Running' AND $3::text = 'Cancelled'
),
idle AS (
  UPDATE "env_test"."WorkflowStep" s
  SET "Output" = NULL
  FROM gone
  WHERE $3::text = 'Completed' AND gone.output_bytes > 1048576 AND s."RunId" = $1::uuid
    AND s."Iteration" IS NOT NULL AND s."State" = 'Completed' AND s."Output" IS NOT NULL
    AND NOT EXISTS (
      SELECT
      FROM (
        SELECT s.*
        FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s
        WHERE s."RunId" = $1::uuid
      ) f
      WHERE f."State" = 'Failed'
    )
),
command AS (SELECT c.* FROM platform.command c, gone WHERE c.id = $1::uuid AND c.finished_on IS NULL FOR UPDATE OF c),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, errors, result, record_affected, log)
  SELECT c.id, c.environment_id, c.user_id, NULL, 'Workflow', CASE WHEN $5::json IS NULL THEN 'Completed'
    ELSE 'Failed' END, $6::int, '{}', c.submitted_on, $5::json, CASE WHEN $5::json IS NULL AND (c.is_accepted
    OR c.key_hash IS NOT NULL) THEN json_build_object(
      'RunId', $1::uuid, 'State', $3::text, 'Output', (SELECT ended."Output" FROM ended), 'Steps',
        COALESCE(
          (
            SELECT json_agg(CASE WHEN l."Error" IS NULL THEN json_build_object('Name', l."Name", 'Type', l."Type",
              'State', l."State") ELSE json_build_object('Name', l."Name", 'Type', l."Type", 'State', l."State",
              'Error', l."Error") END ORDER BY l."StartedOn", l."EndedOn")
            FROM (
              SELECT *
              FROM (
                SELECT s.*
                FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s
                WHERE s."RunId" = $1::uuid
              ) s
              ORDER BY s."StartedOn", s."EndedOn"
              LIMIT 1000
            ) l
          ), '[]'::json
        )
    ) END, 0, '[]'
  FROM command c
),
dropped AS (DELETE FROM platform.command c USING command k WHERE c.id = k.id AND NOT k.is_accepted),
finished AS (
  UPDATE platform.command c
  SET finished_on = clock_timestamp(), body = NULL
  FROM command k
  WHERE c.id = k.id AND k.is_accepted
)
SELECT gone.order_key AS "orderKey"
FROM gone;

-- readResult()
SELECT r."State" AS state, r."Error"::text AS error,
  json_build_object(
    'RunId', $1::uuid, 'State', r."State", 'Output', r."Output", 'Steps',
      COALESCE(
        (
          SELECT json_agg(CASE WHEN l."Error" IS NULL THEN json_build_object('Name', l."Name", 'Type', l."Type",
            'State', l."State") ELSE json_build_object('Name', l."Name", 'Type', l."Type", 'State', l."State",
            'Error', l."Error") END ORDER BY l."StartedOn", l."EndedOn")
          FROM (
            SELECT *
            FROM (
              SELECT s.*
              FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s
              WHERE s."RunId" = $1::uuid
            ) s
            ORDER BY s."StartedOn", s."EndedOn"
            LIMIT 1000
          ) l
        ), '[]'::json
      )
  )::text AS result
FROM (SELECT * FROM "env_test"."WorkflowRun" r WHERE NOT r."IsDeleted") r
WHERE r."Id" = $1::uuid;

-- wakeRun()
UPDATE platform.run q
SET due_at = clock_timestamp()
FROM (
  SELECT f.id
  FROM platform.run f
  WHERE f.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND f.order_key = $1::text
  ORDER BY f.position
  LIMIT 1
) next
WHERE q.id = next.id AND q.due_at = 'infinity';

-- enqueueRuns()
WITH r AS MATERIALIZED (
  SELECT *
  FROM json_to_recordset($1::json) AS r(n int, id uuid, workflow_id uuid, trigger_id uuid, entity text,
    record_id uuid, run_as text, user_id uuid, input json, chain json, caused_by uuid, ended text, error text,
    order_key text)
),
run AS (
  INSERT INTO "env_test"."WorkflowRun" ("WorkflowId", "TriggerId", "EntityName", "RecordId", "State", "StartedOn",
    "EndedOn", "RunAs", "UserId", "Input", "Output", "Error", "Chain", "Progress", "Tries", "CausedBy", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT r.workflow_id, r.trigger_id, r.entity, r.record_id, COALESCE(r.ended, 'Running'), now(), CASE
    WHEN r.ended IS NOT NULL THEN now() END, r.run_as, NULLIF(r.user_id,
    '00000000-0000-0000-0000-000000000000'::uuid), r.input::jsonb, NULL::jsonb, CASE
    WHEN r.ended IS NOT NULL THEN jsonb_build_object('Message', r.error) END, r.chain::jsonb, NULL::jsonb, 0,
    r.caused_by, r.id, gen_random_uuid(), NULL::uuid, CASE WHEN r.run_as = 'Caller' THEN r.user_id
    ELSE '00000000-0000-0000-0000-000000000000'::uuid END, NULL::uuid, $2::uuid, $3::timestamptz, $2::uuid,
    $3::timestamptz, 1::bigint, false
  FROM r
)
INSERT INTO platform.run (id, environment_id, order_key, due_at, input_bytes)
SELECT n.id,
'e0000000-0000-4000-8000-000000000003'::uuid,
n.order_key,
CASE WHEN n.place > 1 OR last.id IS NOT NULL THEN 'infinity' ELSE clock_timestamp() END,
octet_length(n.input::text)
FROM (
  SELECT r.*, CASE WHEN r.order_key IS NULL THEN 1
    ELSE row_number() OVER (PARTITION BY r.order_key ORDER BY r.n) END AS place
  FROM r
  WHERE r.ended IS NULL
) n
LEFT JOIN LATERAL (
  SELECT q.id
  FROM platform.run q
  WHERE q.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND q.order_key = n.order_key
    AND n.place = 1
  ORDER BY q.position DESC
  LIMIT 1
  FOR KEY SHARE
) last ON true
ORDER BY n.n;

-- endedBytes()
WITH page AS (
  SELECT r."EndedOn" AS ended, COALESCE(pg_column_size(r."Input"), 0) + COALESCE(pg_column_size(r."Output"),
    0) + COALESCE(pg_column_size(r."Error"), 0) + COALESCE(pg_column_size(r."Chain"),
    0) + COALESCE(pg_column_size(r."Progress"),
    0) + COALESCE(
      (
        SELECT sum(COALESCE(pg_column_size(s."Output"), 0) + COALESCE(pg_column_size(s."Error"), 0))
        FROM "env_test"."WorkflowStep" s
        WHERE s."RunId" = r."Id"
      ), 0
    ) AS bytes
  FROM "env_test"."WorkflowRun" r
  WHERE r."EndedOn" < $1::timestamptz
  ORDER BY r."EndedOn" DESC FETCH FIRST ($2::int) ROWS WITH TIES
),
added AS (SELECT p.ended, p.bytes, sum(p.bytes) OVER (ORDER BY p.ended DESC) AS total FROM page p)
SELECT count(*)::int AS runs,
COALESCE(sum(a.bytes), 0)::text AS bytes,
min(a.ended)::text AS oldest,
(max(a.ended) FILTER (WHERE a.total > $3::bigint))::text AS beyond
FROM added a;

-- expireRuns()
WITH old AS (
  SELECT r."Id" AS id
  FROM "env_test"."WorkflowRun" r
  WHERE r."EndedOn" <= GREATEST(now() - $1::int * interval '1 day', LEAST($2::timestamptz,
    now() - interval '10 minutes'))
  ORDER BY r."EndedOn"
  LIMIT $3::int
),
parts AS (
  DELETE
  FROM "env_test"."WorkflowStep" s
  WHERE s."Id" IN (SELECT p."Id" FROM "env_test"."WorkflowStep" p JOIN old ON p."RunId" = old.id LIMIT $3::int)
  RETURNING s."Id"
),
gone AS (
  DELETE
  FROM "env_test"."WorkflowRun" r USING old
  WHERE r."Id" = old.id AND NOT EXISTS (SELECT FROM "env_test"."WorkflowStep" s WHERE s."RunId" = old.id)
  RETURNING r."Id"
)
SELECT (SELECT count(*) FROM parts)::int + (SELECT count(*) FROM gone)::int AS removed;

-- readFirstRows()
SELECT s."Id"::text AS id, jsonb_typeof(s."Output") = 'array' AS "isList", CASE
  WHEN jsonb_typeof(s."Output") = 'array' THEN s."Output" -> 0 ELSE s."Output" END::text AS output
FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s
WHERE s."Id" = ANY($1::uuid[]) AND s."State" IN ('Completed', 'Running');

-- readOutputs()
SELECT s."Id"::text AS id, s."Output"::text AS output
FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s
WHERE s."Id" = ANY($1::uuid[]) AND s."State" IN ('Completed', 'Running');

-- readRuns()
SELECT r."Id"::text AS id, r."WorkflowId"::text AS "workflowId", r."TriggerId"::text AS "triggerId",
  r."EntityName" AS "entityName", r."RecordId"::text AS "recordId", r."State" AS state, r."RunAs" AS "runAs",
  r."UserId"::text AS "userId", r."OwnerId"::text AS "ownerId", r."Input"::text AS input, r."Error"::text AS error,
  r."Chain"::text AS chain, r."Progress"::text AS progress
FROM (SELECT * FROM "env_test"."WorkflowRun" r WHERE NOT r."IsDeleted") r
WHERE r."Id" = ANY($1::uuid[]);

-- recordExecution()
WITH earlier AS (DELETE FROM platform.operation WHERE id = $1::uuid RETURNING user_id),
key AS (
  INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on)
  SELECT $2::text, $1::uuid, $3::text, now() + $4::int * interval '1 hour'
  WHERE $2::text IS NOT NULL
)
INSERT INTO platform.command AS c (id, tenant_id, app_id, environment_id, user_id, route, operation, preferences,
  key_hash, body_hash, node, submitted_on, lease_until, is_accepted)
VALUES (
  $1::uuid, 'd0000000-0000-4000-8000-000000000001'::uuid, 'a0000000-0000-4000-8000-000000000002'::uuid,
    'e0000000-0000-4000-8000-000000000003'::uuid, COALESCE((SELECT e.user_id FROM earlier e), $5::uuid), $6::text,
    'Workflow', '{}', $2::text, $3::text, '00000000-0000-0000-0000-000000000000'::uuid, $7::timestamptz, 'infinity',
    false
) ON CONFLICT (id) DO UPDATE
SET user_id = excluded.user_id,
route = excluded.route,
key_hash = excluded.key_hash,
body_hash = excluded.body_hash,
submitted_on = excluded.submitted_on,
lease_until = 'infinity',
finished_on = NULL,
is_accepted = false;

-- storeStep()
WITH fence AS (
  UPDATE platform.run
  SET progress = COALESCE($1::text, progress), version = COALESCE(version, $2::uuid), tries = CASE
    WHEN $1::text IS NULL THEN tries ELSE 1 END, output_bytes = output_bytes + $3::bigint, waits_on = CASE
    WHEN $1::text IS NULL THEN waits_on END
  WHERE id = $4::uuid AND attempt = $5::int
  RETURNING is_cancelled, output_bytes
),
step AS (
  INSERT INTO "env_test"."WorkflowStep" AS s ("RunId", "Name", "Type", "Path", "Iteration", "State", "StartedOn",
    "EndedOn", "Output", "Error", "Tries", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId",
    "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT $4::uuid, $6::text, $7::text, $8::text, $9::bigint, $10::text,
    clock_timestamp() - $11::double precision * interval '1 ms', CASE
    WHEN $10::text <> 'Running' THEN clock_timestamp() END, $12::jsonb, $13::jsonb, $14::bigint, $15::uuid,
    gen_random_uuid(), NULL::uuid, $16::uuid, NULL::uuid, $17::uuid, $18::timestamptz, $17::uuid, $18::timestamptz,
    1::bigint, false
  FROM fence ON CONFLICT ("Id") DO UPDATE
  SET "State" = excluded."State", "StartedOn" = excluded."StartedOn", "EndedOn" = excluded."EndedOn",
    "Output" = excluded."Output", "Error" = excluded."Error", "Tries" = excluded."Tries"
  WHERE s."State" <> 'Completed' OR excluded."State" = 'Failed'
  RETURNING 1
)
SELECT fence.is_cancelled AS "isCancelled",
fence.output_bytes::text AS "outputBytes",
e.definitions_version AS definitions,
e.principals_version AS principals
FROM fence,
step,
platform.environment e
WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid;
