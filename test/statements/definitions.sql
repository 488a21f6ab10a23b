-- system records
SELECT r."Id"::text AS id, r.entity, r.field
FROM (
  SELECT s."Id", NULL AS entity, NULL AS field
  FROM (SELECT * FROM "env_test"."Entity" r WHERE true) s
  WHERE s."IsSystem"
  UNION ALL
  SELECT s."Id", NULL AS entity, NULL AS field
  FROM (SELECT * FROM "env_test"."Role" r WHERE true) s
  WHERE s."IsSystem"
  UNION ALL
  SELECT p."Id", e."EntityName", p."FieldName"
  FROM (SELECT * FROM "env_test"."Field" r WHERE true) p
  JOIN (SELECT * FROM "env_test"."Entity" r WHERE true) e ON e."Id" = p."EntityId"
  WHERE e."IsSystem" AND NOT (NOT starts_with(lower(p."FieldName"), 'ds') AND (e."EntityName" = 'Team'
    AND lower(p."FieldName") NOT IN ('name', 'parentteamid') OR e."EntityName" = 'User'
    AND lower(p."FieldName") NOT IN ('username', 'displayname', 'email', 'primaryteamid', 'managerid', 'isactive',
    'kind', 'externalissuer', 'externalid', 'language', 'timezone')))
  UNION ALL
  SELECT p."Id", NULL, NULL
  FROM (SELECT * FROM "env_test"."Rule" r WHERE true) p
  JOIN (SELECT * FROM "env_test"."Entity" r WHERE true) e ON e."Id" = p."EntityId"
  WHERE e."IsSystem" AND true
  UNION ALL
  SELECT p."Id", NULL, NULL
  FROM (SELECT * FROM "env_test"."Hook" r WHERE true) p
  JOIN (SELECT * FROM "env_test"."Entity" r WHERE true) e ON e."Id" = p."EntityId"
  WHERE e."IsSystem" AND true
  UNION ALL
  SELECT p."Id", NULL, NULL
  FROM (SELECT * FROM "env_test"."Index" r WHERE true) p
  JOIN (SELECT * FROM "env_test"."Entity" r WHERE true) e ON e."Id" = p."EntityId"
  WHERE e."IsSystem" AND true
) r
WHERE r."Id" = ANY($1::uuid[]);

-- administrators
SELECT count(*)::int AS n
FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") l
JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u ON u."Id" = l."UserId"
JOIN (SELECT * FROM "env_test"."Role" r WHERE NOT r."IsDeleted") r ON r."Id" = l."RoleId"
WHERE u."IsActive" AND r."IsSystem" AND r."Name" = 'Administrator';
