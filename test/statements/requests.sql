-- lockApprovable(Order)
WITH m AS MATERIALIZED (
  SELECT m."Id"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") m
  WHERE m."Id" = ANY($1::uuid[])
  ORDER BY m."Id"
  FOR NO KEY UPDATE OF m
)
SELECT count(*)::int AS locked
FROM m;

-- closeRequests(Order)
WITH v AS (SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) AS v(id, state, comment, blocks)),
q AS MATERIALIZED (
  SELECT q."RecordId", q."EntityName", q."ProcessId", q."State", q."CurrentStep", q."RequestedBy", q."RequestedOn",
    q."ClosedOn", q."Comment", q."Steps", q."BlocksMoves", q."Id", q."RecordInformationId", q."StatusId",
    q."OwnerId", q."OwnerTeamId", q."CreatedBy", q."CreatedOn", q."UpdatedBy", q."UpdatedOn", q."RowVersion",
    q."IsDeleted"
  FROM (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") q
  WHERE q."Id" = ANY($1::uuid[])
),
m AS MATERIALIZED (
  SELECT m."Id", q."Id" AS request, 'Order' || COALESCE(' ' || m."Number"::text, '') AS title
  FROM q
  JOIN (SELECT * FROM "env_test"."Order" r WHERE true) m ON m."RecordInformationId" = q."RecordId"
  ORDER BY m."Id"
  FOR NO KEY UPDATE OF m
),
u AS (
  UPDATE "env_test"."ApprovalRequest" t
  SET "State" = v.state, "ClosedOn" = $5::timestamptz, "BlocksMoves" = v.blocks, "RowVersion" = q."RowVersion" + 1,
    "UpdatedBy" = $6::uuid, "UpdatedOn" = $5::timestamptz
  FROM v
  JOIN q ON q."Id" = v.id
  WHERE t."Id" = v.id
  RETURNING t."RecordId", t."EntityName", t."ProcessId", t."State", t."CurrentStep", t."RequestedBy",
    t."RequestedOn", t."ClosedOn", t."Comment", t."Steps", t."BlocksMoves", t."Id", t."RecordInformationId",
    t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn",
    t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", q."OwnerId" AS owner_before,
    q."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN q."State" IS DISTINCT FROM u."State" THEN '"State":' || COALESCE(to_json(q."State")::text, 'null') END,
    CASE WHEN q."ClosedOn" IS DISTINCT FROM u."ClosedOn" THEN '"ClosedOn":' || COALESCE(('"'
    || replace((q."ClosedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') END, CASE
    WHEN q."BlocksMoves" IS DISTINCT FROM u."BlocksMoves" THEN '"BlocksMoves":' || COALESCE(q."BlocksMoves"::text,
    'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."State" IS DISTINCT FROM q."State" THEN '"State":' || COALESCE(to_json(u."State")::text, 'null') END,
    CASE WHEN u."ClosedOn" IS DISTINCT FROM q."ClosedOn" THEN '"ClosedOn":' || COALESCE(('"'
    || replace((u."ClosedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') END, CASE
    WHEN u."BlocksMoves" IS DISTINCT FROM q."BlocksMoves" THEN '"BlocksMoves":' || COALESCE(u."BlocksMoves"::text,
    'null') END), '')) || '}') AS new_values
  FROM u
  JOIN q ON q."Id" = u."Id"
  ORDER BY u."Id"
),
unlocked AS (
  UPDATE "env_test"."Order" t
  SET "ApprovalRequestId" = NULL
  FROM m
  WHERE t."Id" = m."Id" AND t."ApprovalRequestId" = m.request
),
note AS (
  INSERT INTO "env_test"."Notification" AS s ("Message", "EntityName", "RecordId", "Source", "ReadOn", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT m.title || ': ' || lower(v.state) || ' by ' || $7::text || '.' || COALESCE(' ' || left(v.comment, 1000),
    ''), 'Order'::text, q."RecordId", 'Approval'::text, NULL::timestamptz, gen_random_uuid(), gen_random_uuid(),
    NULL::uuid, w."Id", w."PrimaryTeamId", $6::uuid, $5::timestamptz, $6::uuid, $5::timestamptz, 1::bigint, false
  FROM v
  JOIN q ON q."Id" = v.id
  JOIN m ON m.request = v.id
  JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") w ON w."Id" = q."RequestedBy"
  WHERE v.state <> 'Recalled' OR q."RequestedBy" <> $6::uuid
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Message":'
    || to_json(s."Message")::text || ',"EntityName":') || (COALESCE(to_json(s."EntityName")::text, 'null')
    || ',"RecordId":')) || ((COALESCE(('"' || s."RecordId"::text || '"'), 'null') || ',"Source":'
    || COALESCE(to_json(s."Source")::text, 'null')) || (',"ReadOn":' || COALESCE(('"'
    || replace((s."ReadOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"Id":' || ('"'
    || s."Id"::text || '"') || ',"RecordInformationId":') || (('"' || s."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'),
    'null'))))) || ((((',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')
    || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'))
    || (('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || s."CreatedBy"::text || '"'))
    || (',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))))
    || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'ApprovalRequest', 'Update', $6::uuid, $8::uuid,
    $5::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json,
    c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM d c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Notification', 'Create', $6::uuid, $8::uuid,
    $5::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM note c
)
SELECT COALESCE(json_agg(json_build_array(m.request, m."Id"))::text, '[]') AS closed
FROM m;

-- lockDecided()
WITH m AS MATERIALIZED (
  SELECT m."Id"
  FROM (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") m
  WHERE m."Id" IN (
    SELECT d."ApprovalRequestId"
    FROM (SELECT * FROM "env_test"."ApprovalDecision" r WHERE NOT r."IsDeleted") d
    JOIN (
      SELECT k.record_id, k.operation, k.position, k.old
      FROM (
        WITH own AS MATERIALIZED (
          SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
            k.created
          FROM platform.change k
          WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
        )
        SELECT k.record_id,
        k.operation,
        k.position,
        k.source,
        k.old,
        k.new,
        k.shape,
        k.created
        FROM own k
        WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'ApprovalDecision'
      ) k
      WHERE k.operation IN ('Create') AND k.source IS DISTINCT FROM 'Approval'
    ) k ON k.record_id = d."Id"
  )
  ORDER BY m."Id"
  FOR NO KEY UPDATE OF m
)
SELECT count(*)::int AS locked
FROM m;

-- readDecisions()
WITH d AS MATERIALIZED (
  SELECT d.*, k.position
  FROM (SELECT * FROM "env_test"."ApprovalDecision" r WHERE NOT r."IsDeleted") d
  JOIN (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'ApprovalDecision'
    ) k
    WHERE k.operation IN ('Create') AND k.source IS DISTINCT FROM 'Approval'
  ) k ON k.record_id = d."Id"
  WHERE d."Id" <> ALL($2::uuid[])
),
t AS MATERIALIZED (
  SELECT t.*
  FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
  WHERE t."RequestId" IN (SELECT d."ApprovalRequestId" FROM d)
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
tasks AS MATERIALIZED (
  SELECT t."RequestId" AS request, json_agg(json_build_object('id', t."Id", 'step', t."Step", 'assigneeId',
    t."AssigneeId", 'state', t."State", 'hops', COALESCE(t."Hops", 0), 'formerAssignees',
    COALESCE(t."FormerAssignees", '[]'::jsonb), 'isEscalated', t."EscalatedOn" IS NOT NULL))::text AS tasks
  FROM t
  GROUP BY t."RequestId"
)
SELECT d."Id" AS id,
d."Decision" AS decision,
d."Comment" AS comment,
d."DelegateToUserId" AS delegate_id,
(
  SELECT json_build_object(
    'active', u."IsActive", 'roles',
      ARRAY(
        SELECT l."RoleId"
        FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") l
        WHERE l."UserId" = u."Id"
      )
  )::text
  FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
  WHERE u."Id" = d."DelegateToUserId"
) AS delegate,
r."Id" AS request_id,
r."State" AS state,
r."RequestedBy" AS requested_by,
r."BlocksMoves"::int AS blocks_moves,
r."CurrentStep"::int AS step,
r."EntityName" AS entity_name,
r."ProcessId" AS process_id,
r."Steps"::text AS steps,
tasks.tasks
FROM d
LEFT JOIN (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") r ON r."Id" = d."ApprovalRequestId"
LEFT JOIN tasks ON tasks.request = r."Id"
ORDER BY d.position;

-- affectedApprovers()
SELECT DISTINCT a.id::text AS id
FROM (
  SELECT (k.old ->> 'UserId')::uuid AS id
  FROM (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'UserRole'
    ) k
    WHERE k.operation IN ('Update', 'Delete') AND k.source IS DISTINCT FROM 'Approval'
  ) k
  WHERE k.old ->> 'UserId' IS NOT NULL
  UNION ALL
  SELECT (k.old ->> 'UserId')::uuid
  FROM (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'TeamMember'
    ) k
    WHERE k.operation IN ('Update', 'Delete') AND k.source IS DISTINCT FROM 'Approval'
  ) k
  WHERE k.old ->> 'UserId' IS NOT NULL
  UNION ALL
  SELECT l."UserId"
  FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") l
  JOIN (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'UserRole'
    ) k
    WHERE k.operation IN ('Update') AND k.source IS DISTINCT FROM 'Approval'
  ) k ON k.record_id = l."Id"
  UNION ALL
  SELECT l."UserId"
  FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") l
  JOIN (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'TeamMember'
    ) k
    WHERE k.operation IN ('Update') AND k.source IS DISTINCT FROM 'Approval'
  ) k ON k.record_id = l."Id"
  UNION ALL
  SELECT n.id
  FROM (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'User'
    ) k
    WHERE k.operation IN ('Update', 'Delete') AND k.source IS DISTINCT FROM 'Approval'
  ) k
  CROSS JOIN LATERAL (VALUES (k.record_id), ((k.old ->> 'ManagerId')::uuid)) n(id)
  WHERE n.id IS NOT NULL
  UNION ALL
  SELECT NULL
  FROM (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'Role'
    ) k
    WHERE k.operation IN ('Update', 'Delete') AND k.source IS DISTINCT FROM 'Approval'
  ) k
  UNION ALL
  SELECT NULL
  FROM (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'Team'
    ) k
    WHERE k.operation IN ('Update', 'Delete') AND k.source IS DISTINCT FROM 'Approval'
  ) k
) a;

-- lockRuled()
WITH m AS MATERIALIZED (
  SELECT m."Id"
  FROM (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") m
  WHERE m."Id" IN (
    SELECT t."RequestId"
    FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
    WHERE t."State" = 'Open' AND t."AssigneeId" IS NOT NULL AND COALESCE(t."Hops", 0) = 0
      AND t."FormerAssignees" IS NULL AND ($1::uuid[] IS NULL OR t."AssigneeId" = ANY($1::uuid[]))
  )
  ORDER BY m."Id"
  FOR NO KEY UPDATE OF m
)
SELECT count(*)::int AS locked
FROM m;

-- ruledTasks()
SELECT DISTINCT r."Id" AS request, r."EntityName" AS entity_name, r."ProcessId" AS process_id,
  t."Step"::int AS step, r."Steps"::text AS steps, (t."EscalatedOn" IS NOT NULL)::int AS escalated
FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
JOIN (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") r ON r."Id" = t."RequestId"
  AND r."State" = 'Pending'
WHERE t."State" = 'Open' AND t."AssigneeId" IS NOT NULL AND COALESCE(t."Hops", 0) = 0
  AND t."FormerAssignees" IS NULL AND r."EntityName" IS NOT NULL AND ($1::uuid[] IS NULL
  OR t."AssigneeId" = ANY($1::uuid[]))
ORDER BY request;

-- ruledTasksDecided()
SELECT DISTINCT r."Id" AS request, r."EntityName" AS entity_name, r."ProcessId" AS process_id,
  t."Step"::int AS step, r."Steps"::text AS steps, (t."EscalatedOn" IS NOT NULL)::int AS escalated
FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
JOIN (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") r ON r."Id" = t."RequestId"
  AND r."State" = 'Pending'
WHERE t."State" = 'Open' AND t."AssigneeId" IS NOT NULL AND COALESCE(t."Hops", 0) = 0
  AND t."FormerAssignees" IS NULL AND r."EntityName" IS NOT NULL
  AND t."RequestId" IN (
    SELECT d."ApprovalRequestId"
    FROM (SELECT * FROM "env_test"."ApprovalDecision" r WHERE NOT r."IsDeleted") d
    JOIN (
      SELECT k.record_id, k.operation, k.position, k.old
      FROM (
        WITH own AS MATERIALIZED (
          SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
            k.created
          FROM platform.change k
          WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
        )
        SELECT k.record_id,
        k.operation,
        k.position,
        k.source,
        k.old,
        k.new,
        k.shape,
        k.created
        FROM own k
        WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'ApprovalDecision'
      ) k
      WHERE k.operation IN ('Create') AND k.source IS DISTINCT FROM 'Approval'
    ) k ON k.record_id = d."Id"
  )
ORDER BY request;

-- withdrawTasks(Order)
WITH m AS MATERIALIZED (
  SELECT t."RequestId", t."Step", t."StepName", t."AssigneeId", t."State", t."DueOn", t."EntityName", t."RecordId",
    t."DelegatedBy", t."Hops", t."FormerAssignees", t."RemindedOn", t."EscalatedOn", t."Id",
    t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn",
    t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
),
u AS (
  UPDATE "env_test"."ApprovalTask" t
  SET "State" = 'Closed', "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $2::uuid, "UpdatedOn" = $3::timestamptz
  FROM m
  WHERE t."Id" = m."Id"
  RETURNING t."RequestId", t."Step", t."StepName", t."AssigneeId", t."State", t."DueOn", t."EntityName",
    t."RecordId", t."DelegatedBy", t."Hops", t."FormerAssignees", t."RemindedOn", t."EscalatedOn", t."Id",
    t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn",
    t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."State" IS DISTINCT FROM u."State" THEN '"State":' || COALESCE(to_json(m."State")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."State" IS DISTINCT FROM m."State" THEN '"State":' || COALESCE(to_json(u."State")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
x AS (
  SELECT u.*, 'Order' || COALESCE(' ' || r."Number"::text, '') AS title
  FROM u
  LEFT JOIN (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") r ON r."RecordInformationId" = u."RecordId"
),
note AS (
  INSERT INTO "env_test"."Notification" AS s ("Message", "EntityName", "RecordId", "Source", "ReadOn", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT n.message, 'Order'::text, n.record, 'Approval'::text, NULL::timestamptz, gen_random_uuid(),
    gen_random_uuid(), NULL::uuid, n.user_id, n.team_id, $2::uuid, $3::timestamptz, $2::uuid, $3::timestamptz,
    1::bigint, false
  FROM (
    SELECT w."Id" AS user_id, w."PrimaryTeamId" AS team_id, x."RecordId" AS record, x.title
      || ': your decision is no longer needed (' || x."StepName" || ').' AS message
    FROM x
    JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") w ON w."Id" = x."AssigneeId"
    UNION ALL
    SELECT w."Id", w."PrimaryTeamId", x."RecordId", x.title || ': ' || COALESCE(o."DisplayName", 'a former user')
      || ' decides no longer (' || x."StepName" || ').'
    FROM x
    JOIN (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") r ON r."Id" = x."RequestId"
    JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") w ON w."Id" = r."RequestedBy"
    LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") o ON o."Id" = x."AssigneeId"
  ) n
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Message":'
    || to_json(s."Message")::text || ',"EntityName":') || (COALESCE(to_json(s."EntityName")::text, 'null')
    || ',"RecordId":')) || ((COALESCE(('"' || s."RecordId"::text || '"'), 'null') || ',"Source":'
    || COALESCE(to_json(s."Source")::text, 'null')) || (',"ReadOn":' || COALESCE(('"'
    || replace((s."ReadOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"Id":' || ('"'
    || s."Id"::text || '"') || ',"RecordInformationId":') || (('"' || s."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'),
    'null'))))) || ((((',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')
    || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'))
    || (('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || s."CreatedBy"::text || '"'))
    || (',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))))
    || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'ApprovalTask', 'Update', $2::uuid, $4::uuid,
    $3::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json,
    c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM d c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Notification', 'Create', $2::uuid, $4::uuid,
    $3::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM note c
)
SELECT DISTINCT u."RequestId" AS request
FROM u
WHERE NOT EXISTS (
  SELECT
  FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") o
  WHERE o."RequestId" = u."RequestId" AND o."State" = 'Open' AND o."Id" <> ALL($1::uuid[])
);

-- fillRequests(Order)
WITH v AS (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) AS v(request, record, process, steps)
),
q AS MATERIALIZED (
  SELECT q."RecordId", q."EntityName", q."ProcessId", q."State", q."CurrentStep", q."RequestedBy", q."RequestedOn",
    q."ClosedOn", q."Comment", q."Steps", q."BlocksMoves", q."Id", q."RecordInformationId", q."StatusId",
    q."OwnerId", q."OwnerTeamId", q."CreatedBy", q."CreatedOn", q."UpdatedBy", q."UpdatedOn", q."RowVersion",
    q."IsDeleted"
  FROM (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") q
  WHERE q."Id" = ANY($1::uuid[])
),
u AS (
  UPDATE "env_test"."ApprovalRequest" t
  SET "EntityName" = 'Order', "ProcessId" = v.process, "State" = 'Pending', "RequestedBy" = $5::uuid,
    "RequestedOn" = $6::timestamptz, "Steps" = v.steps::jsonb, "OwnerId" = m."OwnerId",
    "OwnerTeamId" = m."OwnerTeamId", "RowVersion" = q."RowVersion" + 1, "UpdatedBy" = $5::uuid,
    "UpdatedOn" = $6::timestamptz
  FROM v
  JOIN q ON q."Id" = v.request
  JOIN (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") m ON m."Id" = v.record
  JOIN (SELECT * FROM "env_test"."ApprovalProcess" r WHERE NOT r."IsDeleted") p ON p."Id" = v.process
  WHERE t."Id" = v.request
  RETURNING t."RecordId", t."EntityName", t."ProcessId", t."State", t."CurrentStep", t."RequestedBy",
    t."RequestedOn", t."ClosedOn", t."Comment", t."Steps", t."BlocksMoves", t."Id", t."RecordInformationId",
    t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn",
    t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", q."OwnerId" AS owner_before,
    q."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN q."EntityName" IS DISTINCT FROM u."EntityName" THEN '"EntityName":'
    || COALESCE(to_json(q."EntityName")::text, 'null') END, CASE
    WHEN q."ProcessId" IS DISTINCT FROM u."ProcessId" THEN '"ProcessId":' || COALESCE(('"' || q."ProcessId"::text
    || '"'), 'null') END, CASE WHEN q."State" IS DISTINCT FROM u."State" THEN '"State":'
    || COALESCE(to_json(q."State")::text, 'null') END, CASE
    WHEN q."RequestedBy" IS DISTINCT FROM u."RequestedBy" THEN '"RequestedBy":' || COALESCE(('"'
    || q."RequestedBy"::text || '"'), 'null') END, CASE
    WHEN q."RequestedOn" IS DISTINCT FROM u."RequestedOn" THEN '"RequestedOn":' || COALESCE(('"'
    || replace((q."RequestedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') END, CASE
    WHEN q."Steps" IS DISTINCT FROM u."Steps" THEN '"Steps":' || COALESCE(q."Steps"::text, 'null') END, CASE
    WHEN q."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || q."OwnerId"::text || '"'),
    'null') END, CASE WHEN q."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || q."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."EntityName" IS DISTINCT FROM q."EntityName" THEN '"EntityName":'
    || COALESCE(to_json(u."EntityName")::text, 'null') END, CASE
    WHEN u."ProcessId" IS DISTINCT FROM q."ProcessId" THEN '"ProcessId":' || COALESCE(('"' || u."ProcessId"::text
    || '"'), 'null') END, CASE WHEN u."State" IS DISTINCT FROM q."State" THEN '"State":'
    || COALESCE(to_json(u."State")::text, 'null') END, CASE
    WHEN u."RequestedBy" IS DISTINCT FROM q."RequestedBy" THEN '"RequestedBy":' || COALESCE(('"'
    || u."RequestedBy"::text || '"'), 'null') END, CASE
    WHEN u."RequestedOn" IS DISTINCT FROM q."RequestedOn" THEN '"RequestedOn":' || COALESCE(('"'
    || replace((u."RequestedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') END, CASE
    WHEN u."Steps" IS DISTINCT FROM q."Steps" THEN '"Steps":' || COALESCE(u."Steps"::text, 'null') END, CASE
    WHEN u."OwnerId" IS DISTINCT FROM q."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || u."OwnerId"::text || '"'),
    'null') END, CASE WHEN u."OwnerTeamId" IS DISTINCT FROM q."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN q ON q."Id" = u."Id"
  ORDER BY u."Id"
),
locked AS (UPDATE "env_test"."Order" t SET "ApprovalRequestId" = v.request FROM v WHERE t."Id" = v.record),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'ApprovalRequest', 'Update', $5::uuid, $7::uuid,
    $6::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json,
    c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM d c
)
SELECT count(*)::int AS filled
FROM u;

-- lockOverdue()
SELECT r."Id" AS id, r."EntityName" AS entity_name, r."ProcessId" AS process_id, r."CurrentStep"::int AS step,
  r."Steps"::text AS steps
FROM (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") r
WHERE r."State" = 'Pending'
  AND r."Id" IN (
    SELECT t."RequestId"
    FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
    WHERE t."State" = 'Open' AND t."RemindedOn" IS NULL AND t."DueOn" <= now()
  )
ORDER BY r."Id"
LIMIT $1::int
FOR NO KEY UPDATE OF r SKIP LOCKED;

-- setNextLook()
UPDATE platform.schedule s
SET attempts = CASE WHEN $1::boolean THEN $2::int ELSE 0 END, lease_until = NULL, next_due_at = CASE
  WHEN $1::boolean THEN now()
  ELSE LEAST(
    now() + interval '1 minute',
      GREATEST(
        now() + interval '1 second',
          (
            SELECT min(t."DueOn")
            FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
            JOIN (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") r ON r."Id" = t."RequestId"
            WHERE t."State" = 'Open' AND t."RemindedOn" IS NULL AND r."State" = 'Pending'
          )
      )
  ) END
WHERE s.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND s.kind = 'ApprovalTasks';

-- readReassigned()
WITH c AS (
  SELECT k.record_id AS id,
    COALESCE(json_agg(k.old -> 'AssigneeId' ORDER BY k.position) FILTER (WHERE k.old ->> 'AssigneeId' IS NOT NULL),
    '[]') AS former, bool_or(EXISTS (SELECT FROM json_object_keys(k.old) n WHERE n <> 'AssigneeId')) AS other
  FROM (
    SELECT k.record_id, k.operation, k.position, k.old
    FROM (
      WITH own AS MATERIALIZED (
        SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape,
          k.created
        FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day'
      )
      SELECT k.record_id,
      k.operation,
      k.position,
      k.source,
      k.old,
      k.new,
      k.shape,
      k.created
      FROM own k
      WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'ApprovalTask'
    ) k
    WHERE k.operation IN ('Update') AND k.source IS DISTINCT FROM 'Approval'
  ) k
  GROUP BY k.record_id
)
SELECT t."Id" AS id,
t."State" AS state,
t."AssigneeId" AS assignee,
r."RequestedBy" AS requester,
t."EntityName" AS entity_name,
r."ProcessId" AS process_id,
c.former::text AS former,
CASE WHEN c.other THEN 1 ELSE 0 END AS other,
CASE
  WHEN EXISTS (
    SELECT
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = t."AssigneeId" AND u."IsActive"
  ) THEN 1 ELSE 0 END AS active,
CASE
  WHEN EXISTS (
    SELECT
    FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") o
    WHERE o."RequestId" = t."RequestId" AND o."AssigneeId" = t."AssigneeId" AND o."State" = 'Open'
      AND o."Id" <> t."Id"
  ) THEN 1 ELSE 0 END AS doubled
FROM c
JOIN (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t ON t."Id" = c.id
JOIN (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") r ON r."Id" = t."RequestId"
ORDER BY t."Id";

-- reassignTasks(Order)
WITH m AS MATERIALIZED (
  SELECT t."RequestId", t."Step", t."StepName", t."AssigneeId", t."State", t."DueOn", t."EntityName", t."RecordId",
    t."DelegatedBy", t."Hops", t."FormerAssignees", t."RemindedOn", t."EscalatedOn", t."Id",
    t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn",
    t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
),
u AS (
  UPDATE "env_test"."ApprovalTask" t
  SET "OwnerId" = w."Id", "OwnerTeamId" = w."PrimaryTeamId", "FormerAssignees" = COALESCE(m."FormerAssignees",
    '[]'::jsonb) || v.former::jsonb, "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $2::uuid,
    "UpdatedOn" = $3::timestamptz
  FROM unnest($1::uuid[], $4::text[]) AS v(id, former)
  JOIN m ON m."Id" = v.id
  JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") w ON w."Id" = m."AssigneeId"
  WHERE t."Id" = v.id
  RETURNING t."RequestId", t."Step", t."StepName", t."AssigneeId", t."State", t."DueOn", t."EntityName",
    t."RecordId", t."DelegatedBy", t."Hops", t."FormerAssignees", t."RemindedOn", t."EscalatedOn", t."Id",
    t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn",
    t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END, CASE
    WHEN m."FormerAssignees" IS DISTINCT FROM u."FormerAssignees" THEN '"FormerAssignees":'
    || COALESCE(m."FormerAssignees"::text, 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END, CASE
    WHEN u."FormerAssignees" IS DISTINCT FROM m."FormerAssignees" THEN '"FormerAssignees":'
    || COALESCE(u."FormerAssignees"::text, 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
x AS (
  SELECT u.*, 'Order' || COALESCE(' ' || r."Number"::text, '') AS title
  FROM u
  LEFT JOIN (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") r ON r."RecordInformationId" = u."RecordId"
),
note AS (
  INSERT INTO "env_test"."Notification" AS s ("Message", "EntityName", "RecordId", "Source", "ReadOn", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT x.title || ': your decision is needed (' || x."StepName" || ').', 'Order'::text, x."RecordId",
    'Approval'::text, NULL::timestamptz, gen_random_uuid(), gen_random_uuid(), NULL::uuid, x."OwnerId",
    x."OwnerTeamId", $2::uuid, $3::timestamptz, $2::uuid, $3::timestamptz, 1::bigint, false
  FROM x
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Message":'
    || to_json(s."Message")::text || ',"EntityName":') || (COALESCE(to_json(s."EntityName")::text, 'null')
    || ',"RecordId":')) || ((COALESCE(('"' || s."RecordId"::text || '"'), 'null') || ',"Source":'
    || COALESCE(to_json(s."Source")::text, 'null')) || (',"ReadOn":' || COALESCE(('"'
    || replace((s."ReadOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"Id":' || ('"'
    || s."Id"::text || '"') || ',"RecordInformationId":') || (('"' || s."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'),
    'null'))))) || ((((',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')
    || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'))
    || (('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || s."CreatedBy"::text || '"'))
    || (',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))))
    || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'ApprovalTask', 'Update', $2::uuid, $5::uuid,
    $3::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json,
    c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM d c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Notification', 'Create', $2::uuid, $5::uuid,
    $3::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM note c
)
SELECT count(*)::int AS reassigned
FROM u;

-- delegateTasks(Order)
WITH x AS MATERIALIZED (
  SELECT o.*, w."Id" AS user_id, w."PrimaryTeamId" AS team_id, 'Order' || COALESCE(' ' || m."Number"::text,
    '') AS title
  FROM unnest($1::uuid[], $2::uuid[]) AS g(task, user_id)
  JOIN (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") o ON o."Id" = g.task
  JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") w ON w."Id" = g.user_id
  LEFT JOIN (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") m ON m."RecordInformationId" = o."RecordId"
),
task AS (
  INSERT INTO "env_test"."ApprovalTask" AS s ("RequestId", "Step", "StepName", "AssigneeId", "State", "DueOn",
    "EntityName", "RecordId", "DelegatedBy", "Hops", "FormerAssignees", "RemindedOn", "EscalatedOn", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT x."RequestId", x."Step", x."StepName", x.user_id, 'Open', x."DueOn", x."EntityName", x."RecordId",
    x."AssigneeId", COALESCE(x."Hops", 0) + 1, NULL::jsonb, x."RemindedOn", x."EscalatedOn", gen_random_uuid(),
    gen_random_uuid(), NULL::uuid, x.user_id, x.team_id, $3::uuid, $4::timestamptz, $3::uuid, $4::timestamptz,
    1::bigint, false
  FROM x
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RequestId":'
    || COALESCE(('"' || s."RequestId"::text || '"'), 'null') || ',"Step":' || COALESCE(s."Step"::text, 'null'))
    || (',"StepName":' || COALESCE(to_json(s."StepName")::text, 'null') || ',"AssigneeId":')) || ((COALESCE(('"'
    || s."AssigneeId"::text || '"'), 'null') || ',"State":' || COALESCE(to_json(s."State")::text, 'null')
    || ',"DueOn":') || (COALESCE(('"' || replace((s."DueOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')
    || ',"EntityName":' || COALESCE(to_json(s."EntityName")::text, 'null')))) || (((',"RecordId":' || COALESCE(('"'
    || s."RecordId"::text || '"'), 'null') || ',"DelegatedBy":' || COALESCE(('"' || s."DelegatedBy"::text || '"'),
    'null')) || (',"Hops":' || COALESCE(s."Hops"::text, 'null') || ',"FormerAssignees":'))
    || ((COALESCE(s."FormerAssignees"::text, 'null') || ',"RemindedOn":' || COALESCE(('"'
    || replace((s."RemindedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"EscalatedOn":')
    || (COALESCE(('"' || replace((s."EscalatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"Id":'
    || ('"' || s."Id"::text || '"'))))) || ((((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text
    || '"') || ',"StatusId":' || COALESCE(('"' || s."StatusId"::text || '"'), 'null')) || (',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"') || ',"OwnerTeamId":')) || ((COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')
    || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"'))) || (((',"CreatedBy":' || ('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))
    || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
note AS (
  INSERT INTO "env_test"."Notification" AS s ("Message", "EntityName", "RecordId", "Source", "ReadOn", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT x.title || ': your decision is needed (' || x."StepName" || ').', 'Order'::text, x."RecordId",
    'Approval'::text, NULL::timestamptz, gen_random_uuid(), gen_random_uuid(), NULL::uuid, x.user_id, x.team_id,
    $3::uuid, $4::timestamptz, $3::uuid, $4::timestamptz, 1::bigint, false
  FROM x
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Message":'
    || to_json(s."Message")::text || ',"EntityName":') || (COALESCE(to_json(s."EntityName")::text, 'null')
    || ',"RecordId":')) || ((COALESCE(('"' || s."RecordId"::text || '"'), 'null') || ',"Source":'
    || COALESCE(to_json(s."Source")::text, 'null')) || (',"ReadOn":' || COALESCE(('"'
    || replace((s."ReadOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"Id":' || ('"'
    || s."Id"::text || '"') || ',"RecordInformationId":') || (('"' || s."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'),
    'null'))))) || ((((',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')
    || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'))
    || (('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || s."CreatedBy"::text || '"'))
    || (',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))))
    || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'ApprovalTask', 'Create', $3::uuid, $5::uuid,
    $4::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM task c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Notification', 'Create', $3::uuid, $5::uuid,
    $4::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM note c
)
SELECT count(*)::int AS created
FROM task;

-- setTaskStates()
WITH v AS (SELECT * FROM unnest($1::uuid[], $2::text[]) AS v(id, state)),
m AS MATERIALIZED (
  SELECT t."RequestId", t."Step", t."StepName", t."AssigneeId", t."State", t."DueOn", t."EntityName", t."RecordId",
    t."DelegatedBy", t."Hops", t."FormerAssignees", t."RemindedOn", t."EscalatedOn", t."Id",
    t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn",
    t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
),
u AS (
  UPDATE "env_test"."ApprovalTask" t
  SET "State" = v.state, "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $3::uuid, "UpdatedOn" = $4::timestamptz
  FROM v
  JOIN m ON m."Id" = v.id
  WHERE t."Id" = v.id
  RETURNING t."RequestId", t."Step", t."StepName", t."AssigneeId", t."State", t."DueOn", t."EntityName",
    t."RecordId", t."DelegatedBy", t."Hops", t."FormerAssignees", t."RemindedOn", t."EscalatedOn", t."Id",
    t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn",
    t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."State" IS DISTINCT FROM u."State" THEN '"State":' || COALESCE(to_json(m."State")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."State" IS DISTINCT FROM m."State" THEN '"State":' || COALESCE(to_json(u."State")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'ApprovalTask', 'Update', $3::uuid, $5::uuid,
    $4::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json,
    c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId", 'Approval'
  FROM d c
)
SELECT count(*)::int AS changed
FROM u;
