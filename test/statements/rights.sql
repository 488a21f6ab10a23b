-- rights: members
SELECT u."Id"::text AS id, u."UserName" AS name, u."IsActive" AS active, u."PrimaryTeamId"::text AS team,
  ARRAY(
    SELECT l."RoleId"::text
    FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") l
    WHERE l."UserId" = u."Id"
  ) AS "RoleId",
  ARRAY(
    SELECT l."TeamId"::text
    FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") l
    WHERE l."UserId" = u."Id"
  ) AS "TeamId",
  EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") l
    JOIN (SELECT * FROM "env_test"."Role" r WHERE NOT r."IsDeleted") r ON r."Id" = l."RoleId"
    WHERE l."UserId" = u."Id" AND r."IsSystem" AND r."Name" = 'Administrator'
  ) AS administrator
FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
WHERE $1::uuid[] IS NULL OR u."Id" = ANY($1::uuid[]);

-- rights: assigned users
SELECT l."UserId"::text AS id
FROM (SELECT * FROM "env_test"."UserRole" r WHERE NOT r."IsDeleted") l
WHERE l."Id" = ANY($1::uuid[])
UNION
SELECT l."UserId"::text AS id
FROM (SELECT * FROM "env_test"."TeamMember" r WHERE NOT r."IsDeleted") l
WHERE l."Id" = ANY($1::uuid[]);

-- rights: naming documents
SELECT t."AllowedRoles"::text AS json
FROM (SELECT * FROM "env_test"."Transition" r WHERE NOT r."IsDeleted") t
WHERE t."AllowedRoles" IS NOT NULL
UNION
SELECT t."Filters"::text AS json
FROM (SELECT * FROM "env_test"."Transition" r WHERE NOT r."IsDeleted") t
WHERE t."Filters" IS NOT NULL
UNION
SELECT t."Validators"::text AS json
FROM (SELECT * FROM "env_test"."Transition" r WHERE NOT r."IsDeleted") t
WHERE t."Validators" IS NOT NULL
UNION
SELECT t."AllowedRoles"::text AS json
FROM (SELECT * FROM "env_test"."Workflow" r WHERE NOT r."IsDeleted") t
WHERE t."AllowedRoles" IS NOT NULL
UNION
SELECT t."Actions"::text AS json
FROM (SELECT * FROM "env_test"."Workflow" r WHERE NOT r."IsDeleted") t
WHERE t."Actions" IS NOT NULL
UNION
SELECT t."Steps"::text AS json
FROM (SELECT * FROM "env_test"."ApprovalProcess" r WHERE NOT r."IsDeleted") t
WHERE t."Steps" IS NOT NULL
UNION
SELECT t."StartCriteria"::text AS json
FROM (SELECT * FROM "env_test"."ApprovalProcess" r WHERE NOT r."IsDeleted") t
WHERE t."StartCriteria" IS NOT NULL
UNION
SELECT t."Steps"::text AS json
FROM (SELECT * FROM "env_test"."ApprovalRequest" r WHERE NOT r."IsDeleted") t
WHERE t."Steps" IS NOT NULL AND t."State" = 'Pending'
UNION
SELECT t."Notifications"::text AS json
FROM (SELECT * FROM "env_test"."Trigger" r WHERE NOT r."IsDeleted") t
WHERE t."Notifications" IS NOT NULL
UNION
SELECT t."WhereClause"::text AS json
FROM (SELECT * FROM "env_test"."Trigger" r WHERE NOT r."IsDeleted") t
WHERE t."WhereClause" IS NOT NULL
UNION
SELECT t."WhereClause"::text AS json
FROM (SELECT * FROM "env_test"."Rule" r WHERE NOT r."IsDeleted") t
WHERE t."WhereClause" IS NOT NULL
UNION
SELECT t."RejectWhen"::text AS json
FROM (SELECT * FROM "env_test"."Hook" r WHERE NOT r."IsDeleted") t
WHERE t."RejectWhen" IS NOT NULL;

-- rights: occupied
SELECT 'Customer' AS name
WHERE EXISTS (SELECT FROM (SELECT * FROM "env_test"."Customer" r WHERE true) t)
UNION ALL
SELECT 'Order' AS name
WHERE EXISTS (SELECT FROM (SELECT * FROM "env_test"."Order" r WHERE true) t);

-- rights: query names
SELECT q."Id"::text AS id, q."Name" AS name
FROM (SELECT * FROM "env_test"."SavedQuery" r WHERE true) q
WHERE q."Id" = ANY($1::uuid[]);

-- rights: published views
SELECT v."Id"::text AS id, q."Id"::text AS query, q."OwnerId"::text AS owner, q."OwnerTeamId"::text AS team
FROM (SELECT * FROM "env_test"."SavedView" r WHERE NOT r."IsDeleted") v
JOIN (SELECT * FROM "env_test"."SavedQuery" r WHERE NOT r."IsDeleted") q ON q."Id" = v."SavedQueryId"
WHERE v."Id" = ANY($1::uuid[]) AND v."Visibility" <> 'Private';

-- rights: owners
SELECT i.id::text AS id
FROM unnest($1::uuid[]) i (id)
WHERE EXISTS (
  SELECT 1
  FROM (SELECT * FROM "env_test"."Region" r WHERE true) t
  WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
)
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Customer" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Order" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Team" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Role" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Permission" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."RolePermission" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."RoleAccess" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."FieldAccess" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."User" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."UserRole" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."TeamMember" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."ApiKey" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."IdentityMapping" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Entity" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Field" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Rule" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Hook" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Index" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Relation" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."SavedQuery" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."SavedView" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."List" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."DatabaseObject" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Lifecycle" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Status" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Transition" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."StatusHistory" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."ApprovalProcess" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."ApprovalRequest" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."ApprovalTask" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."ApprovalDecision" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Workflow" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Trigger" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."WorkflowRun" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."Notification" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  )
  OR EXISTS (
    SELECT 1
    FROM (SELECT * FROM "env_test"."RecordShare" r WHERE true) t
    WHERE t."OwnerId" = i.id OR t."OwnerTeamId" = i.id
  );

-- rights: namesakes
SELECT u."Id"::text AS id
FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u
JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") o ON o."Id" <> u."Id"
  AND (lower(o."UserName") = u."Id"::text OR lower(u."UserName") = o."Id"::text)
WHERE u."Id" = ANY($1::uuid[]);
