-- rollups: locked parents
SELECT p."Id" AS id
FROM (SELECT * FROM "env_test"."Bill" r WHERE NOT r."IsDeleted") p
WHERE p."Id" IN (
  (
    WITH k AS MATERIALIZED (
      SELECT k.record_id, k.operation, k.old, CASE WHEN k.shape IS NULL THEN k.new ->> 'BillId'
        ELSE k.created ->> (
          SELECT array_position(string_to_array(s.members, ','), 'BillId') - 1
          FROM platform.record_shape s
          WHERE s.id = k.shape
        ) END AS parent
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
        WHERE k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = 'Line'
      ) k
      WHERE (k.operation <> 'Update' OR (k.old -> 'BillId') IS NOT NULL OR (k.old -> 'Amount') IS NOT NULL
        OR (k.old -> 'Quantity') IS NOT NULL)
    )
    SELECT (k.old ->> 'BillId')::uuid
    FROM k
    UNION
    SELECT k.parent::uuid
    FROM k
    UNION
    SELECT c."BillId"
    FROM (SELECT * FROM "env_test"."Line" r WHERE true) c
    WHERE c."Id" IN (SELECT k.record_id FROM k WHERE k.operation = 'Update')
  )
)
ORDER BY p."Id"
FOR NO KEY UPDATE OF p;

-- rollups: refreshed
WITH m AS MATERIALIZED (
  SELECT t."Total", t."Few", t."Gross", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId",
    t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
  FROM (SELECT * FROM "env_test"."Bill" r WHERE NOT r."IsDeleted") t
  WHERE t."Id" = ANY($1::uuid[])
),
x AS MATERIALIZED (
  SELECT y.*
  FROM (
    SELECT b.*, ((b."Total"::numeric * 2::numeric))::bigint AS "Gross"
    FROM (
      SELECT (COALESCE(a0."Total", 0))::bigint AS "Total", (COALESCE(a0."Few", 0))::bigint AS "Few", m."Id",
        m."RecordInformationId", m."StatusId", m."OwnerId", m."OwnerTeamId", m."CreatedBy", m."CreatedOn",
        m."UpdatedBy", m."UpdatedOn", m."RowVersion", m."IsDeleted"
      FROM m
      LEFT JOIN (
        SELECT c."BillId" AS parent, sum(c."Amount") AS "Total",
          count(*) FILTER (WHERE c."Quantity" < $2::bigint) AS "Few"
        FROM (SELECT * FROM "env_test"."Line" r WHERE NOT r."IsDeleted") c
        WHERE c."BillId" = ANY($1::uuid[])
        GROUP BY c."BillId"
      ) a0 ON a0.parent = m."Id"
    ) b
  ) y
  JOIN m ON m."Id" = y."Id"
  WHERE (y."Total" IS DISTINCT FROM m."Total" OR y."Few" IS DISTINCT FROM m."Few")
),
fault AS MATERIALIZED (
  SELECT 0 AS failed, NULL::uuid AS n
  WHERE false
  UNION ALL
  SELECT 4 AS failed, x."Id" AS n
  FROM x x
  WHERE (x."Gross" < $3::bigint) IS NOT TRUE
),
u AS (
  UPDATE "env_test"."Bill" t
  SET "Total" = x."Total", "Few" = x."Few", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $4::uuid,
    "UpdatedOn" = $5::timestamptz, "RollupVersions" = int8range(CASE
    WHEN upper(t."RollupVersions") = t."RowVersion" THEN lower(t."RollupVersions") ELSE t."RowVersion" END,
    t."RowVersion" + 1)
  FROM x
  JOIN m ON m."Id" = x."Id"
  WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault)
  RETURNING t."Total", t."Few", t."Gross", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId",
    t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"
),
d AS (
  SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before,
    m."OwnerTeamId" AS team_before, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN m."Total" IS DISTINCT FROM u."Total" THEN '"Total":' || COALESCE(m."Total"::text, 'null') END, CASE
    WHEN m."Few" IS DISTINCT FROM u."Few" THEN '"Few":' || COALESCE(m."Few"::text, 'null') END, CASE
    WHEN m."Gross" IS DISTINCT FROM u."Gross" THEN '"Gross":' || COALESCE(m."Gross"::text, 'null') END), ''))
    || '}') AS old_values, ('{' || concat_ws(',', NULLIF(concat_ws(',', CASE
    WHEN u."Total" IS DISTINCT FROM m."Total" THEN '"Total":' || COALESCE(u."Total"::text, 'null') END, CASE
    WHEN u."Few" IS DISTINCT FROM m."Few" THEN '"Few":' || COALESCE(u."Few"::text, 'null') END, CASE
    WHEN u."Gross" IS DISTINCT FROM m."Gross" THEN '"Gross":' || COALESCE(u."Gross"::text, 'null') END), ''))
    || '}') AS new_values
  FROM u
  JOIN m ON m."Id" = u."Id"
  ORDER BY u."Id"
),
change AS (
  INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
    record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source)
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Bill', 'Update', $4::uuid, $6::uuid, $5::timestamptz,
    c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before,
    c.team_before, c."OwnerId", c."OwnerTeamId", 'Rollup'
  FROM d c
)
SELECT (
  SELECT json_agg(json_build_array(f.failed, f.n))::text
  FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
) AS faults,
(SELECT count(*)::int FROM u) AS refreshed;

-- rollups: recomputed
UPDATE "env_test"."Bill" t
SET "Total" = x."Total", "Few" = x."Few"
FROM (
  SELECT p."Id", (COALESCE(a0."Total", 0))::bigint AS "Total", (COALESCE(a0."Few", 0))::bigint AS "Few"
  FROM (SELECT * FROM "env_test"."Bill" r WHERE true) p
  LEFT JOIN (
    SELECT c."BillId" AS parent, sum(c."Amount") AS "Total",
      count(*) FILTER (WHERE c."Quantity" < $1::bigint) AS "Few"
    FROM (SELECT * FROM "env_test"."Line" r WHERE NOT r."IsDeleted") c
    GROUP BY c."BillId"
  ) a0 ON a0.parent = p."Id"
) x
WHERE t."Id" = x."Id" AND (t."Total" IS DISTINCT FROM x."Total" OR t."Few" IS DISTINCT FROM x."Few");
