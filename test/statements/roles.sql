-- lockRoleRecords(RoleAccess)
SELECT r."RoleId" AS "roleId", r."Id" AS id, r."EntityName"::text AS key, r."EntityName"::text AS name,
  (((('{"Create":' || to_json(r."Create")::text || ',"Read":') || (to_json(r."Read")::text || ',"Update":'))
  || ((to_json(r."Update")::text || ',"Delete":' || to_json(r."Delete")::text) || (',"WritableFields":'
  || COALESCE(r."WritableFields"::text, 'null')))) || (((',"CreateWhere":' || COALESCE(r."CreateWhere"::text,
  'null') || ',"ReadWhere":') || (COALESCE(r."ReadWhere"::text, 'null') || ',"UpdateWhere":'))
  || (COALESCE(r."UpdateWhere"::text, 'null') || ',"DeleteWhere":' || COALESCE(r."DeleteWhere"::text, 'null')
  || '}'))) AS values
FROM (SELECT * FROM "env_test"."RoleAccess" r WHERE NOT r."IsDeleted") r
WHERE r."RoleId" = ANY($1::uuid[])
ORDER BY r."Id"
FOR UPDATE OF r;

-- lockRoleRecords(RolePermission)
SELECT r."RoleId" AS "roleId", r."Id" AS id, r."PermissionId"::text AS key,
  (
    SELECT n."Name"
    FROM (SELECT * FROM "env_test"."Permission" r WHERE NOT r."IsDeleted") n
    WHERE n."Id" = r."PermissionId"
  ) AS name, ('{}') AS values
FROM (SELECT * FROM "env_test"."RolePermission" r WHERE NOT r."IsDeleted") r
WHERE r."RoleId" = ANY($1::uuid[])
ORDER BY r."Id"
FOR UPDATE OF r;

-- lockRoles()
SELECT r."Id" AS id, r."Name" AS name, r."IsSystem" AS "isSystem"
FROM (SELECT * FROM "env_test"."Role" r WHERE NOT r."IsDeleted") r
WHERE r."Id" = ANY($1::uuid[])
ORDER BY r."Id"
FOR UPDATE OF r;
