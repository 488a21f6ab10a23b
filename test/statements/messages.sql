-- removeNotifications()
WITH gone AS (DELETE FROM "env_test"."Notification" n WHERE n."Id" = ANY($1::uuid[]) RETURNING n."Id")
SELECT count(*)::int AS removed
FROM gone;

-- surplusNotifications()
WITH many AS (
  SELECT n."OwnerId" AS owner FROM "env_test"."Notification" n GROUP BY n."OwnerId" HAVING count(*) > $1::int
),
placed AS (
  SELECT n."Id" AS id, row_number() OVER (PARTITION BY n."OwnerId" ORDER BY n."ReadOn" IS NULL DESC,
    n."CreatedOn" DESC, n."Id" DESC) AS place
  FROM "env_test"."Notification" n
  JOIN many m ON m.owner = n."OwnerId"
),
surplus AS (SELECT p.id, row_number() OVER () AS n FROM placed p WHERE p.place > $1::int LIMIT $2::int)
SELECT array_agg(s.id) AS ids
FROM surplus s
GROUP BY (s.n - 1) / $3::int;

-- notify()
WITH x AS (
  SELECT u."Id" AS id, u."PrimaryTeamId" AS team_id
  FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
  WHERE u."IsActive"
    AND (
      u."Id"::text = ANY($1::text[]) OR lower(u."UserName") = ANY($1::text[])
        OR EXISTS (
          SELECT
          FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") h
          WHERE h."UserId" = u."Id" AND h."RoleId" = ANY($2::uuid[])
        )
        OR EXISTS (
          SELECT
          FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
          WHERE m."UserId" = u."Id" AND m."TeamId" = ANY($3::uuid[])
        )
    )
),
note AS (
  INSERT INTO "env_test"."Notification" AS s ("Message", "EntityName", "RecordId", "Source", "ReadOn", "Id",
    "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn",
    "RowVersion", "IsDeleted")
  SELECT $4::text, $5::text, $6::uuid, $7::text, NULL::timestamptz, gen_random_uuid(), gen_random_uuid(),
    NULL::uuid, x.id, x.team_id, $8::uuid, $9::timestamptz, $8::uuid, $9::timestamptz, 1::bigint, false
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
  SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, 'Notification', 'Create', $8::uuid, $10::uuid,
    $9::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", NULL::json, c.row::json, NULL::uuid,
    NULL::uuid, c."OwnerId", c."OwnerTeamId", $7::text
  FROM note c
)
SELECT count(*)::int AS notified
FROM note;

-- readRecipients()
SELECT u."Id"::text AS id, u."UserName" AS name, u."Email" AS email
FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
WHERE u."IsActive"
  AND (
    u."Id"::text = ANY($1::text[]) OR lower(u."UserName") = ANY($1::text[])
      OR EXISTS (
        SELECT
        FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") h
        WHERE h."UserId" = u."Id" AND h."RoleId" = ANY($2::uuid[])
      )
      OR EXISTS (
        SELECT
        FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") m
        WHERE m."UserId" = u."Id" AND m."TeamId" = ANY($3::uuid[])
      )
  ) AND u."Email" <> ''
ORDER BY u."Id";
