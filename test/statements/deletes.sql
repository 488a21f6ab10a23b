-- delete: matched
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $2::uuid
  ORDER BY t."Id"
  LIMIT 10001
  FOR UPDATE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
    WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
  )
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (m."OwnerId" = $1::uuid) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE (SELECT count(*) FROM m) > 10000
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM m x
  WHERE (true) IS TRUE
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(SELECT json_agg(m."Id")::text FROM m) AS ids;

-- delete: judged
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
),
fault AS MATERIALIZED (SELECT 4 AS failed, x."Id" AS n FROM m x WHERE (true) IS TRUE)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults;

-- delete: hard
WITH g0 AS (
  DELETE
  FROM "env_test"."Tag" t
  WHERE t."Id" = ANY($1::uuid[])
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
h0 AS (
  SELECT g0."Id", g0."RecordInformationId", g0."OwnerId", g0."OwnerTeamId", g0."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || g0."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(g0."Label")::text,
    'null') || ',"Id":')) || (('"' || g0."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || g0."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || g0."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || g0."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || g0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || g0."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((g0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || g0."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((g0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (g0."RowVersion"::text || ',"IsDeleted":' || g0."IsDeleted"::text || '}')))) AS row
  FROM g0
  ORDER BY g0."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Delete', $2::uuid, $3::uuid, $4::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId", NULL::uuid,
    NULL::uuid, $5::text
  FROM h0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on)
  SELECT $3::uuid,
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
    ), $2::uuid, 'Tag', 'Delete', 'Completed', 200, ARRAY(SELECT h0."Id" FROM h0 ORDER BY 1 LIMIT 1000),
    $4::timestamptz
  WHERE true
)
SELECT (
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (SELECT h0."Id", h0."RowVersion" AS version FROM h0 ORDER BY 1 LIMIT 1000) r
) AS result,
(SELECT count(*)::int FROM h0) AS matched;

-- delete: soft cascade
WITH g0 AS (
  UPDATE "env_test"."Order" t
  SET "IsDeleted" = true, "DeletedOn" = $1::timestamptz, "DeletedBy" = $2::uuid, "RowVersion" = t."RowVersion" + 1,
    "UpdatedBy" = $2::uuid, "UpdatedOn" = $1::timestamptz
  WHERE t."Id" = ANY($3::uuid[]) AND NOT t."IsDeleted"
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
h0 AS (
  SELECT g0."Id", g0."RecordInformationId", g0."OwnerId", g0."OwnerTeamId", g0."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(g0."Number")::text, 'null') || ',"CustomerId":') || (('"' || g0."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || g0."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(g0."Title")::text, 'null')) || (',"Id":' || ('"' || g0."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || g0."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || g0."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || g0."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || g0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || g0."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((g0."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || g0."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((g0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (g0."RowVersion"::text || ',"IsDeleted":' || g0."IsDeleted"::text || '}')))) AS row
  FROM g0
  ORDER BY g0."Id"
),
g1 AS (
  UPDATE "env_test"."Line" t
  SET "IsDeleted" = true, "DeletedOn" = $1::timestamptz, "DeletedBy" = $2::uuid, "RowVersion" = t."RowVersion" + 1,
    "UpdatedBy" = $2::uuid, "UpdatedOn" = $1::timestamptz
  WHERE t."Id" = ANY($3::uuid[]) AND NOT t."IsDeleted"
  RETURNING t."OrderId", t."Quantity", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
h1 AS (
  SELECT g1."Id", g1."RecordInformationId", g1."OwnerId", g1."OwnerTeamId", g1."RowVersion", ((((('{"OrderId":'
    || ('"' || g1."OrderId"::text || '"') || ',"Quantity":') || (COALESCE(g1."Quantity"::text, 'null') || ',"Id":'))
    || (('"' || g1."Id"::text || '"') || ',"RecordInformationId":' || ('"' || g1."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || g1."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || g1."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || g1."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
    || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || g1."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((g1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || g1."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((g1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (g1."RowVersion"::text || ',"IsDeleted":' || g1."IsDeleted"::text || '}')))) AS row
  FROM g1
  ORDER BY g1."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Delete', $2::uuid, $4::uuid, $1::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId",
    NULL::uuid, NULL::uuid, $5::text
  FROM h0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Line', 'Delete', $2::uuid, $4::uuid, $1::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId",
    NULL::uuid, NULL::uuid, $5::text
  FROM h1 c
)
SELECT (
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (SELECT h0."Id", h0."RowVersion" AS version FROM h0 ORDER BY 1 LIMIT 1000) r
) AS result,
(SELECT count(*)::int FROM h0) AS matched;

-- purge
WITH g0 AS (
  DELETE
  FROM "env_test"."Tag" t
  WHERE t."Id" = ANY($1::uuid[])
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
h0 AS (
  SELECT g0."Id", g0."RecordInformationId", g0."OwnerId", g0."OwnerTeamId", g0."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || g0."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(g0."Label")::text,
    'null') || ',"Id":')) || (('"' || g0."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || g0."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || g0."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || g0."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || g0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || g0."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((g0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || g0."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((g0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (g0."RowVersion"::text || ',"IsDeleted":' || g0."IsDeleted"::text || '}')))) AS row
  FROM g0
  ORDER BY g0."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Delete', $2::uuid, $3::uuid, $4::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId", NULL::uuid,
    NULL::uuid, 'Purge'
  FROM h0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on)
  SELECT $3::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $5::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $5::bigint
                )
            )
        )
    ), $2::uuid, 'Tag', 'Delete', 'Completed', 200, ARRAY(SELECT h0."Id" FROM h0 ORDER BY 1 LIMIT 1000),
    $4::timestamptz
  WHERE true
)
SELECT (
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (SELECT h0."Id", h0."RowVersion" AS version FROM h0 ORDER BY 1 LIMIT 1000) r
) AS result,
(SELECT count(*)::int FROM h0) AS matched;

-- delete: users
WITH g0 AS (
  UPDATE "env_test"."User" t
  SET "IsDeleted" = true, "DeletedOn" = $1::timestamptz, "DeletedBy" = $2::uuid, "RowVersion" = t."RowVersion" + 1,
    "UpdatedBy" = $2::uuid, "UpdatedOn" = $1::timestamptz
  WHERE t."Id" = ANY($3::uuid[]) AND NOT t."IsDeleted"
  RETURNING t."UserName", t."DisplayName", t."Email", t."PrimaryTeamId", t."ManagerId", t."IsActive", t."Kind",
    t."ExternalIssuer", t."ExternalId", t."Language", t."TimeZone", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
h0 AS (
  SELECT g0."Id", g0."RecordInformationId", g0."OwnerId", g0."OwnerTeamId", g0."RowVersion", ((((('{"UserName":'
    || to_json(g0."UserName")::text || ',"DisplayName":' || to_json(g0."DisplayName")::text) || (',"Email":'
    || COALESCE(to_json(g0."Email")::text, 'null') || ',"PrimaryTeamId":')) || ((COALESCE(('"'
    || g0."PrimaryTeamId"::text || '"'), 'null') || ',"ManagerId":' || COALESCE(('"' || g0."ManagerId"::text
    || '"'), 'null')) || (',"IsActive":' || g0."IsActive"::text || ',"Kind":'))) || (((to_json(g0."Kind")::text
    || ',"ExternalIssuer":' || COALESCE(to_json(g0."ExternalIssuer")::text, 'null') || ',"ExternalId":')
    || (COALESCE(to_json(g0."ExternalId")::text, 'null') || ',"Language":' || COALESCE(to_json(g0."Language")::text,
    'null'))) || ((',"TimeZone":' || COALESCE(to_json(g0."TimeZone")::text, 'null') || ',"Id":') || (('"'
    || g0."Id"::text || '"') || ',"RecordInformationId":' || ('"' || g0."RecordInformationId"::text || '"')))))
    || ((((',"StatusId":' || COALESCE(('"' || g0."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || g0."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || g0."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":')) || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"'
    || ',"CreatedBy":'))) || (((('"' || g0."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
    || replace((g0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"'
    || g0."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((g0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || g0."RowVersion"::text) || (',"IsDeleted":' || g0."IsDeleted"::text || '}'))))) AS row
  FROM g0
  ORDER BY g0."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'User', 'Delete', $2::uuid, $4::uuid, $1::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId",
    NULL::uuid, NULL::uuid, $5::text
  FROM h0 c
),
version AS (
  UPDATE platform.environment
  SET principals_version = principals_version + 1
  WHERE id = 'e0000000-0000-4000-8000-000000000003'::uuid AND true
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on)
  SELECT $4::uuid, 'e0000000-0000-4000-8000-000000000003'::uuid, $2::uuid, 'User', 'Delete', 'Completed', 200,
    ARRAY(SELECT h0."Id" FROM h0 ORDER BY 1 LIMIT 1000), $1::timestamptz
  WHERE true
)
SELECT (
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (SELECT h0."Id", h0."RowVersion" AS version FROM h0 ORDER BY 1 LIMIT 1000) r
) AS result,
(SELECT count(*)::int FROM h0) AS matched;

-- restore: one entity
WITH m0 AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."RegionId" FROM m0 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
l0_1 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Status" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."StatusId" FROM m0 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x0 AS MATERIALIZED (
  SELECT CASE WHEN m."RegionId" IN (SELECT t."Id" FROM l0_0 t) THEN m."RegionId" END AS "RegionId",
    m."Label" AS "Label", m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId",
    m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId", CASE
    WHEN EXISTS (
      SELECT 1 FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u WHERE u."Id" = m."OwnerId"
    ) THEN (
      SELECT u."PrimaryTeamId"
      FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
      WHERE u."Id" = m."OwnerId"
    ) ELSE m."OwnerTeamId" END AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m0 m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x0 x
  WHERE (x."StatusId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_1 t WHERE t."Id" = x."StatusId"))
),
u0 AS (
  UPDATE "env_test"."Tag" t
  SET "RegionId" = x."RegionId", "OwnerTeamId" = x."OwnerTeamId", "IsDeleted" = false, "DeletedOn" = NULL,
    "DeletedBy" = NULL, "RowVersion" = x."RowVersion" + 1, "UpdatedBy" = $2::uuid, "UpdatedOn" = $3::timestamptz
  FROM x0 x
  WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
h0 AS (
  SELECT u0."Id", u0."RecordInformationId", u0."OwnerId", u0."OwnerTeamId", u0."RowVersion", ((((('{"RegionId":'
    || COALESCE(('"' || u0."RegionId"::text || '"'), 'null') || ',"Label":') || (COALESCE(to_json(u0."Label")::text,
    'null') || ',"Id":')) || (('"' || u0."Id"::text || '"') || ',"RecordInformationId":' || ('"'
    || u0."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || u0."StatusId"::text || '"'),
    'null') || ',"OwnerId":' || ('"' || u0."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
    || u0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
    || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || u0."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((u0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || u0."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((u0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (u0."RowVersion"::text || ',"IsDeleted":' || u0."IsDeleted"::text || '}')))) AS row
  FROM u0
  ORDER BY u0."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Create', $2::uuid, $4::uuid, $3::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $5::text
  FROM h0 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on)
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
    ), $2::uuid, 'Tag', 'Update', 'Completed', 200, ARRAY(SELECT h0."Id" FROM h0 ORDER BY 1 LIMIT 1000),
    $3::timestamptz
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (SELECT h0."Id", h0."RowVersion" AS version FROM h0 ORDER BY 1 LIMIT 1000) r
) AS result,
(SELECT count(*)::int FROM h0) AS matched;

-- restore: a record with children
WITH m0 AS MATERIALIZED (
  SELECT t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
),
l0_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."RegionId" FROM m0 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
l0_1 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Status" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."StatusId" FROM m0 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
m1 AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Order" r WHERE r."IsDeleted") t
  WHERE t."Id" = ANY($2::uuid[])
),
l1_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."CustomerId" FROM m1 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
l1_1 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."BillToId" FROM m1 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
l1_2 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Status" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."StatusId" FROM m1 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
m2 AS MATERIALIZED (
  SELECT t."OrderId", t."Quantity", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Line" r WHERE r."IsDeleted") t
  WHERE t."Id" = ANY($3::uuid[])
),
l2_0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."OrderId" FROM m2 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
l2_1 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Status" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT m."StatusId" FROM m2 m)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
x0 AS MATERIALIZED (
  SELECT m."Name" AS "Name", m."RegionId" AS "RegionId", m."Grade" AS "Grade", m."Code" AS "Code", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId", CASE
    WHEN EXISTS (
      SELECT 1 FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u WHERE u."Id" = m."OwnerId"
    ) THEN (
      SELECT u."PrimaryTeamId"
      FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
      WHERE u."Id" = m."OwnerId"
    ) ELSE m."OwnerTeamId" END AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m0 m
),
x1 AS MATERIALIZED (
  SELECT m."Number" AS "Number", m."CustomerId" AS "CustomerId", m."BillToId" AS "BillToId", m."Title" AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId",
    m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy",
    m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn",
    m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m1 m
),
x2 AS MATERIALIZED (
  SELECT m."OrderId" AS "OrderId", m."Quantity" AS "Quantity", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m2 m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x0 x
  WHERE (x."RegionId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_0 t WHERE t."Id" = x."RegionId"))
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x0 x
  WHERE (x."StatusId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0_1 t WHERE t."Id" = x."StatusId"))
  UNION ALL
  SELECT 6 AS failed, x."Id" AS n
  FROM x1 x
  WHERE (
    x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l1_0 t WHERE t."Id" = x."CustomerId")
      AND NOT EXISTS (SELECT 1 FROM x0 d WHERE d."Id" = x."CustomerId")
  )
  UNION ALL
  SELECT 7 AS failed, x."Id" AS n
  FROM x1 x
  WHERE (
    x."BillToId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l1_1 t WHERE t."Id" = x."BillToId")
      AND NOT EXISTS (SELECT 1 FROM x0 d WHERE d."Id" = x."BillToId")
  )
  UNION ALL
  SELECT 8 AS failed, x."Id" AS n
  FROM x1 x
  WHERE (x."StatusId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l1_2 t WHERE t."Id" = x."StatusId"))
  UNION ALL
  SELECT 9 AS failed, x."Id" AS n
  FROM x1 x
  WHERE (
    EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE (t."Number" COLLATE platform.natural_order) = (x."Number" COLLATE platform.natural_order)
        AND NOT EXISTS (SELECT 1 FROM x1 y WHERE y."Id" = t."Id")
    )
      OR EXISTS (
        SELECT 1
        FROM x1 t
        WHERE (t."Number" COLLATE platform.natural_order) = (x."Number" COLLATE platform.natural_order)
          AND t."Id" <> x."Id"
      )
  )
  UNION ALL
  SELECT 10 AS failed, x."Id" AS n
  FROM x1 x
  WHERE (
    EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
        AND NOT EXISTS (SELECT 1 FROM x1 y WHERE y."Id" = t."Id")
    )
      OR EXISTS (
        SELECT 1 FROM x1 t WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title") AND t."Id" <> x."Id"
      )
  )
  UNION ALL
  SELECT 11 AS failed, x."Id" AS n
  FROM x2 x
  WHERE (
    x."OrderId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l2_0 t WHERE t."Id" = x."OrderId")
      AND NOT EXISTS (SELECT 1 FROM x1 d WHERE d."Id" = x."OrderId")
  )
  UNION ALL
  SELECT 12 AS failed, x."Id" AS n
  FROM x2 x
  WHERE (x."StatusId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l2_1 t WHERE t."Id" = x."StatusId"))
),
u0 AS (
  UPDATE "env_test"."Customer" t
  SET "OwnerTeamId" = x."OwnerTeamId", "IsDeleted" = false, "DeletedOn" = NULL, "DeletedBy" = NULL,
    "RowVersion" = x."RowVersion" + 1, "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM x0 x
  WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
h0 AS (
  SELECT u0."Id", u0."RecordInformationId", u0."OwnerId", u0."OwnerTeamId", u0."RowVersion", ((((('{"Name":'
    || to_json(u0."Name")::text || ',"RegionId":') || (COALESCE(('"' || u0."RegionId"::text || '"'), 'null')
    || ',"Grade":')) || ((COALESCE(to_json(u0."Grade")::text, 'null') || ',"Code":'
    || COALESCE(to_json(u0."Code")::text, 'null')) || (',"Id":' || ('"' || u0."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || u0."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || u0."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || u0."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || u0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || u0."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((u0."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || u0."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((u0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (u0."RowVersion"::text || ',"IsDeleted":' || u0."IsDeleted"::text || '}')))) AS row
  FROM u0
  ORDER BY u0."Id"
),
u1 AS (
  UPDATE "env_test"."Order" t
  SET "IsDeleted" = false, "DeletedOn" = NULL, "DeletedBy" = NULL, "RowVersion" = x."RowVersion" + 1,
    "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM x1 x
  WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
h1 AS (
  SELECT u1."Id", u1."RecordInformationId", u1."OwnerId", u1."OwnerTeamId", u1."RowVersion", ((((('{"Number":'
    || COALESCE(to_json(u1."Number")::text, 'null') || ',"CustomerId":') || (('"' || u1."CustomerId"::text || '"')
    || ',"BillToId":')) || ((COALESCE(('"' || u1."BillToId"::text || '"'), 'null') || ',"Title":'
    || COALESCE(to_json(u1."Title")::text, 'null')) || (',"Id":' || ('"' || u1."Id"::text || '"'))))
    || (((',"RecordInformationId":' || ('"' || u1."RecordInformationId"::text || '"') || ',"StatusId":')
    || (COALESCE(('"' || u1."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || u1."OwnerId"::text
    || '"') || ',"OwnerTeamId":' || COALESCE(('"' || u1."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
    || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
    || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
    || u1."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((u1."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || u1."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
    || replace((u1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
    || (u1."RowVersion"::text || ',"IsDeleted":' || u1."IsDeleted"::text || '}')))) AS row
  FROM u1
  ORDER BY u1."Id"
),
u2 AS (
  UPDATE "env_test"."Line" t
  SET "IsDeleted" = false, "DeletedOn" = NULL, "DeletedBy" = NULL, "RowVersion" = x."RowVersion" + 1,
    "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM x2 x
  WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."OrderId", t."Quantity", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
h2 AS (
  SELECT u2."Id", u2."RecordInformationId", u2."OwnerId", u2."OwnerTeamId", u2."RowVersion", ((((('{"OrderId":'
    || ('"' || u2."OrderId"::text || '"') || ',"Quantity":') || (COALESCE(u2."Quantity"::text, 'null') || ',"Id":'))
    || (('"' || u2."Id"::text || '"') || ',"RecordInformationId":' || ('"' || u2."RecordInformationId"::text || '"')
    || ',"StatusId":')) || ((COALESCE(('"' || u2."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || u2."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || u2."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
    || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
    || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || u2."CreatedBy"::text || '"')
    || ',"CreatedOn":' || ('"' || replace((u2."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":')) || ((('"' || u2."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((u2."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (u2."RowVersion"::text || ',"IsDeleted":' || u2."IsDeleted"::text || '}')))) AS row
  FROM u2
  ORDER BY u2."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Create', $4::uuid, $6::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $7::text
  FROM h0 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Create', $4::uuid, $6::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $7::text
  FROM h1 c
  UNION ALL
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Line', 'Create', $4::uuid, $6::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId",
    c."OwnerTeamId", $7::text
  FROM h2 c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on)
  SELECT $6::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $8::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'customer', 'order', 'line', 'region',
                    'status', 'user', 'team', 'lifecycle']) AND c.version > $8::bigint
                )
            )
        )
    ), $4::uuid, 'Customer', 'Update', 'Completed', 200, ARRAY(SELECT h0."Id" FROM h0 ORDER BY 1 LIMIT 1000),
    $5::timestamptz
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (SELECT h0."Id", h0."RowVersion" AS version FROM h0 ORDER BY 1 LIMIT 1000) r
) AS result,
(SELECT count(*)::int FROM h0) AS matched;

-- clearLookups(Tag.RegionId,false)
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."RegionId" = ANY($1::uuid[]) AND t."Id" <> ALL($2::uuid[])
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "RegionId" = NULL, "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $3::uuid, "UpdatedOn" = $4::timestamptz
  FROM m
  WHERE t."Id" = m."Id"
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."RegionId" IS DISTINCT FROM u."RegionId" THEN '"RegionId":' || COALESCE(('"' || m."RegionId"::text
    || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."RegionId" IS DISTINCT FROM m."RegionId" THEN '"RegionId":' || COALESCE(('"' || u."RegionId"::text
    || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $3::uuid, $5::uuid, $4::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $6::text
  FROM d c
)
SELECT count(*)::int AS cleared
FROM u;

-- clearLookups(Tag.RegionId,true)
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE true) t
  WHERE t."RegionId" = ANY($1::uuid[]) AND t."Id" <> ALL($2::uuid[])
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "RegionId" = NULL, "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $3::uuid, "UpdatedOn" = $4::timestamptz
  FROM m
  WHERE t."Id" = m."Id"
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."RegionId" IS DISTINCT FROM u."RegionId" THEN '"RegionId":' || COALESCE(('"' || m."RegionId"::text
    || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."RegionId" IS DISTINCT FROM m."RegionId" THEN '"RegionId":' || COALESCE(('"' || u."RegionId"::text
    || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $3::uuid, $5::uuid, $4::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $6::text
  FROM d c
)
SELECT count(*)::int AS cleared
FROM u;

-- countChildren(Order.CustomerId,false)
SELECT count(*) FILTER (WHERE NOT c."IsDeleted")::int AS live,
  count(*) FILTER (WHERE c."IsDeleted")::int AS deleted, COALESCE((array_agg(NULL::text ORDER BY c."IsDeleted",
  NULL::text) FILTER (WHERE NULL::text IS NOT NULL)) [1:5], '{}') AS names
FROM (SELECT * FROM "env_test"."Order" r WHERE true) c
WHERE c."CustomerId" = ANY($1::uuid[]) AND c."Id" <> ALL($2::uuid[]);

-- countChildren(Order.CustomerId,true)
SELECT count(*) FILTER (WHERE NOT c."IsDeleted")::int AS live,
  count(*) FILTER (WHERE c."IsDeleted")::int AS deleted,
  COALESCE((array_agg(c."Number"::text ORDER BY c."IsDeleted",
  c."Number"::text) FILTER (WHERE c."Number"::text IS NOT NULL)) [1:5], '{}') AS names
FROM (SELECT * FROM "env_test"."Order" r WHERE true) c
WHERE c."CustomerId" = ANY($1::uuid[]) AND c."Id" <> ALL($2::uuid[]);

-- lockChildren(Line.OrderId,false)
SELECT c."Id" AS id
FROM (SELECT * FROM "env_test"."Line" r WHERE NOT r."IsDeleted") c
WHERE c."OrderId" = ANY($1::uuid[])
ORDER BY c."Id"
FOR UPDATE OF c;

-- lockChildren(Line.OrderId,true)
SELECT c."Id" AS id
FROM (SELECT * FROM "env_test"."Line" r WHERE true) c
WHERE c."OrderId" = ANY($1::uuid[])
ORDER BY c."Id"
FOR UPDATE OF c;

-- lockDeletedWith(Line.OrderId)
SELECT c."Id" AS id
FROM (SELECT * FROM "env_test"."Line" r WHERE r."IsDeleted") c
JOIN (SELECT * FROM "env_test"."Order" r WHERE r."IsDeleted") p ON p."Id" = c."OrderId"
WHERE p."Id" = ANY($1::uuid[]) AND c."DeletedOn" = p."DeletedOn"
  AND c."DeletedBy" IS NOT DISTINCT FROM p."DeletedBy"
ORDER BY c."Id"
FOR UPDATE OF c;
