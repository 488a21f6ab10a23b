-- insert one record, store
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
),
fault AS MATERIALIZED (SELECT 0 AS failed, 0 AS n WHERE false),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $4::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $6::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $6::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[$7::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i0.row FROM i0 WHERE i0."Id" = $7::uuid)::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $4::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $7::uuid) AS record;

-- insert one record, explain
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
NULL::text AS record;

-- insert one record, image
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
)
SELECT NULL::text AS faults,
'[' || string_agg('[' || r."n" || ',' || r.row || ']', ',') || ']' AS record
FROM (
  SELECT x0."n", ((((('{"RegionId":' || COALESCE(('"' || x0."RegionId"::text || '"'), 'null') || ',"Label":')
    || (COALESCE(to_json(x0."Label")::text, 'null') || ',"Id":')) || (COALESCE(('"' || x0."Id"::text || '"'),
    'null') || ',"RecordInformationId":' || COALESCE(('"' || x0."RecordInformationId"::text || '"'), 'null')
    || ',"StatusId":')) || ((COALESCE(('"' || x0."StatusId"::text || '"'), 'null') || ',"OwnerId":' || COALESCE(('"'
    || x0."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":') || (COALESCE(('"' || x0."OwnerTeamId"::text
    || '"'), 'null') || ',"TenantId":' || COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null')
    || ',"AppId":'))) || (((COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null') || ',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null') || ',"CreatedBy":') || (COALESCE(('"'
    || x0."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'))
    || ((COALESCE(('"' || x0."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":' || COALESCE(('"'
    || replace((x0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":')
    || (COALESCE(x0."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x0."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x0
) r;

-- insert one record, part
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $6::uuid) AS record;

-- insert one record, store, scoped
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
),
fault AS MATERIALIZED (SELECT 0 AS failed, 0 AS n WHERE false),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $4::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $6::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $6::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[$7::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
        || i0."RowVersion"::text || '}')) END
      FROM i0
      WHERE i0."Id" = $7::uuid
    )::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $4::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(
  SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
    || i0."RowVersion"::text || '}')) END
  FROM i0
  WHERE i0."Id" = $7::uuid
) AS record;

-- insert an owner, store
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    COALESCE(r."OwnerTeamId", "owner"."PrimaryTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") "owner" ON "owner"."Id" = r."OwnerId"
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $1::uuid)
  )
),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $4::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $6::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $6::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[$7::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i0.row FROM i0 WHERE i0."Id" = $7::uuid)::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $4::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $7::uuid) AS record;

-- insert an owner, explain
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    COALESCE(r."OwnerTeamId", "owner"."PrimaryTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") "owner" ON "owner"."Id" = r."OwnerId"
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $1::uuid)
  )
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
NULL::text AS record;

-- insert an owner, image
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    COALESCE(r."OwnerTeamId", "owner"."PrimaryTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") "owner" ON "owner"."Id" = r."OwnerId"
)
SELECT NULL::text AS faults,
'[' || string_agg('[' || r."n" || ',' || r.row || ']', ',') || ']' AS record
FROM (
  SELECT x0."n", ((((('{"RegionId":' || COALESCE(('"' || x0."RegionId"::text || '"'), 'null') || ',"Label":')
    || (COALESCE(to_json(x0."Label")::text, 'null') || ',"Id":')) || (COALESCE(('"' || x0."Id"::text || '"'),
    'null') || ',"RecordInformationId":' || COALESCE(('"' || x0."RecordInformationId"::text || '"'), 'null')
    || ',"StatusId":')) || ((COALESCE(('"' || x0."StatusId"::text || '"'), 'null') || ',"OwnerId":' || COALESCE(('"'
    || x0."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":') || (COALESCE(('"' || x0."OwnerTeamId"::text
    || '"'), 'null') || ',"TenantId":' || COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null')
    || ',"AppId":'))) || (((COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null') || ',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null') || ',"CreatedBy":') || (COALESCE(('"'
    || x0."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'))
    || ((COALESCE(('"' || x0."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":' || COALESCE(('"'
    || replace((x0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":')
    || (COALESCE(x0."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x0."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x0
) r;

-- insert an owner, part
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    COALESCE(r."OwnerTeamId", "owner"."PrimaryTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") "owner" ON "owner"."Id" = r."OwnerId"
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $1::uuid)
  )
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $6::uuid) AS record;

-- insert an owner, store, scoped
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    COALESCE(r."OwnerTeamId", "owner"."PrimaryTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") "owner" ON "owner"."Id" = r."OwnerId"
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $1::uuid)
  )
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE (
    (x."OwnerId" = $1::uuid OR x."OwnerTeamId" = ANY($4::uuid[]))
      OR EXISTS (
        SELECT 1
        FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
        WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY($4::uuid[])
      )
  ) IS NOT TRUE
),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $5::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $6::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $5::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $7::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $7::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[$8::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
        || i0."RowVersion"::text || '}')) END
      FROM i0
      WHERE i0."Id" = $8::uuid
    )::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $5::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(
  SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
    || i0."RowVersion"::text || '}')) END
  FROM i0
  WHERE i0."Id" = $8::uuid
) AS record;

-- insert a matched lookup, store
WITH x0 AS MATERIALIZED (
  SELECT r."n", COALESCE(r."RegionId", "RegionId~Name"."Id") AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted",
    r."RegionId~Name"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text, "RegionId~Name" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") "RegionId~Name"
    ON lower("RegionId~Name"."Name" COLLATE "und-x-icu") = lower(r."RegionId~Name" COLLATE "und-x-icu")
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x0 x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId")
  )
),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $4::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $6::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $6::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[$7::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i0.row FROM i0 WHERE i0."Id" = $7::uuid)::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $4::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $7::uuid) AS record;

-- insert a matched lookup, explain
WITH x0 AS MATERIALIZED (
  SELECT r."n", COALESCE(r."RegionId", "RegionId~Name"."Id") AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted",
    r."RegionId~Name"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text, "RegionId~Name" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") "RegionId~Name"
    ON lower("RegionId~Name"."Name" COLLATE "und-x-icu") = lower(r."RegionId~Name" COLLATE "und-x-icu")
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x0 x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId")
  )
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
NULL::text AS record;

-- insert a matched lookup, image
WITH x0 AS MATERIALIZED (
  SELECT r."n", COALESCE(r."RegionId", "RegionId~Name"."Id") AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted",
    r."RegionId~Name"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text, "RegionId~Name" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") "RegionId~Name"
    ON lower("RegionId~Name"."Name" COLLATE "und-x-icu") = lower(r."RegionId~Name" COLLATE "und-x-icu")
)
SELECT NULL::text AS faults,
'[' || string_agg('[' || r."n" || ',' || r.row || ']', ',') || ']' AS record
FROM (
  SELECT x0."n", ((((('{"RegionId":' || COALESCE(('"' || x0."RegionId"::text || '"'), 'null') || ',"Label":')
    || (COALESCE(to_json(x0."Label")::text, 'null') || ',"Id":')) || (COALESCE(('"' || x0."Id"::text || '"'),
    'null') || ',"RecordInformationId":' || COALESCE(('"' || x0."RecordInformationId"::text || '"'), 'null')
    || ',"StatusId":')) || ((COALESCE(('"' || x0."StatusId"::text || '"'), 'null') || ',"OwnerId":' || COALESCE(('"'
    || x0."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":') || (COALESCE(('"' || x0."OwnerTeamId"::text
    || '"'), 'null') || ',"TenantId":' || COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null')
    || ',"AppId":'))) || (((COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null') || ',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null') || ',"CreatedBy":') || (COALESCE(('"'
    || x0."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'))
    || ((COALESCE(('"' || x0."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":' || COALESCE(('"'
    || replace((x0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":')
    || (COALESCE(x0."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x0."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x0
) r;

-- insert a matched lookup, part
WITH x0 AS MATERIALIZED (
  SELECT r."n", COALESCE(r."RegionId", "RegionId~Name"."Id") AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted",
    r."RegionId~Name"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text, "RegionId~Name" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") "RegionId~Name"
    ON lower("RegionId~Name"."Name" COLLATE "und-x-icu") = lower(r."RegionId~Name" COLLATE "und-x-icu")
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x0 x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId")
  )
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $6::uuid) AS record;

-- insert a matched lookup, store, scoped
WITH x0 AS MATERIALIZED (
  SELECT r."n", COALESCE(r."RegionId", "RegionId~Name"."Id") AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted",
    r."RegionId~Name"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text, "RegionId~Name" text)
  ) r
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") "RegionId~Name"
    ON lower("RegionId~Name"."Name" COLLATE "und-x-icu") = lower(r."RegionId~Name" COLLATE "und-x-icu")
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x0 x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId")
  )
),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid, $4::uuid, $2::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $4::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $6::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $6::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[$7::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
        || i0."RowVersion"::text || '}')) END
      FROM i0
      WHERE i0."Id" = $7::uuid
    )::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $4::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(
  SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
    || i0."RowVersion"::text || '}')) END
  FROM i0
  WHERE i0."Id" = $7::uuid
) AS record;

-- insert a number, a status and children, store
WITH o0 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x0 AS MATERIALIZED (
  SELECT r."n", $2::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $3::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $4::uuid AS "CreatedBy", $5::timestamptz AS "CreatedOn",
    $4::uuid AS "UpdatedBy", $5::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($6::regclass) AS "Number"
    FROM json_to_record($7::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."CustomerId"
),
x1 AS MATERIALIZED (
  SELECT r."n", r."OrderId" AS "OrderId", r."Quantity" AS "Quantity", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", COALESCE(r."OwnerId",
    "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId", "source"."OwnerTeamId") AS "OwnerTeamId",
    $4::uuid AS "CreatedBy", $5::timestamptz AS "CreatedOn", $4::uuid AS "UpdatedBy",
    $5::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($8::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "OrderId" uuid, "Quantity" bigint)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."OrderId"
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."CustomerId"))
),
i0 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Line" AS s ("OrderId", "Quantity", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "OrderId", "Quantity", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"OrderId":'
    || ('"' || s."OrderId"::text || '"') || ',"Quantity":') || (COALESCE(s."Quantity"::text, 'null') || ',"Id":'))
    || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
    || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($4::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $5::timestamptz AS "ChangedOn",
    $9::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $4::uuid AS "CreatedBy",
    $5::timestamptz AS "CreatedOn", $4::uuid AS "UpdatedBy", $5::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x0 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $4::uuid, $9::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $10::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Line', 'Create', $4::uuid, $9::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $10::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $4::uuid, $9::uuid,
    $5::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $10::text
  FROM i2 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $9::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $11::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'order', 'line', 'customer', 'status',
                    'user', 'team', 'region', 'lifecycle']) AND c.version > $11::bigint
                )
            )
        )
    ), $4::uuid, 'Order', 'Insert', 'Completed', 200, ARRAY[$12::uuid], $5::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i0.row FROM i0 WHERE i0."Id" = $12::uuid)::json END, CASE
    WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $9::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $12::uuid) AS record;

-- insert a number, a status and children, explain
WITH o0 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x0 AS MATERIALIZED (
  SELECT r."n", NULL::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId",
    r."Title" AS "Title", r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId",
    r."StatusId" AS "StatusId", COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $2::uuid AS "CreatedBy", $3::timestamptz AS "CreatedOn",
    $2::uuid AS "UpdatedBy", $3::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($4::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."CustomerId"
),
x1 AS MATERIALIZED (
  SELECT r."n", r."OrderId" AS "OrderId", r."Quantity" AS "Quantity", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", COALESCE(r."OwnerId",
    "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId", "source"."OwnerTeamId") AS "OwnerTeamId",
    $2::uuid AS "CreatedBy", $3::timestamptz AS "CreatedOn", $2::uuid AS "UpdatedBy",
    $3::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($5::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "OrderId" uuid, "Quantity" bigint)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."OrderId"
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."CustomerId"))
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
  )
  UNION ALL
  SELECT 3 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Line" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
NULL::text AS record;

-- insert a number, a status and children, image
WITH o0 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x0 AS MATERIALIZED (
  SELECT r."n", NULL::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId",
    r."Title" AS "Title", r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId",
    r."StatusId" AS "StatusId", COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $2::uuid AS "CreatedBy", $3::timestamptz AS "CreatedOn",
    $2::uuid AS "UpdatedBy", $3::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($4::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."CustomerId"
),
x1 AS MATERIALIZED (
  SELECT r."n", r."OrderId" AS "OrderId", r."Quantity" AS "Quantity", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", COALESCE(r."OwnerId",
    "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId", "source"."OwnerTeamId") AS "OwnerTeamId",
    $2::uuid AS "CreatedBy", $3::timestamptz AS "CreatedOn", $2::uuid AS "UpdatedBy",
    $3::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($5::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "OrderId" uuid, "Quantity" bigint)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."OrderId"
)
SELECT NULL::text AS faults,
'[' || string_agg('[' || r."n" || ',' || r.row || ']', ',') || ']' AS record
FROM (
  SELECT x0."n", ((((('{"Number":' || COALESCE(to_json(x0."Number")::text, 'null') || ',"CustomerId":')
    || (COALESCE(('"' || x0."CustomerId"::text || '"'), 'null') || ',"BillToId":')) || ((COALESCE(('"'
    || x0."BillToId"::text || '"'), 'null') || ',"Title":' || COALESCE(to_json(x0."Title")::text, 'null'))
    || (',"Id":' || COALESCE(('"' || x0."Id"::text || '"'), 'null')))) || (((',"RecordInformationId":'
    || COALESCE(('"' || x0."RecordInformationId"::text || '"'), 'null') || ',"StatusId":') || (COALESCE(('"'
    || x0."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (COALESCE(('"' || x0."OwnerId"::text || '"'),
    'null') || ',"OwnerTeamId":' || COALESCE(('"' || x0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
    || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
    || x0."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
    || COALESCE(('"' || x0."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
    || replace((x0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
    || (COALESCE(x0."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x0."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x0
  UNION ALL
  SELECT x1."n", ((((('{"OrderId":' || COALESCE(('"' || x1."OrderId"::text || '"'), 'null') || ',"Quantity":')
    || (COALESCE(x1."Quantity"::text, 'null') || ',"Id":')) || (COALESCE(('"' || x1."Id"::text || '"'), 'null')
    || ',"RecordInformationId":' || COALESCE(('"' || x1."RecordInformationId"::text || '"'), 'null')
    || ',"StatusId":')) || ((COALESCE(('"' || x1."StatusId"::text || '"'), 'null') || ',"OwnerId":' || COALESCE(('"'
    || x1."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":') || (COALESCE(('"' || x1."OwnerTeamId"::text
    || '"'), 'null') || ',"TenantId":' || COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null')
    || ',"AppId":'))) || (((COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null') || ',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null') || ',"CreatedBy":') || (COALESCE(('"'
    || x1."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'))
    || ((COALESCE(('"' || x1."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":' || COALESCE(('"'
    || replace((x1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":')
    || (COALESCE(x1."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x1."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x1
) r;

-- insert a number, a status and children, part
WITH o0 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x0 AS MATERIALIZED (
  SELECT r."n", $2::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $3::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $4::uuid AS "CreatedBy", $5::timestamptz AS "CreatedOn",
    $4::uuid AS "UpdatedBy", $5::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($6::regclass) AS "Number"
    FROM json_to_record($7::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."CustomerId"
),
x1 AS MATERIALIZED (
  SELECT r."n", r."OrderId" AS "OrderId", r."Quantity" AS "Quantity", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", COALESCE(r."OwnerId",
    "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId", "source"."OwnerTeamId") AS "OwnerTeamId",
    $4::uuid AS "CreatedBy", $5::timestamptz AS "CreatedOn", $4::uuid AS "UpdatedBy",
    $5::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($8::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "OrderId" uuid, "Quantity" bigint)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."OrderId"
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."CustomerId"))
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
  )
  UNION ALL
  SELECT 3 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Line" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
),
i0 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Line" AS s ("OrderId", "Quantity", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "OrderId", "Quantity", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"OrderId":'
    || ('"' || s."OrderId"::text || '"') || ',"Quantity":') || (COALESCE(s."Quantity"::text, 'null') || ',"Id":'))
    || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
    || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($4::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $5::timestamptz AS "ChangedOn",
    $9::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $4::uuid AS "CreatedBy",
    $5::timestamptz AS "CreatedOn", $4::uuid AS "UpdatedBy", $5::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x0 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $4::uuid, $9::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $10::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Line', 'Create', $4::uuid, $9::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $10::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $4::uuid, $9::uuid,
    $5::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $10::text
  FROM i2 c
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $11::uuid) AS record;

-- insert a number, a status and children, store, scoped
WITH o0 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = ANY($2::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x0 AS MATERIALIZED (
  SELECT r."n", $3::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $4::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy", $5::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $5::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($6::regclass) AS "Number"
    FROM json_to_record($7::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."CustomerId"
),
x1 AS MATERIALIZED (
  SELECT r."n", r."OrderId" AS "OrderId", r."Quantity" AS "Quantity", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", COALESCE(r."OwnerId",
    "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId", "source"."OwnerTeamId") AS "OwnerTeamId",
    $1::uuid AS "CreatedBy", $5::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy",
    $5::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($8::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "OrderId" uuid, "Quantity" bigint)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source" ON r."OwnerId" IS NULL
    AND "source"."Id" = r."OrderId"
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = ANY($2::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."CustomerId"))
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE (
    (x."OwnerId" = $1::uuid OR x."OwnerTeamId" = ANY($9::uuid[]))
      OR EXISTS (
        SELECT 1
        FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
        WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY($9::uuid[])
      )
  ) IS NOT TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x1 x
  WHERE (
    (x."OwnerId" = $1::uuid OR x."OwnerTeamId" = ANY($9::uuid[]))
      OR EXISTS (
        SELECT 1
        FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
        WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY($9::uuid[])
      )
  ) IS NOT TRUE
),
i0 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Line" AS s ("OrderId", "Quantity", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "OrderId", "Quantity", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"OrderId":'
    || ('"' || s."OrderId"::text || '"') || ',"Quantity":') || (COALESCE(s."Quantity"::text, 'null') || ',"Id":'))
    || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
    || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($1::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $5::timestamptz AS "ChangedOn",
    $10::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $5::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $5::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x0 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $1::uuid, $10::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $11::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Line', 'Create', $1::uuid, $10::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $11::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $1::uuid, $10::uuid,
    $5::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $11::text
  FROM i2 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $10::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $12::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'order', 'line', 'customer', 'status',
                    'user', 'team', 'region', 'lifecycle']) AND c.version > $12::bigint
                )
            )
        )
    ), $1::uuid, 'Order', 'Insert', 'Completed', 200, ARRAY[$13::uuid], $5::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
        || i0."RowVersion"::text || '}')) END
      FROM i0
      WHERE i0."Id" = $13::uuid
    )::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $10::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(
  SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
    || i0."RowVersion"::text || '}')) END
  FROM i0
  WHERE i0."Id" = $13::uuid
) AS record;

-- insert a new target, store
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
o1 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x1 AS MATERIALIZED (
  SELECT r."n", $5::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $6::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($7::regclass) AS "Number"
    FROM json_to_record($8::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o1 UNION ALL SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source"
    ON r."OwnerId" IS NULL AND "source"."Id" = r."CustomerId"
),
l1_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $9::text) IS NOT TRUE
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($10::text COLLATE "und-x-icu")) IS TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x1 x
  WHERE (
    x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l1_0 t WHERE t."Id" = x."CustomerId")
      AND NOT EXISTS (SELECT 1 FROM x0 d WHERE d."Id" = x."CustomerId")
  )
),
i0 AS (
  INSERT INTO "env_test"."Customer" AS s ("Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId",
    "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Name":'
    || to_json(s."Name")::text || ',"RegionId":') || (COALESCE(('"' || s."RegionId"::text || '"'), 'null')
    || ',"Grade":')) || ((COALESCE(to_json(s."Grade")::text, 'null') || ',"Code":'
    || COALESCE(to_json(s."Code")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($1::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $2::timestamptz AS "ChangedOn",
    $11::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x1 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $1::uuid, $11::uuid,
    $2::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $12::text
  FROM i2 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $11::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $13::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'customer', 'order', 'line', 'region',
                    'status', 'user', 'team', 'lifecycle']) AND c.version > $13::bigint
                )
            )
        )
    ), $1::uuid, 'Order', 'Insert', 'Completed', 200, ARRAY[$14::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i1.row FROM i1 WHERE i1."Id" = $14::uuid)::json END, CASE
    WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $11::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i1.row FROM i1 WHERE i1."Id" = $14::uuid) AS record;

-- insert a new target, explain
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
o1 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x1 AS MATERIALIZED (
  SELECT r."n", NULL::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId",
    r."Title" AS "Title", r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId",
    r."StatusId" AS "StatusId", COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($5::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o1 UNION ALL SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source"
    ON r."OwnerId" IS NULL AND "source"."Id" = r."CustomerId"
),
l1_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $6::text) IS NOT TRUE
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($7::text COLLATE "und-x-icu")) IS TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (
    SELECT 1 FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id"
  )
  UNION ALL
  SELECT 3 AS failed, x."n" AS n
  FROM x1 x
  WHERE (
    x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l1_0 t WHERE t."Id" = x."CustomerId")
      AND NOT EXISTS (SELECT 1 FROM x0 d WHERE d."Id" = x."CustomerId")
  )
  UNION ALL
  SELECT 4 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
  UNION ALL
  SELECT 5 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
  )
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
NULL::text AS record;

-- insert a new target, image
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
o1 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x1 AS MATERIALIZED (
  SELECT r."n", NULL::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId",
    r."Title" AS "Title", r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId",
    r."StatusId" AS "StatusId", COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($5::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o1 UNION ALL SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source"
    ON r."OwnerId" IS NULL AND "source"."Id" = r."CustomerId"
)
SELECT NULL::text AS faults,
'[' || string_agg('[' || r."n" || ',' || r.row || ']', ',') || ']' AS record
FROM (
  SELECT x0."n", ((((('{"Name":' || COALESCE(to_json(x0."Name")::text, 'null') || ',"RegionId":') || (COALESCE(('"'
    || x0."RegionId"::text || '"'), 'null') || ',"Grade":')) || ((COALESCE(to_json(x0."Grade")::text, 'null')
    || ',"Code":' || COALESCE(to_json(x0."Code")::text, 'null')) || (',"Id":' || COALESCE(('"' || x0."Id"::text
    || '"'), 'null')))) || (((',"RecordInformationId":' || COALESCE(('"' || x0."RecordInformationId"::text || '"'),
    'null') || ',"StatusId":') || (COALESCE(('"' || x0."StatusId"::text || '"'), 'null') || ',"OwnerId":'))
    || (COALESCE(('"' || x0."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":' || COALESCE(('"'
    || x0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
    || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
    || x0."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
    || COALESCE(('"' || x0."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
    || replace((x0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
    || (COALESCE(x0."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x0."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x0
  UNION ALL
  SELECT x1."n", ((((('{"Number":' || COALESCE(to_json(x1."Number")::text, 'null') || ',"CustomerId":')
    || (COALESCE(('"' || x1."CustomerId"::text || '"'), 'null') || ',"BillToId":')) || ((COALESCE(('"'
    || x1."BillToId"::text || '"'), 'null') || ',"Title":' || COALESCE(to_json(x1."Title")::text, 'null'))
    || (',"Id":' || COALESCE(('"' || x1."Id"::text || '"'), 'null')))) || (((',"RecordInformationId":'
    || COALESCE(('"' || x1."RecordInformationId"::text || '"'), 'null') || ',"StatusId":') || (COALESCE(('"'
    || x1."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (COALESCE(('"' || x1."OwnerId"::text || '"'),
    'null') || ',"OwnerTeamId":' || COALESCE(('"' || x1."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
    || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
    || x1."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
    || COALESCE(('"' || x1."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
    || replace((x1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
    || (COALESCE(x1."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x1."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x1
) r;

-- insert a new target, part
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
o1 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x1 AS MATERIALIZED (
  SELECT r."n", $5::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $6::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($7::regclass) AS "Number"
    FROM json_to_record($8::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o1 UNION ALL SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source"
    ON r."OwnerId" IS NULL AND "source"."Id" = r."CustomerId"
),
l1_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $9::text) IS NOT TRUE
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($10::text COLLATE "und-x-icu")) IS TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (
    SELECT 1 FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id"
  )
  UNION ALL
  SELECT 3 AS failed, x."n" AS n
  FROM x1 x
  WHERE (
    x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l1_0 t WHERE t."Id" = x."CustomerId")
      AND NOT EXISTS (SELECT 1 FROM x0 d WHERE d."Id" = x."CustomerId")
  )
  UNION ALL
  SELECT 4 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
  UNION ALL
  SELECT 5 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
  )
),
i0 AS (
  INSERT INTO "env_test"."Customer" AS s ("Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId",
    "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Name":'
    || to_json(s."Name")::text || ',"RegionId":') || (COALESCE(('"' || s."RegionId"::text || '"'), 'null')
    || ',"Grade":')) || ((COALESCE(to_json(s."Grade")::text, 'null') || ',"Code":'
    || COALESCE(to_json(s."Code")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($1::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $2::timestamptz AS "ChangedOn",
    $11::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x1 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $1::uuid, $11::uuid,
    $2::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $12::text
  FROM i2 c
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i1.row FROM i1 WHERE i1."Id" = $13::uuid) AS record;

-- insert a new target, store, scoped
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
o1 AS MATERIALIZED (
  SELECT t."Id", t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x1 AS MATERIALIZED (
  SELECT r."n", $5::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $6::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    COALESCE(r."OwnerId", "source"."OwnerId") AS "OwnerId", COALESCE(r."OwnerTeamId",
    "source"."OwnerTeamId") AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($7::regclass) AS "Number"
    FROM json_to_record($8::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
  LEFT JOIN (SELECT "Id", "OwnerId", "OwnerTeamId" FROM o1 UNION ALL SELECT "Id", "OwnerId", "OwnerTeamId" FROM x0) "source"
    ON r."OwnerId" IS NULL AND "source"."Id" = r."CustomerId"
),
l1_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $9::text) IS NOT TRUE
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($10::text COLLATE "und-x-icu")) IS TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x1 x
  WHERE (
    x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l1_0 t WHERE t."Id" = x."CustomerId")
      AND NOT EXISTS (SELECT 1 FROM x0 d WHERE d."Id" = x."CustomerId")
  )
  UNION ALL
  SELECT 3 AS failed, x."n" AS n
  FROM x1 x
  WHERE (
    (x."OwnerId" = $1::uuid OR x."OwnerTeamId" = ANY($11::uuid[]))
      OR EXISTS (
        SELECT 1
        FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
        WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY($11::uuid[])
      )
  ) IS NOT TRUE
),
i0 AS (
  INSERT INTO "env_test"."Customer" AS s ("Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId",
    "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Name":'
    || to_json(s."Name")::text || ',"RegionId":') || (COALESCE(('"' || s."RegionId"::text || '"'), 'null')
    || ',"Grade":')) || ((COALESCE(to_json(s."Grade")::text, 'null') || ',"Code":'
    || COALESCE(to_json(s."Code")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($1::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $2::timestamptz AS "ChangedOn",
    $12::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x1 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Create', $1::uuid, $12::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $13::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $1::uuid, $12::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $13::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $1::uuid, $12::uuid,
    $2::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $13::text
  FROM i2 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $12::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $14::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'customer', 'order', 'line', 'region',
                    'status', 'user', 'team', 'lifecycle']) AND c.version > $14::bigint
                )
            )
        )
    ), $1::uuid, 'Order', 'Insert', 'Completed', 200, ARRAY[$15::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT CASE WHEN i1."OwnerId" = $1::uuid THEN i1.row ELSE (('{"Id":' || ('"' || i1."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || i1."RecordInformationId"::text || '"')) || (',"RowVersion":'
        || i1."RowVersion"::text || '}')) END
      FROM i1
      WHERE i1."Id" = $15::uuid
    )::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $12::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(
  SELECT CASE WHEN i1."OwnerId" = $1::uuid THEN i1.row ELSE (('{"Id":' || ('"' || i1."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || i1."RecordInformationId"::text || '"')) || (',"RowVersion":'
    || i1."RowVersion"::text || '}')) END
  FROM i1
  WHERE i1."Id" = $15::uuid
) AS record;

-- insert rules and hooks, store
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
x1 AS MATERIALIZED (
  SELECT r."n", $4::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $5::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($6::regclass) AS "Number"
    FROM json_to_record($7::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($8::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."RegionId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId"))
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $9::text) IS NOT TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($10::text COLLATE "und-x-icu")) IS TRUE
),
i0 AS (
  INSERT INTO "env_test"."Customer" AS s ("Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId",
    "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Name":'
    || to_json(s."Name")::text || ',"RegionId":') || (COALESCE(('"' || s."RegionId"::text || '"'), 'null')
    || ',"Grade":')) || ((COALESCE(to_json(s."Grade")::text, 'null') || ',"Code":'
    || COALESCE(to_json(s."Code")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($1::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $2::timestamptz AS "ChangedOn",
    $11::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x1 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $1::uuid, $11::uuid,
    $2::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $12::text
  FROM i2 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $11::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $13::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'customer', 'order', 'line', 'region',
                    'status', 'user', 'team', 'lifecycle']) AND c.version > $13::bigint
                )
            )
        )
    ), $1::uuid, 'Customer', 'Insert', 'Completed', 200, ARRAY[$14::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i0.row FROM i0 WHERE i0."Id" = $14::uuid)::json END, CASE
    WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $11::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $14::uuid) AS record;

-- insert rules and hooks, explain
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
x1 AS MATERIALIZED (
  SELECT r."n", NULL::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId",
    r."Title" AS "Title", r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId",
    r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($4::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($5::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."RegionId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId"))
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $6::text) IS NOT TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($7::text COLLATE "und-x-icu")) IS TRUE
  UNION ALL
  SELECT 3 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (
    SELECT 1 FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id"
  )
  UNION ALL
  SELECT 4 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
  UNION ALL
  SELECT 5 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
  )
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
NULL::text AS record;

-- insert rules and hooks, image
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
x1 AS MATERIALIZED (
  SELECT r."n", NULL::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId",
    r."Title" AS "Title", r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId",
    r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($4::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
)
SELECT NULL::text AS faults,
'[' || string_agg('[' || r."n" || ',' || r.row || ']', ',') || ']' AS record
FROM (
  SELECT x0."n", ((((('{"Name":' || COALESCE(to_json(x0."Name")::text, 'null') || ',"RegionId":') || (COALESCE(('"'
    || x0."RegionId"::text || '"'), 'null') || ',"Grade":')) || ((COALESCE(to_json(x0."Grade")::text, 'null')
    || ',"Code":' || COALESCE(to_json(x0."Code")::text, 'null')) || (',"Id":' || COALESCE(('"' || x0."Id"::text
    || '"'), 'null')))) || (((',"RecordInformationId":' || COALESCE(('"' || x0."RecordInformationId"::text || '"'),
    'null') || ',"StatusId":') || (COALESCE(('"' || x0."StatusId"::text || '"'), 'null') || ',"OwnerId":'))
    || (COALESCE(('"' || x0."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":' || COALESCE(('"'
    || x0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
    || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
    || x0."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
    || COALESCE(('"' || x0."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
    || replace((x0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
    || (COALESCE(x0."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x0."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x0
  UNION ALL
  SELECT x1."n", ((((('{"Number":' || COALESCE(to_json(x1."Number")::text, 'null') || ',"CustomerId":')
    || (COALESCE(('"' || x1."CustomerId"::text || '"'), 'null') || ',"BillToId":')) || ((COALESCE(('"'
    || x1."BillToId"::text || '"'), 'null') || ',"Title":' || COALESCE(to_json(x1."Title")::text, 'null'))
    || (',"Id":' || COALESCE(('"' || x1."Id"::text || '"'), 'null')))) || (((',"RecordInformationId":'
    || COALESCE(('"' || x1."RecordInformationId"::text || '"'), 'null') || ',"StatusId":') || (COALESCE(('"'
    || x1."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (COALESCE(('"' || x1."OwnerId"::text || '"'),
    'null') || ',"OwnerTeamId":' || COALESCE(('"' || x1."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
    || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
    || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
    || x1."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
    || replace((x1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
    || COALESCE(('"' || x1."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
    || replace((x1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
    || (COALESCE(x1."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x1."IsDeleted"::text, 'null')
    || '}')))) AS row
  FROM x1
) r;

-- insert rules and hooks, part
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
x1 AS MATERIALIZED (
  SELECT r."n", $4::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $5::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($6::regclass) AS "Number"
    FROM json_to_record($7::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($8::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."RegionId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId"))
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $9::text) IS NOT TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($10::text COLLATE "und-x-icu")) IS TRUE
  UNION ALL
  SELECT 3 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (
    SELECT 1 FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id"
  )
  UNION ALL
  SELECT 4 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
  UNION ALL
  SELECT 5 AS failed, x."n" AS n
  FROM x1 x
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
  )
),
i0 AS (
  INSERT INTO "env_test"."Customer" AS s ("Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId",
    "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Name":'
    || to_json(s."Name")::text || ',"RegionId":') || (COALESCE(('"' || s."RegionId"::text || '"'), 'null')
    || ',"Grade":')) || ((COALESCE(to_json(s."Grade")::text, 'null') || ',"Code":'
    || COALESCE(to_json(s."Code")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($1::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $2::timestamptz AS "ChangedOn",
    $11::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x1 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $1::uuid, $11::uuid,
    $2::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $12::text
  FROM i2 c
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT i0.row FROM i0 WHERE i0."Id" = $13::uuid) AS record;

-- insert rules and hooks, store, scoped
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."Name" AS "Name", r."RegionId" AS "RegionId", r."Grade" AS "Grade", r."Code" AS "Code",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "Name" text, "RegionId" uuid, "Grade" text, "Code" text)
  ) r
),
x1 AS MATERIALIZED (
  SELECT r."n", $4::text || lpad(r."Number"::text, GREATEST(3, length(r."Number"::text)), '0')
    || $5::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId", r."Title" AS "Title",
    r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId",
    r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*, nextval($6::regclass) AS "Number"
    FROM json_to_record($7::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($8::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."RegionId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId"))
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE (x."Name" <> $9::text) IS NOT TRUE
  UNION ALL
  SELECT 2 AS failed, x."n" AS n
  FROM x0 x
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") xj1 ON xj1."Id" = x."RegionId"
  WHERE (lower(xj1."Name" COLLATE "und-x-icu") = lower($10::text COLLATE "und-x-icu")) IS TRUE
),
i0 AS (
  INSERT INTO "env_test"."Customer" AS s ("Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Name", "RegionId", "Grade", "Code", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId",
    "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Name":'
    || to_json(s."Name")::text || ',"RegionId":') || (COALESCE(('"' || s."RegionId"::text || '"'), 'null')
    || ',"Grade":')) || ((COALESCE(to_json(s."Grade")::text, 'null') || ',"Code":'
    || COALESCE(to_json(s."Code")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
i1 AS (
  INSERT INTO "env_test"."Order" AS s ("Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId",
    "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion",
    "IsDeleted")
  SELECT "Number", "CustomerId", "BillToId", "Title", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x1
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(s."Number")::text, 'null') || ',"CustomerId":') || (('"' || s."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || s."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(s."Title")::text, 'null')) || (',"Id":' || ('"' || s."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || s."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
x2 AS MATERIALIZED (
  SELECT x."RecordInformationId" AS "RecordId", 'Order'::text AS "EntityName", NULL::uuid AS "FromStatusId",
    x."StatusId" AS "ToStatusId", NULL::uuid AS "TransitionId", NULLIF($1::uuid,
    '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId", $2::timestamptz AS "ChangedOn",
    $11::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus",
    gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId",
    x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM x1 x
  WHERE x."StatusId" IS NOT NULL
),
i2 AS (
  INSERT INTO "env_test"."StatusHistory" AS s ("RecordId", "EntityName", "FromStatusId", "ToStatusId",
    "TransitionId", "UserId", "ChangedOn", "CorrelationId", "Comment", "SecondsInStatus", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT "RecordId", "EntityName", "FromStatusId", "ToStatusId", "TransitionId", "UserId", "ChangedOn",
    "CorrelationId", "Comment", "SecondsInStatus", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x2
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RecordId":'
    || ('"' || s."RecordId"::text || '"') || ',"EntityName":' || to_json(s."EntityName")::text)
    || (',"FromStatusId":' || COALESCE(('"' || s."FromStatusId"::text || '"'), 'null') || ',"ToStatusId":'))
    || ((('"' || s."ToStatusId"::text || '"') || ',"TransitionId":' || COALESCE(('"' || s."TransitionId"::text
    || '"'), 'null')) || (',"UserId":' || COALESCE(('"' || s."UserId"::text || '"'), 'null') || ',"ChangedOn":')))
    || (((('"' || replace((s."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'
    || ('"' || s."CorrelationId"::text || '"')) || (',"Comment":' || COALESCE(to_json(s."Comment")::text, 'null')
    || ',"SecondsInStatus":')) || ((COALESCE(s."SecondsInStatus"::text, 'null') || ',"Id":' || ('"' || s."Id"::text
    || '"')) || (',"RecordInformationId":' || ('"' || s."RecordInformationId"::text || '"') || ',"StatusId":'))))
    || ((((COALESCE(('"' || s."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text
    || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
    || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
    || s."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || s."RowVersion"::text) || (',"IsDeleted":' || s."IsDeleted"::text || '}'))))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $1::uuid, $11::uuid, $2::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $12::text
  FROM i1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Create', $1::uuid, $11::uuid,
    $2::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $12::text
  FROM i2 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $11::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $13::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'customer', 'order', 'line', 'region',
                    'status', 'user', 'team', 'lifecycle']) AND c.version > $13::bigint
                )
            )
        )
    ), $1::uuid, 'Customer', 'Insert', 'Completed', 200, ARRAY[$14::uuid], $2::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
        || i0."RowVersion"::text || '}')) END
      FROM i0
      WHERE i0."Id" = $14::uuid
    )::json END, CASE WHEN k.outlives THEN 1 END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $11::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(
  SELECT CASE WHEN i0."OwnerId" = $1::uuid THEN i0.row ELSE (('{"Id":' || ('"' || i0."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || i0."RecordInformationId"::text || '"')) || (',"RowVersion":'
    || i0."RowVersion"::text || '}')) END
  FROM i0
  WHERE i0."Id" = $14::uuid
) AS record;

-- insert of several calls
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
),
fault AS MATERIALIZED (SELECT 0 AS failed, 0 AS n WHERE false),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid,
    ($4::uuid[])[array_position($5::uuid[], c."Id")], $2::timestamptz, c."Id", c."RecordInformationId",
    c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId", c."OwnerTeamId", $6::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT s.call,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $7::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $7::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[s.root], $2::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i0.row FROM i0 WHERE i0."Id" = s.root)::json END, CASE WHEN k.outlives THEN 1 END
  FROM unnest($4::uuid[], $5::uuid[]) AS s(call, root),
    LATERAL (
      SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
        OR EXISTS (SELECT FROM platform.command c WHERE c.id = s.call) AS outlives
    ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
i0."Id" AS id,
i0.row AS record
FROM (SELECT) one
LEFT JOIN i0 ON true;

-- insert of several callers
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", r."OwnerId" AS "CreatedBy", $1::timestamptz AS "CreatedOn",
    r."OwnerId" AS "UpdatedBy", $1::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($2::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
),
fault AS MATERIALIZED (SELECT 0 AS failed, 0 AS n WHERE false),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', c."OwnerId",
    ($3::uuid[])[array_position($4::uuid[], c."Id")], $1::timestamptz, c."Id", c."RecordInformationId",
    c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId", c."OwnerTeamId", $5::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT s.call,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $6::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $6::bigint
                )
            )
        )
    ), s.caller, 'Tag', 'Insert', 'Completed', 200, ARRAY[s.root], $1::timestamptz, CASE
    WHEN k.outlives THEN (SELECT i0.row FROM i0 WHERE i0."Id" = s.root)::json END, CASE WHEN k.outlives THEN 1 END
  FROM unnest($3::uuid[], $4::uuid[], $7::uuid[]) AS s(call, root, caller),
    LATERAL (
      SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
        OR EXISTS (SELECT FROM platform.command c WHERE c.id = s.call) AS outlives
    ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
i0."Id" AS id,
i0.row AS record
FROM (SELECT) one
LEFT JOIN i0 ON true;

-- insert of several calls, Ids alone
WITH x0 AS MATERIALIZED (
  SELECT r."n", r."RegionId" AS "RegionId", r."Label" AS "Label", r."Id" AS "Id",
    r."RecordInformationId" AS "RecordInformationId", r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId",
    r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn",
    $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_recordset($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "RegionId" uuid, "Label" text)
  ) r
),
fault AS MATERIALIZED (SELECT 0 AS failed, 0 AS n WHERE false),
i0 AS (
  INSERT INTO "env_test"."Tag" AS s ("RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId",
    "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted")
  SELECT "RegionId", "Label", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy",
    "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
  FROM x0
  WHERE NOT EXISTS (SELECT 1 FROM fault)
  RETURNING s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $1::uuid,
    ($4::uuid[])[array_position($5::uuid[], c."Id")], $2::timestamptz, c."Id", c."RecordInformationId",
    c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId", c."OwnerTeamId", $6::text
  FROM i0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT s.call,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $7::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $7::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Insert', 'Completed', 200, ARRAY[s.root], $2::timestamptz, CASE
    WHEN k.outlives THEN to_json(s.root)::json END, CASE WHEN k.outlives THEN 1 END
  FROM unnest($4::uuid[], $5::uuid[]) AS s(call, root),
    LATERAL (
      SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
        OR EXISTS (SELECT FROM platform.command c WHERE c.id = s.call) AS outlives
    ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
i0."Id" AS id,
i0.row AS record
FROM (SELECT) one
LEFT JOIN i0 ON true;

-- stored record
SELECT CASE WHEN j."OwnerId" = $1::uuid THEN j.row ELSE (('{"Id":' || ('"' || j."Id"::text || '"')
  || ',"RecordInformationId":' || ('"' || j."RecordInformationId"::text || '"')) || (',"RowVersion":'
  || j."RowVersion"::text || '}')) END AS record
FROM (
  SELECT s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || s."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(s."Label")::text,
    'null') || ',"Id":')) || (('"' || s."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || s."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || s."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || s."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || s."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || s."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((s."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || s."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((s."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (s."RowVersion"::text || ',"IsDeleted":' || s."IsDeleted"::text || '}')))) AS row
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") s
) j
WHERE j."Id" = $2::uuid;

-- rejected rows
WITH x0 AS MATERIALIZED (
  SELECT r."n", NULL::text AS "Number", r."CustomerId" AS "CustomerId", r."BillToId" AS "BillToId",
    r."Title" AS "Title", r."Id" AS "Id", r."RecordInformationId" AS "RecordInformationId",
    r."StatusId" AS "StatusId", r."OwnerId" AS "OwnerId", r."OwnerTeamId" AS "OwnerTeamId", $1::uuid AS "CreatedBy",
    $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn",
    1::bigint AS "RowVersion", false AS "IsDeleted"
  FROM (
    SELECT s.*
    FROM json_to_record($3::json) AS s("n" int, "Id" uuid, "RecordInformationId" uuid, "StatusId" uuid,
      "OwnerId" uuid, "OwnerTeamId" uuid, "CustomerId" uuid, "BillToId" uuid, "Title" text)
  ) r
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t WHERE t."Id" = x."Id")
  UNION ALL
  SELECT 1 AS failed, x."n" AS n
  FROM x0 x
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
  )
),
repeated AS MATERIALIZED (
  SELECT 0 AS key, s."n", s.first
  FROM (
    SELECT x."n", min(x."n") OVER same AS first, count(*) OVER same AS times
    FROM x0 x
    WHERE x."Id" IS NOT NULL
    WINDOW same AS (PARTITION BY x."Id")
  ) s
  WHERE s.times > 1
  UNION ALL
  SELECT 1 AS key, s."n", s.first
  FROM (
    SELECT x."n", min(x."n") OVER same AS first, count(*) OVER same AS times
    FROM x0 x
    WHERE (x."CustomerId" IS NOT NULL AND x."Title" IS NOT NULL)
    WINDOW same AS (PARTITION BY x."CustomerId", x."Title")
  ) s
  WHERE s.times > 1
)
SELECT (SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text FROM fault f) AS faults,
(SELECT json_agg(json_build_array(r.key, r."n", r.first) ORDER BY r."n", r.key)::text FROM repeated r) AS repeats;
