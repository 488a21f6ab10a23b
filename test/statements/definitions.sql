-- system records
SELECT r."Id"::text AS id
FROM (
  SELECT s."Id"
  FROM (SELECT * FROM "env_test"."Entity" r WHERE true) s
  WHERE s."IsSystem"
  UNION ALL
  SELECT s."Id"
  FROM (SELECT * FROM "env_test"."Role" r WHERE true) s
  WHERE s."IsSystem"
  UNION ALL
  SELECT p."Id"
  FROM (SELECT * FROM "env_test"."Field" r WHERE true) p
  WHERE p."EntityId" IN (SELECT s."Id" FROM (SELECT * FROM "env_test"."Entity" r WHERE true) s WHERE s."IsSystem")
  UNION ALL
  SELECT p."Id"
  FROM (SELECT * FROM "env_test"."Rule" r WHERE true) p
  WHERE p."EntityId" IN (SELECT s."Id" FROM (SELECT * FROM "env_test"."Entity" r WHERE true) s WHERE s."IsSystem")
  UNION ALL
  SELECT p."Id"
  FROM (SELECT * FROM "env_test"."Hook" r WHERE true) p
  WHERE p."EntityId" IN (SELECT s."Id" FROM (SELECT * FROM "env_test"."Entity" r WHERE true) s WHERE s."IsSystem")
  UNION ALL
  SELECT p."Id"
  FROM (SELECT * FROM "env_test"."Index" r WHERE true) p
  WHERE p."EntityId" IN (SELECT s."Id" FROM (SELECT * FROM "env_test"."Entity" r WHERE true) s WHERE s."IsSystem")
) r
WHERE r."Id" = ANY($1::uuid[]);

-- administrators
SELECT count(*)::int AS n
FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") l
JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u ON u."Id" = l."UserId"
JOIN (SELECT * FROM "env_test"."Role" r WHERE NOT r."IsDeleted") r ON r."Id" = l."RoleId"
WHERE u."IsActive" AND r."IsSystem" AND r."Name" = 'Administrator';
