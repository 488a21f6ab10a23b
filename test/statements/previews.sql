-- gainedRecords(Order,Own to Team read moved)
SELECT (
  SELECT json_agg(g.id)::text
  FROM (
    SELECT t."Id"::text AS id
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE (((t."OwnerId" = $1::uuid OR CASE
      WHEN t."OwnerId" = ANY($2::uuid[]) THEN ($3::uuid[])[array_position($2::uuid[], t."OwnerId")]
      ELSE t."OwnerTeamId" END = ANY($4::uuid[]))) IS TRUE AND (t."OwnerId" = $1::uuid) IS NOT TRUE)
    LIMIT 1001
  ) g
) AS gained,
  (
    SELECT json_agg(g.id)::text
    FROM (
      SELECT t."Id"::text AS id
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE ((t."OwnerId" = $1::uuid) IS TRUE AND ((t."OwnerId" = $1::uuid OR CASE
        WHEN t."OwnerId" = ANY($2::uuid[]) THEN ($3::uuid[])[array_position($2::uuid[], t."OwnerId")]
        ELSE t."OwnerTeamId" END = ANY($4::uuid[]))) IS NOT TRUE)
      LIMIT 1001
    ) g
  ) AS lost;

-- gainedRecords(Order,Team to None)
SELECT (
  SELECT json_agg(g.id)::text
  FROM (
    SELECT t."Id"::text AS id
    FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
    WHERE ((false) IS TRUE AND ((t."OwnerId" = $1::uuid OR t."OwnerTeamId" = ANY($2::uuid[]))) IS NOT TRUE)
    LIMIT 1001
  ) g
) AS gained,
  (
    SELECT json_agg(g.id)::text
    FROM (
      SELECT t."Id"::text AS id
      FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
      WHERE (((t."OwnerId" = $1::uuid OR t."OwnerTeamId" = ANY($2::uuid[]))) IS TRUE AND (false) IS NOT TRUE)
      LIMIT 1001
    ) g
  ) AS lost;

-- sampledRecords(Order)
SELECT t."Id"::text AS "Id", t."RecordInformationId"::text AS "RecordInformationId", t."Number"::text AS "Text"
FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") t
WHERE t."Id" = ANY($1::uuid[])
ORDER BY 3, 1;
