-- update one field, store
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", $2::text AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "Label" = x."Label", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."Label" IS DISTINCT FROM x."Label" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Label" IS DISTINCT FROM u."Label" THEN '"Label":' || COALESCE(to_json(m."Label")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Label" IS DISTINCT FROM m."Label" THEN '"Label":' || COALESCE(to_json(u."Label")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $4::uuid, $6::uuid, $5::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
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
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $8::bigint
                )
            )
        )
    ), $4::uuid, 'Tag', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $5::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $6::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update one field, explain
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", $2::text AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
NULL::text AS result,
0 AS matched,
NULL::text AS moved;

-- update one field, image
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", $2::text AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
'[['
  || COALESCE(
    (
      SELECT string_agg(((((('{"RegionId":' || COALESCE(('"' || m."RegionId"::text || '"'), 'null') || ',"Label":')
        || (COALESCE(to_json(m."Label")::text, 'null') || ',"Id":')) || (('"' || m."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || m."RecordInformationId"::text || '"') || ',"StatusId":'))
        || ((COALESCE(('"' || m."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || m."OwnerId"::text
        || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || m."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
        || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
        || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
        || m."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
        || replace((m."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"'
        || m."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
        || replace((m."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
        || (m."RowVersion"::text || ',"IsDeleted":' || m."IsDeleted"::text || '}')))), ',' ORDER BY m."Id")
      FROM m
    ), ''
  ) || '],['
  || COALESCE(
    (
      SELECT string_agg(((((('{"RegionId":' || COALESCE(('"' || x."RegionId"::text || '"'), 'null') || ',"Label":')
        || (COALESCE(to_json(x."Label")::text, 'null') || ',"Id":')) || (COALESCE(('"' || x."Id"::text || '"'),
        'null') || ',"RecordInformationId":' || COALESCE(('"' || x."RecordInformationId"::text || '"'), 'null')
        || ',"StatusId":')) || ((COALESCE(('"' || x."StatusId"::text || '"'), 'null') || ',"OwnerId":'
        || COALESCE(('"' || x."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":') || (COALESCE(('"'
        || x."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
        || COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":')))
        || (((COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null') || ',"EnvironmentId":'
        || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null') || ',"CreatedBy":') || (COALESCE(('"'
        || x."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
        || replace((x."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'))
        || ((COALESCE(('"' || x."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":' || COALESCE(('"'
        || replace((x."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":')
        || (COALESCE(x."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x."IsDeleted"::text, 'null')
        || '}')))), ',' ORDER BY x."Id")
      FROM x
    ), ''
  ) || ']]' AS result,
0 AS matched,
NULL::text AS moved;

-- update one field, part
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", $2::text AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "Label" = x."Label", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."Label" IS DISTINCT FROM x."Label" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Label" IS DISTINCT FROM u."Label" THEN '"Label":' || COALESCE(to_json(m."Label")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Label" IS DISTINCT FROM m."Label" THEN '"Label":' || COALESCE(to_json(u."Label")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $4::uuid, $6::uuid, $5::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update one field, store, scoped
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $2::uuid
  ORDER BY t."Id"
  LIMIT 10001
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", $3::text AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
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
  WHERE ((m."OwnerId" = $1::uuid OR m."OwnerTeamId" = ANY($4::uuid[]))) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE (SELECT count(*) FROM m) > 10000
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $5::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $5::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m)
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
      WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
    )
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "Label" = x."Label", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $1::uuid, "UpdatedOn" = $6::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."Label" IS DISTINCT FROM x."Label" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Label" IS DISTINCT FROM u."Label" THEN '"Label":' || COALESCE(to_json(m."Label")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Label" IS DISTINCT FROM m."Label" THEN '"Label":' || COALESCE(to_json(u."Label")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $1::uuid, $7::uuid, $6::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $8::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $7::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $9::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $9::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $6::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $7::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update an owner, store
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", m."Label" AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", $2::uuid AS "OwnerId",
    (
      SELECT u."PrimaryTeamId"
      FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
      WHERE u."Id" = $2::uuid
    ) AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $4::uuid)
  )
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "OwnerId" = x."OwnerId", "OwnerTeamId" = x."OwnerTeamId", "RowVersion" = m."RowVersion" + 1,
    "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."OwnerId" IS DISTINCT FROM x."OwnerId"
    OR m."OwnerTeamId" IS DISTINCT FROM x."OwnerTeamId") AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $4::uuid, $6::uuid, $5::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
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
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $8::bigint
                )
            )
        )
    ), $4::uuid, 'Tag', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $5::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $6::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update an owner, explain
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", m."Label" AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", $2::uuid AS "OwnerId",
    (
      SELECT u."PrimaryTeamId"
      FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
      WHERE u."Id" = $2::uuid
    ) AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $4::uuid)
  )
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
NULL::text AS result,
0 AS matched,
NULL::text AS moved;

-- update an owner, image
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", m."Label" AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", $2::uuid AS "OwnerId",
    (
      SELECT u."PrimaryTeamId"
      FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
      WHERE u."Id" = $2::uuid
    ) AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
'[['
  || COALESCE(
    (
      SELECT string_agg(((((('{"RegionId":' || COALESCE(('"' || m."RegionId"::text || '"'), 'null') || ',"Label":')
        || (COALESCE(to_json(m."Label")::text, 'null') || ',"Id":')) || (('"' || m."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || m."RecordInformationId"::text || '"') || ',"StatusId":'))
        || ((COALESCE(('"' || m."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || m."OwnerId"::text
        || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || m."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
        || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
        || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
        || m."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
        || replace((m."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"'
        || m."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
        || replace((m."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
        || (m."RowVersion"::text || ',"IsDeleted":' || m."IsDeleted"::text || '}')))), ',' ORDER BY m."Id")
      FROM m
    ), ''
  ) || '],['
  || COALESCE(
    (
      SELECT string_agg(((((('{"RegionId":' || COALESCE(('"' || x."RegionId"::text || '"'), 'null') || ',"Label":')
        || (COALESCE(to_json(x."Label")::text, 'null') || ',"Id":')) || (COALESCE(('"' || x."Id"::text || '"'),
        'null') || ',"RecordInformationId":' || COALESCE(('"' || x."RecordInformationId"::text || '"'), 'null')
        || ',"StatusId":')) || ((COALESCE(('"' || x."StatusId"::text || '"'), 'null') || ',"OwnerId":'
        || COALESCE(('"' || x."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":') || (COALESCE(('"'
        || x."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
        || COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":')))
        || (((COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null') || ',"EnvironmentId":'
        || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null') || ',"CreatedBy":') || (COALESCE(('"'
        || x."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
        || replace((x."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'))
        || ((COALESCE(('"' || x."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":' || COALESCE(('"'
        || replace((x."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":')
        || (COALESCE(x."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x."IsDeleted"::text, 'null')
        || '}')))), ',' ORDER BY x."Id")
      FROM x
    ), ''
  ) || ']]' AS result,
0 AS matched,
NULL::text AS moved;

-- update an owner, part
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", m."Label" AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", $2::uuid AS "OwnerId",
    (
      SELECT u."PrimaryTeamId"
      FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
      WHERE u."Id" = $2::uuid
    ) AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $4::uuid)
  )
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "OwnerId" = x."OwnerId", "OwnerTeamId" = x."OwnerTeamId", "RowVersion" = m."RowVersion" + 1,
    "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."OwnerId" IS DISTINCT FROM x."OwnerId"
    OR m."OwnerTeamId" IS DISTINCT FROM x."OwnerTeamId") AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $4::uuid, $6::uuid, $5::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update an owner, store, scoped
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $2::uuid
  ORDER BY t."Id"
  LIMIT 10001
  FOR UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."RegionId" AS "RegionId", m."Label" AS "Label", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", $3::uuid AS "OwnerId",
    (
      SELECT u."PrimaryTeamId"
      FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
      WHERE u."Id" = $3::uuid
    ) AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
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
  WHERE ((m."OwnerId" = $1::uuid OR m."OwnerTeamId" = ANY($4::uuid[]))) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE (SELECT count(*) FROM m) > 10000
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $5::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $5::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m)
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
      WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
    )
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE NOT EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
    WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $1::uuid)
  )
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    (x."OwnerId" = $1::uuid OR x."OwnerTeamId" = ANY($4::uuid[]))
      OR EXISTS (
        SELECT 1
        FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
        WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY($4::uuid[])
      )
  ) IS NOT TRUE
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "OwnerId" = x."OwnerId", "OwnerTeamId" = x."OwnerTeamId", "RowVersion" = m."RowVersion" + 1,
    "UpdatedBy" = $1::uuid, "UpdatedOn" = $6::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."OwnerId" IS DISTINCT FROM x."OwnerId"
    OR m."OwnerTeamId" IS DISTINCT FROM x."OwnerTeamId") AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $1::uuid, $7::uuid, $6::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $8::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $7::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $9::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $9::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $6::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $7::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update a matched lookup, store
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT (
    SELECT t."Id"
    FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
    WHERE lower(t."Name" COLLATE "und-x-icu") = lower($2::text COLLATE "und-x-icu")
  ) AS "RegionId", m."Label" AS "Label", m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId",
    m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted",
    $2::text AS "RegionId~Name"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."RegionId")
  )
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "RegionId" = x."RegionId", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $4::uuid,
    "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."RegionId" IS DISTINCT FROM x."RegionId" AND NOT EXISTS (SELECT 1 FROM fault)
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
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $4::uuid, $6::uuid, $5::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
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
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $8::bigint
                )
            )
        )
    ), $4::uuid, 'Tag', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $5::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $6::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update a matched lookup, explain
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT (
    SELECT t."Id"
    FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
    WHERE lower(t."Name" COLLATE "und-x-icu") = lower($2::text COLLATE "und-x-icu")
  ) AS "RegionId", m."Label" AS "Label", m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId",
    m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted",
    $2::text AS "RegionId~Name"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."RegionId")
  )
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
NULL::text AS result,
0 AS matched,
NULL::text AS moved;

-- update a matched lookup, image
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT (
    SELECT t."Id"
    FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
    WHERE lower(t."Name" COLLATE "und-x-icu") = lower($2::text COLLATE "und-x-icu")
  ) AS "RegionId", m."Label" AS "Label", m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId",
    m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted",
    $2::text AS "RegionId~Name"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
'[['
  || COALESCE(
    (
      SELECT string_agg(((((('{"RegionId":' || COALESCE(('"' || m."RegionId"::text || '"'), 'null') || ',"Label":')
        || (COALESCE(to_json(m."Label")::text, 'null') || ',"Id":')) || (('"' || m."Id"::text || '"')
        || ',"RecordInformationId":' || ('"' || m."RecordInformationId"::text || '"') || ',"StatusId":'))
        || ((COALESCE(('"' || m."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || m."OwnerId"::text
        || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || m."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
        || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
        || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
        || m."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
        || replace((m."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"'
        || m."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
        || replace((m."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
        || (m."RowVersion"::text || ',"IsDeleted":' || m."IsDeleted"::text || '}')))), ',' ORDER BY m."Id")
      FROM m
    ), ''
  ) || '],['
  || COALESCE(
    (
      SELECT string_agg(((((('{"RegionId":' || COALESCE(('"' || x."RegionId"::text || '"'), 'null') || ',"Label":')
        || (COALESCE(to_json(x."Label")::text, 'null') || ',"Id":')) || (COALESCE(('"' || x."Id"::text || '"'),
        'null') || ',"RecordInformationId":' || COALESCE(('"' || x."RecordInformationId"::text || '"'), 'null')
        || ',"StatusId":')) || ((COALESCE(('"' || x."StatusId"::text || '"'), 'null') || ',"OwnerId":'
        || COALESCE(('"' || x."OwnerId"::text || '"'), 'null') || ',"OwnerTeamId":') || (COALESCE(('"'
        || x."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
        || COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":')))
        || (((COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null') || ',"EnvironmentId":'
        || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null') || ',"CreatedBy":') || (COALESCE(('"'
        || x."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
        || replace((x."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'))
        || ((COALESCE(('"' || x."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":' || COALESCE(('"'
        || replace((x."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":')
        || (COALESCE(x."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x."IsDeleted"::text, 'null')
        || '}')))), ',' ORDER BY x."Id")
      FROM x
    ), ''
  ) || ']]' AS result,
0 AS matched,
NULL::text AS moved;

-- update a matched lookup, part
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT (
    SELECT t."Id"
    FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
    WHERE lower(t."Name" COLLATE "und-x-icu") = lower($2::text COLLATE "und-x-icu")
  ) AS "RegionId", m."Label" AS "Label", m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId",
    m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted",
    $2::text AS "RegionId~Name"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."RegionId")
  )
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "RegionId" = x."RegionId", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $4::uuid,
    "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."RegionId" IS DISTINCT FROM x."RegionId" AND NOT EXISTS (SELECT 1 FROM fault)
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
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $4::uuid, $6::uuid, $5::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update a matched lookup, store, scoped
WITH m AS MATERIALIZED (
  SELECT t."RegionId", t."Label", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Tag" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $2::uuid
  ORDER BY t."Id"
  LIMIT 10001
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT (
    SELECT t."Id"
    FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
    WHERE lower(t."Name" COLLATE "und-x-icu") = lower($3::text COLLATE "und-x-icu")
  ) AS "RegionId", m."Label" AS "Label", m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId",
    m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted",
    $3::text AS "RegionId~Name"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" IN (SELECT x."RegionId" FROM x x WHERE x."RegionId" IS NOT NULL)
  ORDER BY t."Id"
  FOR KEY SHARE OF t
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
  WHERE ((m."OwnerId" = $1::uuid OR m."OwnerTeamId" = ANY($4::uuid[]))) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE (SELECT count(*) FROM m) > 10000
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $5::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $5::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m)
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Tag" r WHERE NOT r."IsDeleted") t
      WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
    )
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    (x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."RegionId")
  )
),
u AS (
  UPDATE "env_test"."Tag" t
  SET "RegionId" = x."RegionId", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $1::uuid,
    "UpdatedOn" = $6::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."RegionId" IS DISTINCT FROM x."RegionId" AND NOT EXISTS (SELECT 1 FROM fault)
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
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Tag', 'Update', $1::uuid, $7::uuid, $6::timestamptz, c."Id",
    c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before,
    c."OwnerId", c."OwnerTeamId", $8::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $7::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $9::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'tag', 'region', 'status', 'user',
                    'team', 'lifecycle']) AND c.version > $9::bigint
                )
            )
        )
    ), $1::uuid, 'Tag', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $6::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $7::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update another target of OwnerFrom, store
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
o AS MATERIALIZED (
  SELECT t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $2::uuid
  FOR KEY SHARE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", $2::uuid AS "CustomerId", m."BillToId" AS "BillToId", m."Title" AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerId" FROM o) ELSE m."OwnerId" END AS "OwnerId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerTeamId" FROM o) ELSE m."OwnerTeamId" END AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($3::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."CustomerId"))
),
u AS (
  UPDATE "env_test"."Order" t
  SET "CustomerId" = x."CustomerId", "OwnerId" = x."OwnerId", "OwnerTeamId" = x."OwnerTeamId",
    "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $5::uuid, "UpdatedOn" = $6::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."CustomerId" IS DISTINCT FROM x."CustomerId"
    OR m."OwnerId" IS DISTINCT FROM x."OwnerId" OR m."OwnerTeamId" IS DISTINCT FROM x."OwnerTeamId")
    AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."CustomerId" IS DISTINCT FROM u."CustomerId" THEN '"CustomerId":' || COALESCE(('"'
    || m."CustomerId"::text || '"'), 'null') END, CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."CustomerId" IS DISTINCT FROM m."CustomerId" THEN '"CustomerId":'
    || COALESCE(('"' || u."CustomerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || u."OwnerId"::text || '"'),
    'null') END, CASE WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $5::uuid, $7::uuid, $6::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $8::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $7::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $9::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'order', 'line', 'customer', 'status',
                    'user', 'team', 'region', 'lifecycle']) AND c.version > $9::bigint
                )
            )
        )
    ), $5::uuid, 'Order', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $6::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $7::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update another target of OwnerFrom, explain
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
o AS MATERIALIZED (
  SELECT t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $2::uuid
  FOR KEY SHARE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", $2::uuid AS "CustomerId", m."BillToId" AS "BillToId", m."Title" AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerId" FROM o) ELSE m."OwnerId" END AS "OwnerId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerTeamId" FROM o) ELSE m."OwnerTeamId" END AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($3::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."CustomerId"))
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
        AND NOT EXISTS (SELECT 1 FROM x y WHERE y."Id" = t."Id")
    )
      OR EXISTS (
        SELECT 1 FROM x t WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title") AND t."Id" <> x."Id"
      )
  )
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
NULL::text AS result,
0 AS matched,
NULL::text AS moved;

-- update another target of OwnerFrom, image
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
o AS MATERIALIZED (
  SELECT t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $2::uuid
  FOR KEY SHARE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", $2::uuid AS "CustomerId", m."BillToId" AS "BillToId", m."Title" AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerId" FROM o) ELSE m."OwnerId" END AS "OwnerId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerTeamId" FROM o) ELSE m."OwnerTeamId" END AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
'[['
  || COALESCE(
    (
      SELECT string_agg(((((('{"Number":' || COALESCE(to_json(m."Number")::text, 'null') || ',"CustomerId":')
        || (('"' || m."CustomerId"::text || '"') || ',"BillToId":')) || ((COALESCE(('"' || m."BillToId"::text
        || '"'), 'null') || ',"Title":' || COALESCE(to_json(m."Title")::text, 'null')) || (',"Id":' || ('"'
        || m."Id"::text || '"')))) || (((',"RecordInformationId":' || ('"' || m."RecordInformationId"::text || '"')
        || ',"StatusId":') || (COALESCE(('"' || m."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"'
        || m."OwnerId"::text || '"') || ',"OwnerTeamId":' || COALESCE(('"' || m."OwnerTeamId"::text || '"'), 'null')
        || ',"TenantId":'))) || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
        || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
        || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"' || m."CreatedBy"::text || '"')
        || ',"CreatedOn":' || ('"' || replace((m."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')))
        || (((',"UpdatedBy":' || ('"' || m."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
        || replace((m."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
        || (m."RowVersion"::text || ',"IsDeleted":' || m."IsDeleted"::text || '}')))), ',' ORDER BY m."Id")
      FROM m
    ), ''
  ) || '],['
  || COALESCE(
    (
      SELECT string_agg(((((('{"Number":' || COALESCE(to_json(x."Number")::text, 'null') || ',"CustomerId":')
        || (COALESCE(('"' || x."CustomerId"::text || '"'), 'null') || ',"BillToId":')) || ((COALESCE(('"'
        || x."BillToId"::text || '"'), 'null') || ',"Title":' || COALESCE(to_json(x."Title")::text, 'null'))
        || (',"Id":' || COALESCE(('"' || x."Id"::text || '"'), 'null')))) || (((',"RecordInformationId":'
        || COALESCE(('"' || x."RecordInformationId"::text || '"'), 'null') || ',"StatusId":') || (COALESCE(('"'
        || x."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (COALESCE(('"' || x."OwnerId"::text || '"'),
        'null') || ',"OwnerTeamId":' || COALESCE(('"' || x."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
        || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
        || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
        || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
        || x."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
        || replace((x."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
        || COALESCE(('"' || x."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
        || replace((x."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
        || (COALESCE(x."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x."IsDeleted"::text, 'null')
        || '}')))), ',' ORDER BY x."Id")
      FROM x
    ), ''
  ) || ']]' AS result,
0 AS matched,
NULL::text AS moved;

-- update another target of OwnerFrom, part
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR UPDATE OF t
),
o AS MATERIALIZED (
  SELECT t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $2::uuid
  FOR KEY SHARE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", $2::uuid AS "CustomerId", m."BillToId" AS "BillToId", m."Title" AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerId" FROM o) ELSE m."OwnerId" END AS "OwnerId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerTeamId" FROM o) ELSE m."OwnerTeamId" END AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($3::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."CustomerId"))
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
        AND NOT EXISTS (SELECT 1 FROM x y WHERE y."Id" = t."Id")
    )
      OR EXISTS (
        SELECT 1 FROM x t WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title") AND t."Id" <> x."Id"
      )
  )
),
u AS (
  UPDATE "env_test"."Order" t
  SET "CustomerId" = x."CustomerId", "OwnerId" = x."OwnerId", "OwnerTeamId" = x."OwnerTeamId",
    "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $5::uuid, "UpdatedOn" = $6::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."CustomerId" IS DISTINCT FROM x."CustomerId"
    OR m."OwnerId" IS DISTINCT FROM x."OwnerId" OR m."OwnerTeamId" IS DISTINCT FROM x."OwnerTeamId")
    AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."CustomerId" IS DISTINCT FROM u."CustomerId" THEN '"CustomerId":' || COALESCE(('"'
    || m."CustomerId"::text || '"'), 'null') END, CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."CustomerId" IS DISTINCT FROM m."CustomerId" THEN '"CustomerId":'
    || COALESCE(('"' || u."CustomerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || u."OwnerId"::text || '"'),
    'null') END, CASE WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $5::uuid, $7::uuid, $6::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $8::text
  FROM d c
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update another target of OwnerFrom, store, scoped
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $2::uuid
  ORDER BY t."Id"
  LIMIT 10001
  FOR UPDATE OF t
),
o AS MATERIALIZED (
  SELECT t."OwnerId", t."OwnerTeamId"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $3::uuid
  FOR KEY SHARE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", $3::uuid AS "CustomerId", m."BillToId" AS "BillToId", m."Title" AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerId" FROM o) ELSE m."OwnerId" END AS "OwnerId", CASE
    WHEN EXISTS (SELECT 1 FROM o) THEN (SELECT o."OwnerTeamId" FROM o) ELSE m."OwnerTeamId" END AS "OwnerTeamId",
    m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy",
    m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
l0 AS MATERIALIZED (
  SELECT t."Id"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = ANY($4::uuid[])
  ORDER BY t."Id"
  FOR KEY SHARE OF t
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
  )
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE ((m."OwnerId" = $1::uuid OR m."OwnerTeamId" = ANY($5::uuid[]))) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE (SELECT count(*) FROM m) > 10000
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $6::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $6::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m)
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
    )
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."CustomerId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."CustomerId"))
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    (x."OwnerId" = $1::uuid OR x."OwnerTeamId" = ANY($5::uuid[]))
      OR EXISTS (
        SELECT 1
        FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
        WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY($5::uuid[])
      )
  ) IS NOT TRUE
),
u AS (
  UPDATE "env_test"."Order" t
  SET "CustomerId" = x."CustomerId", "OwnerId" = x."OwnerId", "OwnerTeamId" = x."OwnerTeamId",
    "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $1::uuid, "UpdatedOn" = $7::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."CustomerId" IS DISTINCT FROM x."CustomerId"
    OR m."OwnerId" IS DISTINCT FROM x."OwnerId" OR m."OwnerTeamId" IS DISTINCT FROM x."OwnerTeamId")
    AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."CustomerId" IS DISTINCT FROM u."CustomerId" THEN '"CustomerId":' || COALESCE(('"'
    || m."CustomerId"::text || '"'), 'null') END, CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."CustomerId" IS DISTINCT FROM m."CustomerId" THEN '"CustomerId":'
    || COALESCE(('"' || u."CustomerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || u."OwnerId"::text || '"'),
    'null') END, CASE WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $1::uuid, $8::uuid, $7::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $9::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $8::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $10::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'order', 'line', 'customer', 'status',
                    'user', 'team', 'region', 'lifecycle']) AND c.version > $10::bigint
                )
            )
        )
    ), $1::uuid, 'Order', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $7::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $8::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update unique values, store
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", m."CustomerId" AS "CustomerId", m."BillToId" AS "BillToId", $2::text AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId",
    m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy",
    m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn",
    m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
),
u AS (
  UPDATE "env_test"."Order" t
  SET "Title" = x."Title", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."Title" IS DISTINCT FROM x."Title" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Title" IS DISTINCT FROM u."Title" THEN '"Title":' || COALESCE(to_json(m."Title")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Title" IS DISTINCT FROM m."Title" THEN '"Title":' || COALESCE(to_json(u."Title")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $4::uuid, $6::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
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
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'order', 'line', 'customer', 'status',
                    'user', 'team', 'region', 'lifecycle']) AND c.version > $8::bigint
                )
            )
        )
    ), $4::uuid, 'Order', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $5::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $6::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update unique values, explain
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", m."CustomerId" AS "CustomerId", m."BillToId" AS "BillToId", $2::text AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId",
    m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy",
    m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn",
    m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
        AND NOT EXISTS (SELECT 1 FROM x y WHERE y."Id" = t."Id")
    )
      OR EXISTS (
        SELECT 1 FROM x t WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title") AND t."Id" <> x."Id"
      )
  )
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
NULL::text AS result,
0 AS matched,
NULL::text AS moved;

-- update unique values, image
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", m."CustomerId" AS "CustomerId", m."BillToId" AS "BillToId", $2::text AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId",
    m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy",
    m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn",
    m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
'[['
  || COALESCE(
    (
      SELECT string_agg(((((('{"Number":' || COALESCE(to_json(m."Number")::text, 'null') || ',"CustomerId":')
        || (('"' || m."CustomerId"::text || '"') || ',"BillToId":')) || ((COALESCE(('"' || m."BillToId"::text
        || '"'), 'null') || ',"Title":' || COALESCE(to_json(m."Title")::text, 'null')) || (',"Id":' || ('"'
        || m."Id"::text || '"')))) || (((',"RecordInformationId":' || ('"' || m."RecordInformationId"::text || '"')
        || ',"StatusId":') || (COALESCE(('"' || m."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"'
        || m."OwnerId"::text || '"') || ',"OwnerTeamId":' || COALESCE(('"' || m."OwnerTeamId"::text || '"'), 'null')
        || ',"TenantId":'))) || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
        || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
        || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"' || m."CreatedBy"::text || '"')
        || ',"CreatedOn":' || ('"' || replace((m."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')))
        || (((',"UpdatedBy":' || ('"' || m."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
        || replace((m."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
        || (m."RowVersion"::text || ',"IsDeleted":' || m."IsDeleted"::text || '}')))), ',' ORDER BY m."Id")
      FROM m
    ), ''
  ) || '],['
  || COALESCE(
    (
      SELECT string_agg(((((('{"Number":' || COALESCE(to_json(x."Number")::text, 'null') || ',"CustomerId":')
        || (COALESCE(('"' || x."CustomerId"::text || '"'), 'null') || ',"BillToId":')) || ((COALESCE(('"'
        || x."BillToId"::text || '"'), 'null') || ',"Title":' || COALESCE(to_json(x."Title")::text, 'null'))
        || (',"Id":' || COALESCE(('"' || x."Id"::text || '"'), 'null')))) || (((',"RecordInformationId":'
        || COALESCE(('"' || x."RecordInformationId"::text || '"'), 'null') || ',"StatusId":') || (COALESCE(('"'
        || x."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (COALESCE(('"' || x."OwnerId"::text || '"'),
        'null') || ',"OwnerTeamId":' || COALESCE(('"' || x."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
        || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
        || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
        || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
        || x."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
        || replace((x."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
        || COALESCE(('"' || x."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
        || replace((x."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
        || (COALESCE(x."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x."IsDeleted"::text, 'null')
        || '}')))), ',' ORDER BY x."Id")
      FROM x
    ), ''
  ) || ']]' AS result,
0 AS matched,
NULL::text AS moved;

-- update unique values, part
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", m."CustomerId" AS "CustomerId", m."BillToId" AS "BillToId", $2::text AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId",
    m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy",
    m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn",
    m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $3::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $3::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (
    EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title")
        AND NOT EXISTS (SELECT 1 FROM x y WHERE y."Id" = t."Id")
    )
      OR EXISTS (
        SELECT 1 FROM x t WHERE (t."CustomerId" = x."CustomerId" AND t."Title" = x."Title") AND t."Id" <> x."Id"
      )
  )
),
u AS (
  UPDATE "env_test"."Order" t
  SET "Title" = x."Title", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $4::uuid, "UpdatedOn" = $5::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."Title" IS DISTINCT FROM x."Title" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Title" IS DISTINCT FROM u."Title" THEN '"Title":' || COALESCE(to_json(m."Title")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Title" IS DISTINCT FROM m."Title" THEN '"Title":' || COALESCE(to_json(u."Title")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $4::uuid, $6::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $7::text
  FROM d c
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update unique values, store, scoped
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Order" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $2::uuid
  ORDER BY t."Id"
  LIMIT 10001
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Number" AS "Number", m."CustomerId" AS "CustomerId", m."BillToId" AS "BillToId", $3::text AS "Title",
    m."Id" AS "Id", m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId",
    m."OwnerId" AS "OwnerId", m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy",
    m."CreatedOn" AS "CreatedOn", m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn",
    m."RowVersion" AS "RowVersion", m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
  )
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE ((m."OwnerId" = $1::uuid OR m."OwnerTeamId" = ANY($4::uuid[]))) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE (SELECT count(*) FROM m) > 10000
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $5::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $5::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m)
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
    )
),
u AS (
  UPDATE "env_test"."Order" t
  SET "Title" = x."Title", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $1::uuid, "UpdatedOn" = $6::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND m."Title" IS DISTINCT FROM x."Title" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Title" IS DISTINCT FROM u."Title" THEN '"Title":' || COALESCE(to_json(m."Title")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Title" IS DISTINCT FROM m."Title" THEN '"Title":' || COALESCE(to_json(u."Title")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $1::uuid, $7::uuid, $6::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $8::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $7::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $9::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'order', 'line', 'customer', 'status',
                    'user', 'team', 'region', 'lifecycle']) AND c.version > $9::bigint
                )
            )
        )
    ), $1::uuid, 'Order', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $6::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $7::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update what is immutable, store
WITH m AS MATERIALIZED (
  SELECT t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted",
    t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Name" AS "Name", m."RegionId" AS "RegionId", $2::text AS "Grade", $3::text AS "Code", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  JOIN m ON m."Id" = x."Id"
  WHERE m."Code" IS DISTINCT FROM x."Code"
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."Name" <> $5::text) IS NOT TRUE
),
u AS (
  UPDATE "env_test"."Customer" t
  SET "Grade" = x."Grade", "Code" = x."Code", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $6::uuid,
    "UpdatedOn" = $7::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."Grade" IS DISTINCT FROM x."Grade" OR m."Code" IS DISTINCT FROM x."Code")
    AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Grade" IS DISTINCT FROM u."Grade" THEN '"Grade":' || COALESCE(to_json(m."Grade")::text, 'null') END,
    CASE WHEN m."Code" IS DISTINCT FROM u."Code" THEN '"Code":' || COALESCE(to_json(m."Code")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Grade" IS DISTINCT FROM m."Grade" THEN '"Grade":' || COALESCE(to_json(u."Grade")::text, 'null') END,
    CASE WHEN u."Code" IS DISTINCT FROM m."Code" THEN '"Code":' || COALESCE(to_json(u."Code")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Update', $6::uuid, $8::uuid, $7::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $9::text
  FROM d c
),
operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on, result, record_affected)
  SELECT $8::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid
        AND (
          e.definitions_version = $10::bigint OR e.xmin = pg_current_xact_id()::xid
            OR (
              e.traced_version = e.definitions_version
                AND NOT EXISTS (
                  SELECT
                  FROM platform.changed_entity c
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'customer', 'order', 'line', 'region',
                    'status', 'user', 'team', 'lifecycle']) AND c.version > $10::bigint
                )
            )
        )
    ), $6::uuid, 'Customer', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $7::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $8::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update what is immutable, explain
WITH m AS MATERIALIZED (
  SELECT t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted",
    t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Name" AS "Name", m."RegionId" AS "RegionId", $2::text AS "Grade", $3::text AS "Code", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  JOIN m ON m."Id" = x."Id"
  WHERE m."Code" IS DISTINCT FROM x."Code"
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."Name" <> $5::text) IS NOT TRUE
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
NULL::text AS result,
0 AS matched,
NULL::text AS moved;

-- update what is immutable, image
WITH m AS MATERIALIZED (
  SELECT t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted",
    t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Name" AS "Name", m."RegionId" AS "RegionId", $2::text AS "Grade", $3::text AS "Code", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
'[['
  || COALESCE(
    (
      SELECT string_agg(((((('{"Name":' || to_json(m."Name")::text || ',"RegionId":') || (COALESCE(('"'
        || m."RegionId"::text || '"'), 'null') || ',"Grade":')) || ((COALESCE(to_json(m."Grade")::text, 'null')
        || ',"Code":' || COALESCE(to_json(m."Code")::text, 'null')) || (',"Id":' || ('"' || m."Id"::text || '"'))))
        || (((',"RecordInformationId":' || ('"' || m."RecordInformationId"::text || '"') || ',"StatusId":')
        || (COALESCE(('"' || m."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || m."OwnerId"::text
        || '"') || ',"OwnerTeamId":' || COALESCE(('"' || m."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
        || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
        || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
        || m."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
        || replace((m."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"'
        || m."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
        || replace((m."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
        || (m."RowVersion"::text || ',"IsDeleted":' || m."IsDeleted"::text || '}')))), ',' ORDER BY m."Id")
      FROM m
    ), ''
  ) || '],['
  || COALESCE(
    (
      SELECT string_agg(((((('{"Name":' || COALESCE(to_json(x."Name")::text, 'null') || ',"RegionId":')
        || (COALESCE(('"' || x."RegionId"::text || '"'), 'null') || ',"Grade":'))
        || ((COALESCE(to_json(x."Grade")::text, 'null') || ',"Code":' || COALESCE(to_json(x."Code")::text, 'null'))
        || (',"Id":' || COALESCE(('"' || x."Id"::text || '"'), 'null')))) || (((',"RecordInformationId":'
        || COALESCE(('"' || x."RecordInformationId"::text || '"'), 'null') || ',"StatusId":') || (COALESCE(('"'
        || x."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (COALESCE(('"' || x."OwnerId"::text || '"'),
        'null') || ',"OwnerTeamId":' || COALESCE(('"' || x."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
        || ((((COALESCE('"d0000000-0000-4000-8000-000000000001"', 'null') || ',"AppId":'
        || COALESCE('"a0000000-0000-4000-8000-000000000002"', 'null')) || (',"EnvironmentId":'
        || COALESCE('"e0000000-0000-4000-8000-000000000003"', 'null'))) || (',"CreatedBy":' || COALESCE(('"'
        || x."CreatedBy"::text || '"'), 'null') || ',"CreatedOn":' || COALESCE(('"'
        || replace((x."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null'))) || (((',"UpdatedBy":'
        || COALESCE(('"' || x."UpdatedBy"::text || '"'), 'null') || ',"UpdatedOn":') || (COALESCE(('"'
        || replace((x."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'))
        || (COALESCE(x."RowVersion"::text, 'null') || ',"IsDeleted":' || COALESCE(x."IsDeleted"::text, 'null')
        || '}')))), ',' ORDER BY x."Id")
      FROM x
    ), ''
  ) || ']]' AS result,
0 AS matched,
NULL::text AS moved;

-- update what is immutable, part
WITH m AS MATERIALIZED (
  SELECT t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted",
    t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = $1::uuid
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Name" AS "Name", m."RegionId" AS "RegionId", $2::text AS "Grade", $3::text AS "Code", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE (true) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE false
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $4::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $4::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  JOIN m ON m."Id" = x."Id"
  WHERE m."Code" IS DISTINCT FROM x."Code"
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."Name" <> $5::text) IS NOT TRUE
),
u AS (
  UPDATE "env_test"."Customer" t
  SET "Grade" = x."Grade", "Code" = x."Code", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $6::uuid,
    "UpdatedOn" = $7::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."Grade" IS DISTINCT FROM x."Grade" OR m."Code" IS DISTINCT FROM x."Code")
    AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Grade" IS DISTINCT FROM u."Grade" THEN '"Grade":' || COALESCE(to_json(m."Grade")::text, 'null') END,
    CASE WHEN m."Code" IS DISTINCT FROM u."Code" THEN '"Code":' || COALESCE(to_json(m."Code")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Grade" IS DISTINCT FROM m."Grade" THEN '"Grade":' || COALESCE(to_json(u."Grade")::text, 'null') END,
    CASE WHEN u."Code" IS DISTINCT FROM m."Code" THEN '"Code":' || COALESCE(to_json(u."Code")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Update', $6::uuid, $8::uuid, $7::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $9::text
  FROM d c
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- update what is immutable, store, scoped
WITH m AS MATERIALIZED (
  SELECT t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted",
    t."RollupVersions"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
  WHERE t."Id" = $2::uuid
  ORDER BY t."Id"
  LIMIT 10001
  FOR NO KEY UPDATE OF t
),
x AS MATERIALIZED (
  SELECT m."Name" AS "Name", m."RegionId" AS "RegionId", $3::text AS "Grade", $4::text AS "Code", m."Id" AS "Id",
    m."RecordInformationId" AS "RecordInformationId", m."StatusId" AS "StatusId", m."OwnerId" AS "OwnerId",
    m."OwnerTeamId" AS "OwnerTeamId", m."CreatedBy" AS "CreatedBy", m."CreatedOn" AS "CreatedOn",
    m."UpdatedBy" AS "UpdatedBy", m."UpdatedOn" AS "UpdatedOn", m."RowVersion" AS "RowVersion",
    m."IsDeleted" AS "IsDeleted"
  FROM m
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
    WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
  )
  UNION ALL
  SELECT 1, m."Id"
  FROM m
  WHERE ((m."OwnerId" = $1::uuid OR m."OwnerTeamId" = ANY($5::uuid[]))) IS NOT TRUE
  UNION ALL
  SELECT 2, NULL::uuid
  WHERE (SELECT count(*) FROM m) > 10000
  UNION ALL
  SELECT 3, m."Id"
  FROM m
  WHERE (m."RowVersion" = $6::bigint OR (upper(m."RollupVersions") = m."RowVersion"
    AND $6::bigint <@ m."RollupVersions")) IS NOT TRUE
  UNION ALL
  SELECT 3, NULL::uuid
  WHERE NOT EXISTS (SELECT 1 FROM m)
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      WHERE t."Id" = $2::uuid AND (t."OwnerId" = $1::uuid) IS NOT TRUE
    )
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  JOIN m ON m."Id" = x."Id"
  WHERE m."Code" IS DISTINCT FROM x."Code"
  UNION ALL
  SELECT 5 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."Name" <> $7::text) IS NOT TRUE
),
u AS (
  UPDATE "env_test"."Customer" t
  SET "Grade" = x."Grade", "Code" = x."Code", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $1::uuid,
    "UpdatedOn" = $8::timestamptz
  FROM m
  JOIN x ON x."Id" = m."Id"
  WHERE t."Id" = m."Id" AND (m."Grade" IS DISTINCT FROM x."Grade" OR m."Code" IS DISTINCT FROM x."Code")
    AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Grade" IS DISTINCT FROM u."Grade" THEN '"Grade":' || COALESCE(to_json(m."Grade")::text, 'null') END,
    CASE WHEN m."Code" IS DISTINCT FROM u."Code" THEN '"Code":' || COALESCE(to_json(m."Code")::text, 'null') END),
    '')) || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Grade" IS DISTINCT FROM m."Grade" THEN '"Grade":' || COALESCE(to_json(u."Grade")::text, 'null') END,
    CASE WHEN u."Code" IS DISTINCT FROM m."Code" THEN '"Code":' || COALESCE(to_json(u."Code")::text, 'null') END),
    '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Update', $1::uuid, $9::uuid, $8::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $10::text
  FROM d c
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
                  WHERE c.environment_id = e.id AND c.name = ANY(ARRAY['', 'customer', 'order', 'line', 'region',
                    'status', 'user', 'team', 'lifecycle']) AND c.version > $11::bigint
                )
            )
        )
    ), $1::uuid, 'Customer', 'Update', 'Completed', 200, ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000),
    $8::timestamptz, CASE
    WHEN k.outlives THEN (
      SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '')
        || ']'
      FROM (
        SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
        FROM m
        LEFT JOIN u ON u."Id" = m."Id"
        ORDER BY 1
        LIMIT 1000
      ) r
    )::json END, CASE WHEN k.outlives THEN (SELECT count(*)::int FROM m) END
  FROM LATERAL (
    SELECT clock_timestamp() - statement_timestamp() > interval '50 ms'
      OR EXISTS (SELECT FROM platform.command c WHERE c.id = $9::uuid) AS outlives
  ) k
  WHERE NOT EXISTS (SELECT 1 FROM fault)
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result,
(SELECT count(*)::int FROM m) AS matched,
(
  SELECT json_agg(d."Id")::text
  FROM d
  WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
) AS moved;

-- records with another owner
SELECT DISTINCT k.record_id AS id
FROM platform.change k
WHERE k.xid = pg_current_xact_id() AND k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
  AND k.entity = 'Order' AND k.operation = 'Update' AND k.occurred_at >= $1::timestamptz - interval '1 day'
  AND (k.owner_before, k.team_before) IS DISTINCT FROM (k.owner_after, k.team_after);

-- followTargets(Order,CustomerId)
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", s."OwnerId" AS new_owner, s."OwnerTeamId" AS new_team
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  JOIN (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") s ON s."Id" = t."CustomerId"
  WHERE t."CustomerId" = ANY($1::uuid[]) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."OwnerId",
    s."OwnerTeamId")
  ORDER BY t."Id"
  LIMIT 10001
  FOR UPDATE OF t
),
u AS (
  UPDATE "env_test"."Order" t
  SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, "RowVersion" = m."RowVersion" + 1,
    "UpdatedBy" = $2::uuid, "UpdatedOn" = $3::timestamptz
  FROM m
  WHERE t."Id" = m."Id"
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $2::uuid, $4::uuid, $3::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $5::text
  FROM d c
)
SELECT json_agg(m."Id")::text AS ids
FROM m;

-- followTargets(Order,Id)
WITH m AS MATERIALIZED (
  SELECT t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted", s."OwnerId" AS new_owner, s."OwnerTeamId" AS new_team
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
  JOIN (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") s ON s."Id" = t."CustomerId"
  WHERE t."Id" = ANY($1::uuid[]) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."OwnerId", s."OwnerTeamId")
  ORDER BY t."Id"
  LIMIT 10001
  FOR UPDATE OF t
),
u AS (
  UPDATE "env_test"."Order" t
  SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, "RowVersion" = m."RowVersion" + 1,
    "UpdatedBy" = $2::uuid, "UpdatedOn" = $3::timestamptz
  FROM m
  WHERE t."Id" = m."Id"
  RETURNING t."Number", t."CustomerId", t."BillToId", t."Title", t."Id", t."RecordInformationId", t."StatusId",
    t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion",
    t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Order', 'Update', $2::uuid, $4::uuid, $3::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $5::text
  FROM d c
)
SELECT json_agg(m."Id")::text AS ids
FROM m;

-- followTeams(Customer)
WITH m AS MATERIALIZED (
  SELECT t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted",
    s."Id" AS new_owner, s."PrimaryTeamId" AS new_team
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") s ON s."Id" = t."OwnerId"
  WHERE t."OwnerId" = ANY($1::uuid[]) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."Id",
    s."PrimaryTeamId")
  ORDER BY t."Id"
  LIMIT 10001
  FOR UPDATE OF t
),
u AS (
  UPDATE "env_test"."Customer" t
  SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, "RowVersion" = m."RowVersion" + 1,
    "UpdatedBy" = $2::uuid, "UpdatedOn" = $3::timestamptz
  FROM m
  WHERE t."Id" = m."Id"
  RETURNING t."Name", t."RegionId", t."Grade", t."Code", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Customer', 'Update', $2::uuid, $4::uuid, $3::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", $5::text
  FROM d c
)
SELECT json_agg(m."Id")::text AS ids
FROM m;

-- movedUsers()
SELECT k.record_id AS id
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
WHERE k.operation = 'Update' AND (k.old -> 'PrimaryTeamId') IS NOT NULL;

-- followRecords(Order,StatusHistory)
WITH m AS MATERIALIZED (
  SELECT t."RecordId", t."EntityName", t."FromStatusId", t."ToStatusId", t."TransitionId", t."UserId",
    t."ChangedOn", t."CorrelationId", t."Comment", t."SecondsInStatus", t."Id", t."RecordInformationId",
    t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn",
    t."RowVersion", t."IsDeleted", s."OwnerId" AS new_owner, s."OwnerTeamId" AS new_team
  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") s
  JOIN (SELECT * FROM "env_test"."StatusHistory" r WHERE NOT r."IsDeleted") t
    ON t."RecordId" = s."RecordInformationId"
  WHERE s."Id" = ANY($1::uuid[]) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."OwnerId", s."OwnerTeamId")
  ORDER BY t."Id"
  FOR NO KEY UPDATE OF t
),
u AS (
  UPDATE "env_test"."StatusHistory" t
  SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, "RowVersion" = m."RowVersion" + 1,
    "UpdatedBy" = $2::uuid, "UpdatedOn" = $3::timestamptz
  FROM m
  WHERE t."Id" = m."Id"
  RETURNING t."RecordId", t."EntityName", t."FromStatusId", t."ToStatusId", t."TransitionId", t."UserId",
    t."ChangedOn", t."CorrelationId", t."Comment", t."SecondsInStatus", t."Id", t."RecordInformationId",
    t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn",
    t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."OwnerId" IS DISTINCT FROM u."OwnerId" THEN '"OwnerId":' || COALESCE(('"' || m."OwnerId"::text || '"'),
    'null') END, CASE WHEN m."OwnerTeamId" IS DISTINCT FROM u."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || m."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS old_values, ('{' || concat_ws(',',
    NULLIF(concat_ws(',', CASE WHEN u."OwnerId" IS DISTINCT FROM m."OwnerId" THEN '"OwnerId":' || COALESCE(('"'
    || u."OwnerId"::text || '"'), 'null') END, CASE
    WHEN u."OwnerTeamId" IS DISTINCT FROM m."OwnerTeamId" THEN '"OwnerTeamId":' || COALESCE(('"'
    || u."OwnerTeamId"::text || '"'), 'null') END), '')) || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'StatusHistory', 'Update', $2::uuid, $4::uuid,
    $3::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json,
    c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId", $5::text
  FROM d c
)
SELECT NULL::text AS faults,
count(*)::int AS refreshed
FROM m;

-- readVersions(Order)
SELECT (
  SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']'
  FROM (
    SELECT t."Id", t."RowVersion" AS version
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE t."Id" = ANY($1::uuid[])
    ORDER BY 1
    LIMIT 1000
  ) r
) AS result;
