-- select one by Id
SELECT CASE WHEN COALESCE(octet_length(t."TaxId"), 0) + COALESCE(octet_length(t."Notes"),
  0) + COALESCE(pg_column_size(t."Extra"), 0) <= 65536
  OR (
    SELECT platform.within_8_mb(octet_length(v.json)) > 0
    FROM (VALUES (to_json(t."TaxId")::text), (to_json(t."Notes")::text), (t."Extra"::text)) v(json)
  ) THEN ((((('{"Name":' || to_json(t."Name")::text || ',"TaxId":' || COALESCE(to_json(t."TaxId")::text, 'null'))
  || (',"Notes":' || COALESCE(to_json(t."Notes")::text, 'null') || ',"CreditLimit":'
  || COALESCE(t."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(t."Employees"::text, 'null')
  || ',"IsActive":' || COALESCE(t."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || t."Since"::text
  || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((t."LastSeen" AT TIME ZONE 'UTC')::text, ' ',
  'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || t."ExternalId"::text || '"'), 'null')
  || ',"Segment":') || (COALESCE(to_json(t."Segment")::text, 'null') || ',"Tags":'
  || COALESCE(to_json(t."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(t."Extra"::text, 'null')
  || ',"RegionId":' || COALESCE(('"' || t."RegionId"::text || '"'), 'null') || ',"Code":')
  || (COALESCE(to_json(t."Code")::text, 'null') || ',"Turnover":' || t."Turnover"::text)))) || ((((',"Id":' || ('"'
  || t."Id"::text || '"') || ',"RecordInformationId":' || ('"' || t."RecordInformationId"::text || '"'))
  || (',"StatusId":' || COALESCE(('"' || t."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
  || t."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || t."OwnerTeamId"::text || '"'), 'null')
  || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
  || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
  || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || t."CreatedBy"::text || '"')
  || ',"CreatedOn":') || (('"' || replace((t."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
  || ',"UpdatedBy":' || ('"' || t."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
  || replace((t."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
  || t."RowVersion"::text) || (',"IsDeleted":' || t."IsDeleted"::text || '}'))))) END AS row
FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
WHERE t."Id" = $1::uuid;

-- select one by Id, scoped
SELECT CASE WHEN COALESCE(octet_length(t."TaxId"), 0) + COALESCE(octet_length(t."Notes"),
  0) + COALESCE(pg_column_size(t."Extra"), 0) <= 65536
  OR (
    SELECT platform.within_8_mb(octet_length(v.json)) > 0
    FROM (VALUES (to_json(t."TaxId")::text), (to_json(t."Notes")::text), (t."Extra"::text)) v(json)
  ) THEN ((((('{"Name":' || to_json(t."Name")::text || ',"TaxId":' || COALESCE(to_json(t."TaxId")::text, 'null'))
  || (',"Notes":' || COALESCE(to_json(t."Notes")::text, 'null') || ',"CreditLimit":'
  || COALESCE(t."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(t."Employees"::text, 'null')
  || ',"IsActive":' || COALESCE(t."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || t."Since"::text
  || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((t."LastSeen" AT TIME ZONE 'UTC')::text, ' ',
  'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || t."ExternalId"::text || '"'), 'null')
  || ',"Segment":') || (COALESCE(to_json(t."Segment")::text, 'null') || ',"Tags":'
  || COALESCE(to_json(t."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(t."Extra"::text, 'null')
  || ',"RegionId":' || COALESCE(('"' || t."RegionId"::text || '"'), 'null') || ',"Code":')
  || (COALESCE(to_json(t."Code")::text, 'null') || ',"Turnover":' || t."Turnover"::text)))) || ((((',"Id":' || ('"'
  || t."Id"::text || '"') || ',"RecordInformationId":' || ('"' || t."RecordInformationId"::text || '"'))
  || (',"StatusId":' || COALESCE(('"' || t."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
  || t."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || t."OwnerTeamId"::text || '"'), 'null')
  || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
  || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
  || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || t."CreatedBy"::text || '"')
  || ',"CreatedOn":') || (('"' || replace((t."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
  || ',"UpdatedBy":' || ('"' || t."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
  || replace((t."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
  || t."RowVersion"::text) || (',"IsDeleted":' || t."IsDeleted"::text || '}'))))) END AS row
FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
WHERE t."Id" = $2::uuid;

-- select all rows
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN (('{"Id":' || ('"' || p."Id"::text || '"') || ',"Name":'
    || to_json(p."Name")::text) || (',"RegionId.Name":' || COALESCE(to_json(pj1."Name")::text, 'null')
    || '}')) END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") pj1 ON pj1."Id" = p."RegionId"
  ORDER BY p.n
  LIMIT 10001
) q;

-- select all rows, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN (('{"Id":' || ('"' || p."Id"::text || '"') || ',"Name":'
    || to_json(p."Name")::text) || (',"RegionId.Name":' || COALESCE(to_json(pj1."Name")::text, 'null')
    || '}')) END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") pj1 ON pj1."Id" = p."RegionId"
  ORDER BY p.n
  LIMIT 10001
) q;

-- select a sorted page
SELECT string_agg(q.json, ',') AS rows, count(*) > 20 AS more, string_agg(q.keys, '') AS keys,
  (SELECT count(*) FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") c WHERE true) AS total,
  platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 20 THEN CASE WHEN COALESCE(octet_length(p."TaxId"), 0) + COALESCE(octet_length(p."Notes"),
    0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":') || (COALESCE(to_json(p."Segment")::text, 'null') || ',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(p."Extra"::text, 'null')
    || ',"RegionId":' || COALESCE(('"' || p."RegionId"::text || '"'), 'null') || ',"Code":')
    || (COALESCE(to_json(p."Code")::text, 'null') || ',"Turnover":' || p."Turnover"::text)))) || ((((',"Id":'
    || ('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"'))
    || (',"StatusId":' || COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
    || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
    || ',"CreatedOn":') || (('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 20 THEN '[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(to_json(p."k1")::text,
    'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Name" AS "k0", tj1."Name" AS "k1", t."Id" AS "k2"
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
      WHERE true
      ORDER BY t."Name" DESC, tj1."Name", t."Id"
      LIMIT 21
      OFFSET $1::bigint
    ) s
  ) p
  LIMIT 21
) q;

-- select a sorted page, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 20 AS more, string_agg(q.keys, '') AS keys,
  (
    SELECT count(*)
    FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) c
    WHERE true
  ) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 20 THEN CASE WHEN COALESCE(octet_length(p."TaxId"), 0) + COALESCE(octet_length(p."Notes"),
    0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":') || (COALESCE(to_json(p."Segment")::text, 'null') || ',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(p."Extra"::text, 'null')
    || ',"RegionId":' || COALESCE(('"' || p."RegionId"::text || '"'), 'null') || ',"Code":')
    || (COALESCE(to_json(p."Code")::text, 'null') || ',"Turnover":' || p."Turnover"::text)))) || ((((',"Id":'
    || ('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"'))
    || (',"StatusId":' || COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
    || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
    || ',"CreatedOn":') || (('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 20 THEN '[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(to_json(p."k1")::text,
    'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Name" AS "k0", tj1."Name" AS "k1", t."Id" AS "k2"
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
      LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
      WHERE true
      ORDER BY t."Name" DESC, tj1."Name", t."Id"
      LIMIT 21
      OFFSET $2::bigint
    ) s
  ) p
  LIMIT 21
) q;

-- select an estimated count
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  (
    SELECT count(*)
    FROM (SELECT 1 FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") c WHERE true LIMIT 1002) m
  ) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN CASE WHEN COALESCE(octet_length(p."TaxId"), 0) + COALESCE(octet_length(p."Notes"),
    0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":') || (COALESCE(to_json(p."Segment")::text, 'null') || ',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(p."Extra"::text, 'null')
    || ',"RegionId":' || COALESCE(('"' || p."RegionId"::text || '"'), 'null') || ',"Code":')
    || (COALESCE(to_json(p."Code")::text, 'null') || ',"Turnover":' || p."Turnover"::text)))) || ((((',"Id":'
    || ('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"'))
    || (',"StatusId":' || COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
    || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
    || ',"CreatedOn":') || (('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(to_json(p."k1")::text,
    'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Name" AS "k0", tj1."Name" AS "k1", t."Id" AS "k2"
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
      WHERE true
      ORDER BY t."Name" DESC, tj1."Name", t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select an estimated count, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  (
    SELECT count(*)
    FROM (
      SELECT 1
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) c
      WHERE true
      LIMIT 1002
    ) m
  ) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN CASE WHEN COALESCE(octet_length(p."TaxId"), 0) + COALESCE(octet_length(p."Notes"),
    0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":') || (COALESCE(to_json(p."Segment")::text, 'null') || ',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(p."Extra"::text, 'null')
    || ',"RegionId":' || COALESCE(('"' || p."RegionId"::text || '"'), 'null') || ',"Code":')
    || (COALESCE(to_json(p."Code")::text, 'null') || ',"Turnover":' || p."Turnover"::text)))) || ((((',"Id":'
    || ('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"'))
    || (',"StatusId":' || COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
    || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
    || ',"CreatedOn":') || (('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(to_json(p."k1")::text,
    'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Name" AS "k0", tj1."Name" AS "k1", t."Id" AS "k2"
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
      LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
      WHERE true
      ORDER BY t."Name" DESC, tj1."Name", t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select no count
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  NULL::bigint AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN CASE WHEN COALESCE(octet_length(p."TaxId"), 0) + COALESCE(octet_length(p."Notes"),
    0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":') || (COALESCE(to_json(p."Segment")::text, 'null') || ',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(p."Extra"::text, 'null')
    || ',"RegionId":' || COALESCE(('"' || p."RegionId"::text || '"'), 'null') || ',"Code":')
    || (COALESCE(to_json(p."Code")::text, 'null') || ',"Turnover":' || p."Turnover"::text)))) || ((((',"Id":'
    || ('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"'))
    || (',"StatusId":' || COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
    || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
    || ',"CreatedOn":') || (('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(to_json(p."k1")::text,
    'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Name" AS "k0", tj1."Name" AS "k1", t."Id" AS "k2"
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
      WHERE true
      ORDER BY t."Name" DESC, tj1."Name", t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select no count, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  NULL::bigint AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN CASE WHEN COALESCE(octet_length(p."TaxId"), 0) + COALESCE(octet_length(p."Notes"),
    0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":') || (COALESCE(to_json(p."Segment")::text, 'null') || ',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(p."Extra"::text, 'null')
    || ',"RegionId":' || COALESCE(('"' || p."RegionId"::text || '"'), 'null') || ',"Code":')
    || (COALESCE(to_json(p."Code")::text, 'null') || ',"Turnover":' || p."Turnover"::text)))) || ((((',"Id":'
    || ('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"'))
    || (',"StatusId":' || COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
    || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
    || ',"CreatedOn":') || (('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(to_json(p."k1")::text,
    'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Name" AS "k0", tj1."Name" AS "k1", t."Id" AS "k2"
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
      LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
      WHERE true
      ORDER BY t."Name" DESC, tj1."Name", t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select deleted rows too
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"ParentId":') || (COALESCE(('"'
    || p."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || p."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"') || ',"StatusId":'))
    || ((COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || p."OwnerId"::text || '"')
    || ',"OwnerTeamId":') || (COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
    || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
    || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
    || p."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text || '}')))) END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Region" r WHERE true) t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select lookup values and record information
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN CASE WHEN COALESCE(octet_length(p."TaxId"),
    0) + COALESCE(octet_length(p."Notes"), 0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":' || COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text, ' ',
    'T') || 'Z"'), 'null')))) || (((',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":' || COALESCE(to_json(p."Segment")::text, 'null')) || (',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":' || COALESCE(p."Extra"::text, 'null')))
    || ((',"RegionId":' || COALESCE(CASE WHEN p."RegionId" IS NOT NULL THEN (('{"Id":' || ('"' || p."RegionId"::text
    || '"') || ',"Name":') || (COALESCE(to_json(pj1."Name")::text, 'null') || '}')) END, 'null') || ',"Code":'
    || COALESCE(to_json(p."Code")::text, 'null')) || (',"Turnover":' || p."Turnover"::text || ',"Id":'))))
    || ((((('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text
    || '"') || ',"StatusId":') || (COALESCE(CASE WHEN p."StatusId" IS NOT NULL THEN (('{"Id":' || ('"'
    || p."StatusId"::text || '"') || ',"Name":') || (COALESCE(to_json(pj2."Name")::text, 'null') || '}')) END,
    'null') || ',"OwnerId":' || (('{"Id":' || ('"' || p."OwnerId"::text || '"') || ',"DisplayName":')
    || (COALESCE(to_json(pj3."DisplayName")::text, 'null') || '}')) || ',"OwnerTeamId":')) || ((COALESCE(CASE
    WHEN p."OwnerTeamId" IS NOT NULL THEN (('{"Id":' || ('"' || p."OwnerTeamId"::text || '"') || ',"Name":')
    || (COALESCE(to_json(pj4."Name")::text, 'null') || '}')) END, 'null') || ',"TenantId":'
    || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":') || ('"a0000000-0000-4000-8000-000000000002"'
    || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"'))) || (((',"CreatedBy":' || (('{"Id":'
    || ('"' || p."CreatedBy"::text || '"') || ',"DisplayName":') || (COALESCE(to_json(pj5."DisplayName")::text,
    'null') || '}')) || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T')
    || 'Z"')) || (',"UpdatedBy":' || (('{"Id":' || ('"' || p."UpdatedBy"::text || '"') || ',"DisplayName":')
    || (COALESCE(to_json(pj6."DisplayName")::text, 'null') || '}')) || ',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || ((',"RowVersion":'
    || p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text) || (',"RecordInfo":' || (((('{"Id":' || ('"'
    || p."RecordInformationId"::text || '"') || ',"EntityName":' || '"Customer"') || (',"RecordId":' || ('"'
    || p."Id"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || p."StatusId"::text || '"'), 'null')
    || ',"StatusName":' || COALESCE(to_json(pj2."Name")::text, 'null')) || (',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"') || ',"OwnerName":'))) || (((COALESCE(to_json(pj3."DisplayName")::text, 'null')
    || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')) || (',"CreatedOn":' || ('"'
    || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"'
    || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"' || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"ApprovalRequestId":' || 'null' || '}')))) || '}'))))) END END AS json,
    NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") pj1 ON pj1."Id" = p."RegionId"
  LEFT JOIN (SELECT * FROM "env_test"."Status" r WHERE NOT r."IsDeleted") pj2 ON pj2."Id" = p."StatusId"
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") pj3 ON pj3."Id" = p."OwnerId"
  LEFT JOIN (SELECT * FROM "env_test"."Team" r WHERE NOT r."IsDeleted") pj4 ON pj4."Id" = p."OwnerTeamId"
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") pj5 ON pj5."Id" = p."CreatedBy"
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") pj6 ON pj6."Id" = p."UpdatedBy"
  ORDER BY p.n
  LIMIT 10001
) q;

-- select lookup values and record information, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN CASE WHEN COALESCE(octet_length(p."TaxId"),
    0) + COALESCE(octet_length(p."Notes"), 0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":' || COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text, ' ',
    'T') || 'Z"'), 'null')))) || (((',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":' || COALESCE(to_json(p."Segment")::text, 'null')) || (',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":' || COALESCE(p."Extra"::text, 'null')))
    || ((',"RegionId":' || COALESCE(CASE WHEN p."RegionId" IS NOT NULL THEN (('{"Id":' || ('"' || p."RegionId"::text
    || '"') || ',"Name":') || (COALESCE(to_json(pj1."Name")::text, 'null') || '}')) END, 'null') || ',"Code":'
    || COALESCE(to_json(p."Code")::text, 'null')) || (',"Turnover":' || p."Turnover"::text || ',"Id":'))))
    || ((((('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text
    || '"') || ',"StatusId":') || (COALESCE(CASE WHEN p."StatusId" IS NOT NULL THEN (('{"Id":' || ('"'
    || p."StatusId"::text || '"') || ',"Name":') || (COALESCE(to_json(pj2."Name")::text, 'null') || '}')) END,
    'null') || ',"OwnerId":' || (('{"Id":' || ('"' || p."OwnerId"::text || '"') || ',"DisplayName":')
    || (COALESCE(to_json(pj3."DisplayName")::text, 'null') || '}')) || ',"OwnerTeamId":')) || ((COALESCE(CASE
    WHEN p."OwnerTeamId" IS NOT NULL THEN (('{"Id":' || ('"' || p."OwnerTeamId"::text || '"') || ',"Name":')
    || (COALESCE(to_json(pj4."Name")::text, 'null') || '}')) END, 'null') || ',"TenantId":'
    || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":') || ('"a0000000-0000-4000-8000-000000000002"'
    || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"'))) || (((',"CreatedBy":' || (('{"Id":'
    || ('"' || p."CreatedBy"::text || '"') || ',"DisplayName":') || (COALESCE(to_json(pj5."DisplayName")::text,
    'null') || '}')) || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T')
    || 'Z"')) || (',"UpdatedBy":' || (('{"Id":' || ('"' || p."UpdatedBy"::text || '"') || ',"DisplayName":')
    || (COALESCE(to_json(pj6."DisplayName")::text, 'null') || '}')) || ',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || ((',"RowVersion":'
    || p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text) || (',"RecordInfo":' || (((('{"Id":' || ('"'
    || p."RecordInformationId"::text || '"') || ',"EntityName":' || '"Customer"') || (',"RecordId":' || ('"'
    || p."Id"::text || '"') || ',"StatusId":')) || ((COALESCE(('"' || p."StatusId"::text || '"'), 'null')
    || ',"StatusName":' || COALESCE(to_json(pj2."Name")::text, 'null')) || (',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"') || ',"OwnerName":'))) || (((COALESCE(to_json(pj3."DisplayName")::text, 'null')
    || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')) || (',"CreatedOn":' || ('"'
    || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"'
    || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"' || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"')) || (',"ApprovalRequestId":' || 'null' || '}')))) || '}'))))) END END AS json,
    NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") pj1 ON pj1."Id" = p."RegionId"
  LEFT JOIN (SELECT * FROM "env_test"."Status" r WHERE NOT r."IsDeleted") pj2 ON pj2."Id" = p."StatusId"
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") pj3 ON pj3."Id" = p."OwnerId"
  LEFT JOIN (SELECT * FROM "env_test"."Team" r WHERE NOT r."IsDeleted") pj4 ON pj4."Id" = p."OwnerTeamId"
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") pj5 ON pj5."Id" = p."CreatedBy"
  LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") pj6 ON pj6."Id" = p."UpdatedBy"
  ORDER BY p.n
  LIMIT 10001
) q;

-- select a search by index
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"ParentId":') || (COALESCE(('"'
    || p."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || p."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"') || ',"StatusId":'))
    || ((COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || p."OwnerId"::text || '"')
    || ',"OwnerTeamId":') || (COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
    || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
    || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
    || p."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text || '}')))) END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT *
      FROM (
        SELECT t.*, t."Name" AS "k0", t."Id" AS "k1"
        FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
        WHERE (true AND lower((COALESCE(t."Name", '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")
          AND lower((COALESCE(t."Name", '')) COLLATE "und-x-icu") LIKE lower($2::text COLLATE "und-x-icu"))
        OFFSET 0
      ) f
      ORDER BY f."k0", f."k1"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select a search by index, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"ParentId":') || (COALESCE(('"'
    || p."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || p."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"') || ',"StatusId":'))
    || ((COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || p."OwnerId"::text || '"')
    || ',"OwnerTeamId":') || (COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
    || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
    || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
    || p."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text || '}')))) END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT *
      FROM (
        SELECT t.*, t."Name" AS "k0", t."Id" AS "k1"
        FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
        WHERE (true AND lower((COALESCE(t."Name", '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")
          AND lower((COALESCE(t."Name", '')) COLLATE "und-x-icu") LIKE lower($2::text COLLATE "und-x-icu"))
        OFFSET 0
      ) f
      ORDER BY f."k0", f."k1"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select a short search
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  (
    SELECT count(*)
    FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") c
    WHERE (true AND (lower((COALESCE(c."Name",
      '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")) IS TRUE)
  ) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"ParentId":') || (COALESCE(('"'
    || p."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || p."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"') || ',"StatusId":'))
    || ((COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || p."OwnerId"::text || '"')
    || ',"OwnerTeamId":') || (COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
    || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
    || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
    || p."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text || '}')))) END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(('"' || replace((p."k0" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'),
    'null') || ',' || COALESCE(('"' || p."k1"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."CreatedOn" AS "k0", t."Id" AS "k1"
      FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
      WHERE (true AND (lower((COALESCE(t."Name",
        '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")) IS TRUE)
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select a short search, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  (
    SELECT count(*)
    FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") c
    WHERE (true AND (lower((COALESCE(c."Name",
      '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")) IS TRUE)
  ) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"ParentId":') || (COALESCE(('"'
    || p."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || p."Id"::text || '"')
    || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"') || ',"StatusId":'))
    || ((COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || p."OwnerId"::text || '"')
    || ',"OwnerTeamId":') || (COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
    || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
    || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"'
    || p."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
    || (p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text || '}')))) END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(('"' || replace((p."k0" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'),
    'null') || ',' || COALESCE(('"' || p."k1"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."CreatedOn" AS "k0", t."Id" AS "k1"
      FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") t
      WHERE (true AND (lower((COALESCE(t."Name",
        '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")) IS TRUE)
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select groups
WITH groups AS (
  SELECT g."Segment" AS "c1", date_trunc('month', g."LastSeen" AT TIME ZONE $1::text)::date AS "c2",
    count(*) AS "c3", count(DISTINCT lower(g."TaxId" COLLATE "und-x-icu")) AS "c4", sum(g."CreditLimit") AS "c5",
    round(sum(g."Employees") * 1.000000 / count(g."Employees"), 6) AS "c6",
    platform.first_text(g."Segment" ORDER BY array_position(ARRAY['Small', 'Large', 'Old']::text[], g."Segment"),
    g."Segment") FILTER (WHERE g."Segment" IS NOT NULL) AS "c7", max(g."Since") AS "c8"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") g
  WHERE true
  GROUP BY g."Segment", date_trunc('month', g."LastSeen" AT TIME ZONE $1::text)::date
)
SELECT string_agg(q.json, ',') AS rows,
count(*) > 50 AS more,
string_agg(q.keys, '') AS keys,
(SELECT count(*) FROM groups c WHERE c."c3" > $2::bigint) AS total,
platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN (((('{"Segment":' || COALESCE(to_json(p."c1")::text, 'null') || ',"LastSeen":')
    || (COALESCE(('"' || p."c2"::text || '"'), 'null') || ',"N":')) || (p."c3"::text || ',"D":' || p."c4"::text
    || ',"S":')) || ((COALESCE(p."c5"::text, 'null') || ',"A":' || COALESCE(p."c6"::text, 'null') || ',"Lo":')
    || (COALESCE(to_json(p."c7")::text, 'null') || ',"Hi":' || COALESCE(('"' || p."c8"::text || '"'), 'null')
    || '}'))) END AS json, CASE WHEN p.n = 50 THEN '[' || COALESCE(p."k0"::text, 'null') || ','
    || COALESCE(to_json(p."k1")::text, 'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null')
    || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."c3" AS "k0", t."c1" AS "k1", t."c2" AS "k2"
      FROM groups t
      WHERE t."c3" > $2::bigint
      ORDER BY t."c3" DESC, array_position(ARRAY['Small', 'Large', 'Old']::text[], t."c1"), t."c2"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select groups, scoped
WITH groups AS (
  SELECT g."Segment" AS "c1", date_trunc('month', g."LastSeen" AT TIME ZONE $1::text)::date AS "c2",
    count(*) AS "c3", count(DISTINCT lower(g."TaxId" COLLATE "und-x-icu")) AS "c4", sum(g."CreditLimit") AS "c5",
    round(sum(g."Employees") * 1.000000 / count(g."Employees"), 6) AS "c6",
    platform.first_text(g."Segment" ORDER BY array_position(ARRAY['Small', 'Large', 'Old']::text[], g."Segment"),
    g."Segment") FILTER (WHERE g."Segment" IS NOT NULL) AS "c7", max(g."Since") AS "c8"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $2::uuid)) g
  WHERE true
  GROUP BY g."Segment", date_trunc('month', g."LastSeen" AT TIME ZONE $1::text)::date
)
SELECT string_agg(q.json, ',') AS rows,
count(*) > 50 AS more,
string_agg(q.keys, '') AS keys,
(SELECT count(*) FROM groups c WHERE c."c3" > $3::bigint) AS total,
platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN (((('{"Segment":' || COALESCE(to_json(p."c1")::text, 'null') || ',"LastSeen":')
    || (COALESCE(('"' || p."c2"::text || '"'), 'null') || ',"N":')) || (p."c3"::text || ',"D":' || p."c4"::text
    || ',"S":')) || ((COALESCE(p."c5"::text, 'null') || ',"A":' || COALESCE(p."c6"::text, 'null') || ',"Lo":')
    || (COALESCE(to_json(p."c7")::text, 'null') || ',"Hi":' || COALESCE(('"' || p."c8"::text || '"'), 'null')
    || '}'))) END AS json, CASE WHEN p.n = 50 THEN '[' || COALESCE(p."k0"::text, 'null') || ','
    || COALESCE(to_json(p."k1")::text, 'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null')
    || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."c3" AS "k0", t."c1" AS "k1", t."c2" AS "k2"
      FROM groups t
      WHERE t."c3" > $3::bigint
      ORDER BY t."c3" DESC, array_position(ARRAY['Small', 'Large', 'Old']::text[], t."c1"), t."c2"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select distinct
WITH groups AS (
  SELECT g."Segment" AS "c1", gj1."Name" AS "c2"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") g
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") gj1 ON gj1."Id" = g."RegionId"
  WHERE true
  GROUP BY g."Segment", gj1."Name"
)
SELECT string_agg(q.json, ',') AS rows,
count(*) > 10000 AS more,
string_agg(q.keys, '') AS keys,
LEAST(count(*), 10000) AS total,
platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN (('{"Segment":' || COALESCE(to_json(p."c1")::text, 'null')
    || ',"RegionId.Name":') || (COALESCE(to_json(p."c2")::text, 'null') || '}')) END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM groups t
      WHERE true
      ORDER BY array_position(ARRAY['Small', 'Large', 'Old']::text[], t."c1"), t."c2"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select distinct, scoped
WITH groups AS (
  SELECT g."Segment" AS "c1", gj1."Name" AS "c2"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) g
  LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") gj1 ON gj1."Id" = g."RegionId"
  WHERE true
  GROUP BY g."Segment", gj1."Name"
)
SELECT string_agg(q.json, ',') AS rows,
count(*) > 10000 AS more,
string_agg(q.keys, '') AS keys,
LEAST(count(*), 10000) AS total,
platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN (('{"Segment":' || COALESCE(to_json(p."c1")::text, 'null')
    || ',"RegionId.Name":') || (COALESCE(to_json(p."c2")::text, 'null') || '}')) END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM groups t
      WHERE true
      ORDER BY array_position(ARRAY['Small', 'Large', 'Old']::text[], t."c1"), t."c2"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select includes
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN CASE WHEN COALESCE(octet_length(p."TaxId"),
    0) + COALESCE(octet_length(p."Notes"), 0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN (
      SELECT CASE WHEN 2145386495 + COALESCE(octet_length(pi.c0), 0) + COALESCE(octet_length(pi.c1),
        0) > 0 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text,
        'null')) || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
        || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
        || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"'
        || p."Since"::text || '"'), 'null') || ',"LastSeen":' || COALESCE(('"'
        || replace((p."LastSeen" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"ExternalId":'
        || COALESCE(('"' || p."ExternalId"::text || '"'), 'null') || ',"Segment":'
        || COALESCE(to_json(p."Segment")::text, 'null')) || (',"Tags":' || COALESCE(to_json(p."Tags")::text, 'null')
        || ',"Extra":' || COALESCE(p."Extra"::text, 'null'))) || ((',"RegionId":' || COALESCE(pi.c1, 'null')
        || ',"Code":' || COALESCE(to_json(p."Code")::text, 'null')) || (',"Turnover":' || p."Turnover"::text
        || ',"Id":')))) || ((((('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"'
        || p."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"' || p."StatusId"::text || '"'),
        'null') || ',"OwnerId":' || ('"' || p."OwnerId"::text || '"') || ',"OwnerTeamId":')) || ((COALESCE(('"'
        || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
        || ',"AppId":') || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
        || '"e0000000-0000-4000-8000-000000000003"'))) || (((',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
        || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))
        || (',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
        || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || ((',"RowVersion":'
        || p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text) || (',"Orders":' || '['
        || COALESCE(pi.c0, '') || ']' || '}'))))) END
      FROM (
        SELECT (
          SELECT CASE WHEN platform.within_2_mb(octet_length(s.json)) > 0 THEN string_agg(s.json, ',') END
          FROM (
            SELECT CASE WHEN COALESCE(octet_length(pm0."TaxId"), 0) <= 65536
              OR (
                SELECT platform.within_2_mb(octet_length(v.json)) > 0
                FROM (VALUES (to_json(pm0."TaxId")::text)) v(json)
              ) THEN (
                SELECT CASE WHEN 2145386495 + COALESCE(octet_length(pm0i.c0), 0) > 0 THEN ((((('{"CustomerId":'
                  || COALESCE(pm0i.c0, 'null') || ',"OrderDate":') || (COALESCE(('"' || pm0."OrderDate"::text
                  || '"'), 'null') || ',"Total":')) || ((COALESCE(pm0."Total"::text, 'null') || ',"TaxId":'
                  || COALESCE(to_json(pm0."TaxId")::text, 'null')) || (',"Id":' || ('"' || pm0."Id"::text || '"'))))
                  || (((',"RecordInformationId":' || ('"' || pm0."RecordInformationId"::text || '"')
                  || ',"StatusId":') || (COALESCE(('"' || pm0."StatusId"::text || '"'), 'null') || ',"OwnerId":'))
                  || (('"' || pm0."OwnerId"::text || '"') || ',"OwnerTeamId":' || COALESCE(('"'
                  || pm0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
                  || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
                  || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
                  || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"' || pm0."CreatedBy"::text
                  || '"') || ',"CreatedOn":' || ('"' || replace((pm0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ',
                  'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || pm0."UpdatedBy"::text || '"') || ',"UpdatedOn":')
                  || (('"' || replace((pm0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                  || ',"RowVersion":')) || (pm0."RowVersion"::text || ',"IsDeleted":' || pm0."IsDeleted"::text
                  || '}')))) END
                FROM (
                  SELECT (
                    SELECT CASE WHEN COALESCE(octet_length(pm0s0."TaxId"),
                      0) + COALESCE(octet_length(pm0s0."Notes"), 0) + COALESCE(pg_column_size(pm0s0."Extra"),
                      0) <= 65536
                      OR (
                        SELECT platform.within_2_mb(octet_length(v.json)) > 0
                        FROM (
                          VALUES (to_json(pm0s0."TaxId")::text), (to_json(pm0s0."Notes")::text),
                            (pm0s0."Extra"::text)
                        ) v(json)
                      ) THEN ((((('{"Name":' || to_json(pm0s0."Name")::text || ',"TaxId":'
                      || COALESCE(to_json(pm0s0."TaxId")::text, 'null')) || (',"Notes":'
                      || COALESCE(to_json(pm0s0."Notes")::text, 'null') || ',"CreditLimit":'
                      || COALESCE(pm0s0."CreditLimit"::text, 'null'))) || ((',"Employees":'
                      || COALESCE(pm0s0."Employees"::text, 'null') || ',"IsActive":'
                      || COALESCE(pm0s0."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"'
                      || pm0s0."Since"::text || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"'
                      || replace((pm0s0."LastSeen" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')
                      || ',"ExternalId":' || COALESCE(('"' || pm0s0."ExternalId"::text || '"'), 'null')
                      || ',"Segment":') || (COALESCE(to_json(pm0s0."Segment")::text, 'null') || ',"Tags":'
                      || COALESCE(to_json(pm0s0."Tags")::text, 'null') || ',"Extra":'))
                      || ((COALESCE(pm0s0."Extra"::text, 'null') || ',"RegionId":' || COALESCE(('"'
                      || pm0s0."RegionId"::text || '"'), 'null') || ',"Code":')
                      || (COALESCE(to_json(pm0s0."Code")::text, 'null') || ',"Turnover":'
                      || pm0s0."Turnover"::text)))) || ((((',"Id":' || ('"' || pm0s0."Id"::text || '"')
                      || ',"RecordInformationId":' || ('"' || pm0s0."RecordInformationId"::text || '"'))
                      || (',"StatusId":' || COALESCE(('"' || pm0s0."StatusId"::text || '"'), 'null')
                      || ',"OwnerId":' || ('"' || pm0s0."OwnerId"::text || '"'))) || ((',"OwnerTeamId":'
                      || COALESCE(('"' || pm0s0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
                      || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
                      || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
                      || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"'
                      || pm0s0."CreatedBy"::text || '"') || ',"CreatedOn":') || (('"'
                      || replace((pm0s0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":'
                      || ('"' || pm0s0."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
                      || replace((pm0s0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                      || ',"RowVersion":' || pm0s0."RowVersion"::text) || (',"IsDeleted":'
                      || pm0s0."IsDeleted"::text || '}'))))) END
                    FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") pm0s0
                    WHERE (true AND pm0s0."Id" = pm0."CustomerId")
                  ) AS c0
                  OFFSET 0
                ) pm0i
              ) END AS json
            FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") pm0
            WHERE (true AND pm0."CustomerId" = p."Id")
            ORDER BY pm0."OrderDate", pm0."Id"
            LIMIT 1000
          ) s
        ) AS c0,
          (
            SELECT ((((('{"Name":' || to_json(ps1."Name")::text || ',"ParentId":') || (COALESCE(('"'
              || ps1."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || ps1."Id"::text || '"')
              || ',"RecordInformationId":' || ('"' || ps1."RecordInformationId"::text || '"') || ',"StatusId":'))
              || ((COALESCE(('"' || ps1."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
              || ps1."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || ps1."OwnerTeamId"::text
              || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
              || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
              || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || ps1."CreatedBy"::text
              || '"') || ',"CreatedOn":' || ('"' || replace((ps1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T')
              || 'Z"') || ',"UpdatedBy":')) || ((('"' || ps1."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
              || replace((ps1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
              || (ps1."RowVersion"::text || ',"IsDeleted":' || ps1."IsDeleted"::text || '}'))))
            FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") ps1
            WHERE (true AND ps1."Id" = p."RegionId")
          ) AS c1
        OFFSET 0
      ) pi
    ) END END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select includes, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN CASE WHEN COALESCE(octet_length(p."TaxId"),
    0) + COALESCE(octet_length(p."Notes"), 0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN (
      SELECT CASE WHEN 2145386495 + COALESCE(octet_length(pi.c0), 0) + COALESCE(octet_length(pi.c1),
        0) > 0 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text,
        'null')) || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
        || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
        || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"'
        || p."Since"::text || '"'), 'null') || ',"LastSeen":' || COALESCE(('"'
        || replace((p."LastSeen" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"ExternalId":'
        || COALESCE(('"' || p."ExternalId"::text || '"'), 'null') || ',"Segment":'
        || COALESCE(to_json(p."Segment")::text, 'null')) || (',"Tags":' || COALESCE(to_json(p."Tags")::text, 'null')
        || ',"Extra":' || COALESCE(p."Extra"::text, 'null'))) || ((',"RegionId":' || COALESCE(pi.c1, 'null')
        || ',"Code":' || COALESCE(to_json(p."Code")::text, 'null')) || (',"Turnover":' || p."Turnover"::text
        || ',"Id":')))) || ((((('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"'
        || p."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"' || p."StatusId"::text || '"'),
        'null') || ',"OwnerId":' || ('"' || p."OwnerId"::text || '"') || ',"OwnerTeamId":')) || ((COALESCE(('"'
        || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
        || ',"AppId":') || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
        || '"e0000000-0000-4000-8000-000000000003"'))) || (((',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
        || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))
        || (',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
        || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || ((',"RowVersion":'
        || p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text) || (',"Orders":' || '['
        || COALESCE(pi.c0, '') || ']' || '}'))))) END
      FROM (
        SELECT (
          SELECT CASE WHEN platform.within_2_mb(octet_length(s.json)) > 0 THEN string_agg(s.json, ',') END
          FROM (
            SELECT CASE WHEN COALESCE(octet_length(pm0."TaxId"), 0) <= 65536
              OR (
                SELECT platform.within_2_mb(octet_length(v.json)) > 0
                FROM (VALUES (to_json(pm0."TaxId")::text)) v(json)
              ) THEN (
                SELECT CASE WHEN 2145386495 + COALESCE(octet_length(pm0i.c0), 0) > 0 THEN ((((('{"CustomerId":'
                  || COALESCE(pm0i.c0, 'null') || ',"OrderDate":') || (COALESCE(('"' || pm0."OrderDate"::text
                  || '"'), 'null') || ',"Total":')) || ((COALESCE(pm0."Total"::text, 'null') || ',"TaxId":'
                  || COALESCE(to_json(pm0."TaxId")::text, 'null')) || (',"Id":' || ('"' || pm0."Id"::text || '"'))))
                  || (((',"RecordInformationId":' || ('"' || pm0."RecordInformationId"::text || '"')
                  || ',"StatusId":') || (COALESCE(('"' || pm0."StatusId"::text || '"'), 'null') || ',"OwnerId":'))
                  || (('"' || pm0."OwnerId"::text || '"') || ',"OwnerTeamId":' || COALESCE(('"'
                  || pm0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
                  || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
                  || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
                  || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"' || pm0."CreatedBy"::text
                  || '"') || ',"CreatedOn":' || ('"' || replace((pm0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ',
                  'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || pm0."UpdatedBy"::text || '"') || ',"UpdatedOn":')
                  || (('"' || replace((pm0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                  || ',"RowVersion":')) || (pm0."RowVersion"::text || ',"IsDeleted":' || pm0."IsDeleted"::text
                  || '}')))) END
                FROM (
                  SELECT (
                    SELECT CASE WHEN COALESCE(octet_length(pm0s0."TaxId"),
                      0) + COALESCE(octet_length(pm0s0."Notes"), 0) + COALESCE(pg_column_size(pm0s0."Extra"),
                      0) <= 65536
                      OR (
                        SELECT platform.within_2_mb(octet_length(v.json)) > 0
                        FROM (
                          VALUES (to_json(pm0s0."TaxId")::text), (to_json(pm0s0."Notes")::text),
                            (pm0s0."Extra"::text)
                        ) v(json)
                      ) THEN ((((('{"Name":' || to_json(pm0s0."Name")::text || ',"TaxId":'
                      || COALESCE(to_json(pm0s0."TaxId")::text, 'null')) || (',"Notes":'
                      || COALESCE(to_json(pm0s0."Notes")::text, 'null') || ',"CreditLimit":'
                      || COALESCE(pm0s0."CreditLimit"::text, 'null'))) || ((',"Employees":'
                      || COALESCE(pm0s0."Employees"::text, 'null') || ',"IsActive":'
                      || COALESCE(pm0s0."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"'
                      || pm0s0."Since"::text || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"'
                      || replace((pm0s0."LastSeen" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')
                      || ',"ExternalId":' || COALESCE(('"' || pm0s0."ExternalId"::text || '"'), 'null')
                      || ',"Segment":') || (COALESCE(to_json(pm0s0."Segment")::text, 'null') || ',"Tags":'
                      || COALESCE(to_json(pm0s0."Tags")::text, 'null') || ',"Extra":'))
                      || ((COALESCE(pm0s0."Extra"::text, 'null') || ',"RegionId":' || COALESCE(('"'
                      || pm0s0."RegionId"::text || '"'), 'null') || ',"Code":')
                      || (COALESCE(to_json(pm0s0."Code")::text, 'null') || ',"Turnover":'
                      || pm0s0."Turnover"::text)))) || ((((',"Id":' || ('"' || pm0s0."Id"::text || '"')
                      || ',"RecordInformationId":' || ('"' || pm0s0."RecordInformationId"::text || '"'))
                      || (',"StatusId":' || COALESCE(('"' || pm0s0."StatusId"::text || '"'), 'null')
                      || ',"OwnerId":' || ('"' || pm0s0."OwnerId"::text || '"'))) || ((',"OwnerTeamId":'
                      || COALESCE(('"' || pm0s0."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
                      || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
                      || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
                      || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"'
                      || pm0s0."CreatedBy"::text || '"') || ',"CreatedOn":') || (('"'
                      || replace((pm0s0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":'
                      || ('"' || pm0s0."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
                      || replace((pm0s0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                      || ',"RowVersion":' || pm0s0."RowVersion"::text) || (',"IsDeleted":'
                      || pm0s0."IsDeleted"::text || '}'))))) END
                    FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) pm0s0
                    WHERE (true AND pm0s0."Id" = pm0."CustomerId")
                  ) AS c0
                  OFFSET 0
                ) pm0i
              ) END AS json
            FROM (
              SELECT *
              FROM "env_test"."Order" r
              WHERE (NOT r."IsDeleted" AND (r."OwnerId" = $1::uuid OR r."OwnerTeamId" = ANY($2::uuid[])))
            ) pm0
            WHERE (true AND pm0."CustomerId" = p."Id")
            ORDER BY pm0."OrderDate", pm0."Id"
            LIMIT 1000
          ) s
        ) AS c0,
          (
            SELECT ((((('{"Name":' || to_json(ps1."Name")::text || ',"ParentId":') || (COALESCE(('"'
              || ps1."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || ps1."Id"::text || '"')
              || ',"RecordInformationId":' || ('"' || ps1."RecordInformationId"::text || '"') || ',"StatusId":'))
              || ((COALESCE(('"' || ps1."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
              || ps1."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || ps1."OwnerTeamId"::text
              || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
              || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
              || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || ps1."CreatedBy"::text
              || '"') || ',"CreatedOn":' || ('"' || replace((ps1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T')
              || 'Z"') || ',"UpdatedBy":')) || ((('"' || ps1."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
              || replace((ps1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')
              || (ps1."RowVersion"::text || ',"IsDeleted":' || ps1."IsDeleted"::text || '}'))))
            FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") ps1
            WHERE (true AND ps1."Id" = p."RegionId")
          ) AS c1
        OFFSET 0
      ) pi
    ) END END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select paged includes
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN CASE WHEN COALESCE(octet_length(p."TaxId"),
    0) + COALESCE(octet_length(p."Notes"), 0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN (
      SELECT CASE WHEN pi.room > 0 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":'
        || COALESCE(to_json(p."TaxId")::text, 'null')) || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null')
        || ',"CreditLimit":' || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":'
        || COALESCE(p."Employees"::text, 'null') || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null'))
        || (',"Since":' || COALESCE(('"' || p."Since"::text || '"'), 'null') || ',"LastSeen":' || COALESCE(('"'
        || replace((p."LastSeen" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"ExternalId":'
        || COALESCE(('"' || p."ExternalId"::text || '"'), 'null') || ',"Segment":'
        || COALESCE(to_json(p."Segment")::text, 'null')) || (',"Tags":' || COALESCE(to_json(p."Tags")::text, 'null')
        || ',"Extra":' || COALESCE(p."Extra"::text, 'null'))) || ((',"RegionId":' || COALESCE(pi.c[2], 'null')
        || ',"Code":' || COALESCE(to_json(p."Code")::text, 'null')) || (',"Turnover":' || p."Turnover"::text
        || ',"Id":')))) || ((((('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"'
        || p."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"' || p."StatusId"::text || '"'),
        'null') || ',"OwnerId":' || COALESCE(pi.c[3], 'null') || ',"OwnerTeamId":')) || ((COALESCE(('"'
        || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
        || ',"AppId":') || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
        || '"e0000000-0000-4000-8000-000000000003"'))) || (((',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
        || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))
        || (',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
        || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || ((',"RowVersion":'
        || p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text) || (',"Orders":' || '['
        || COALESCE(pi.c[1], '') || ']' || '}'))))) END
      FROM (
        SELECT array_agg(v.json) AS c, platform.within_2_mb(octet_length(v.json)) AS room
        FROM (
          VALUES (
            (
              SELECT CASE WHEN platform.within_2_mb(octet_length(s.json)) > 0 THEN string_agg(s.json, ',') END
              FROM (
                SELECT CASE WHEN COALESCE(octet_length(ps0."TaxId"), 0) <= 65536
                  OR (
                    SELECT platform.within_2_mb(octet_length(v.json)) > 0
                    FROM (VALUES (to_json(ps0."TaxId")::text)) v(json)
                  ) THEN ((((('{"CustomerId":' || ('"' || ps0."CustomerId"::text || '"') || ',"OrderDate":')
                  || (COALESCE(('"' || ps0."OrderDate"::text || '"'), 'null') || ',"Total":'))
                  || ((COALESCE(ps0."Total"::text, 'null') || ',"TaxId":' || COALESCE(to_json(ps0."TaxId")::text,
                  'null')) || (',"Id":' || ('"' || ps0."Id"::text || '"')))) || (((',"RecordInformationId":' || ('"'
                  || ps0."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"'
                  || ps0."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || ps0."OwnerId"::text
                  || '"') || ',"OwnerTeamId":' || COALESCE(('"' || ps0."OwnerTeamId"::text || '"'), 'null')
                  || ',"TenantId":'))) || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
                  || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
                  || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"' || ps0."CreatedBy"::text
                  || '"') || ',"CreatedOn":' || ('"' || replace((ps0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ',
                  'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || ps0."UpdatedBy"::text || '"') || ',"UpdatedOn":')
                  || (('"' || replace((ps0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                  || ',"RowVersion":')) || (ps0."RowVersion"::text || ',"IsDeleted":' || ps0."IsDeleted"::text
                  || '}')))) END AS json
                FROM (
                  SELECT pm0.*
                  FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted") pm0
                  WHERE (true AND pm0."CustomerId" = p."Id")
                  ORDER BY pm0."CreatedOn", pm0."Id"
                  LIMIT 5
                  OFFSET $1::bigint
                ) ps0
                LIMIT 5
              ) s
            )
          ),
            (
              (
                SELECT ((((('{"Name":' || to_json(ps1."Name")::text || ',"ParentId":') || (COALESCE(('"'
                  || ps1."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || ps1."Id"::text || '"')
                  || ',"RecordInformationId":' || ('"' || ps1."RecordInformationId"::text || '"')
                  || ',"StatusId":')) || ((COALESCE(('"' || ps1."StatusId"::text || '"'), 'null') || ',"OwnerId":'
                  || ('"' || ps1."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
                  || ps1."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
                  || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
                  || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
                  || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || ps1."CreatedBy"::text
                  || '"') || ',"CreatedOn":' || ('"' || replace((ps1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ',
                  'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || ps1."UpdatedBy"::text || '"') || ',"UpdatedOn":'
                  || ('"' || replace((ps1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                  || ',"RowVersion":') || (ps1."RowVersion"::text || ',"IsDeleted":' || ps1."IsDeleted"::text
                  || '}'))))
                FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") ps1
                WHERE (true AND ps1."Id" = p."RegionId")
              )
            ),
            (
              (
                SELECT CASE WHEN COALESCE(octet_length(ps2."Email"), 0) <= 65536
                  OR (
                    SELECT platform.within_2_mb(octet_length(v.json)) > 0
                    FROM (VALUES (to_json(ps2."Email")::text)) v(json)
                  ) THEN ((((('{"UserName":' || to_json(ps2."UserName")::text || ',"DisplayName":'
                  || to_json(ps2."DisplayName")::text) || (',"Email":' || COALESCE(to_json(ps2."Email")::text,
                  'null') || ',"PrimaryTeamId":')) || ((COALESCE(('"' || ps2."PrimaryTeamId"::text || '"'), 'null')
                  || ',"ManagerId":' || COALESCE(('"' || ps2."ManagerId"::text || '"'), 'null')) || (',"IsActive":'
                  || ps2."IsActive"::text || ',"Kind":'))) || (((to_json(ps2."Kind")::text || ',"ExternalIssuer":'
                  || COALESCE(to_json(ps2."ExternalIssuer")::text, 'null') || ',"ExternalId":')
                  || (COALESCE(to_json(ps2."ExternalId")::text, 'null') || ',"Language":'
                  || COALESCE(to_json(ps2."Language")::text, 'null'))) || ((',"TimeZone":'
                  || COALESCE(to_json(ps2."TimeZone")::text, 'null') || ',"Id":') || (('"' || ps2."Id"::text || '"')
                  || ',"RecordInformationId":' || ('"' || ps2."RecordInformationId"::text || '"')))))
                  || ((((',"StatusId":' || COALESCE(('"' || ps2."StatusId"::text || '"'), 'null') || ',"OwnerId":'
                  || ('"' || ps2."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"'
                  || ps2."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'))
                  || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
                  || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
                  || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":'))) || (((('"'
                  || ps2."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
                  || replace((ps2."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')) || (',"UpdatedBy":'
                  || ('"' || ps2."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
                  || replace((ps2."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
                  || ps2."RowVersion"::text) || (',"IsDeleted":' || ps2."IsDeleted"::text || '}'))))) END
                FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") ps2
                WHERE (true AND ps2."Id" = p."OwnerId")
              )
            )
        ) v(json)
      ) pi
    ) END END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select paged includes, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 10000 AS more, string_agg(q.keys, '') AS keys, LEAST(count(*),
  10000) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 10000 THEN CASE WHEN COALESCE(octet_length(p."TaxId"),
    0) + COALESCE(octet_length(p."Notes"), 0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN (
      SELECT CASE WHEN pi.room > 0 THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":'
        || COALESCE(to_json(p."TaxId")::text, 'null')) || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null')
        || ',"CreditLimit":' || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":'
        || COALESCE(p."Employees"::text, 'null') || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null'))
        || (',"Since":' || COALESCE(('"' || p."Since"::text || '"'), 'null') || ',"LastSeen":' || COALESCE(('"'
        || replace((p."LastSeen" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null')))) || (((',"ExternalId":'
        || COALESCE(('"' || p."ExternalId"::text || '"'), 'null') || ',"Segment":'
        || COALESCE(to_json(p."Segment")::text, 'null')) || (',"Tags":' || COALESCE(to_json(p."Tags")::text, 'null')
        || ',"Extra":' || COALESCE(p."Extra"::text, 'null'))) || ((',"RegionId":' || COALESCE(pi.c[2], 'null')
        || ',"Code":' || COALESCE(to_json(p."Code")::text, 'null')) || (',"Turnover":' || p."Turnover"::text
        || ',"Id":')))) || ((((('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"'
        || p."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"' || p."StatusId"::text || '"'),
        'null') || ',"OwnerId":' || COALESCE(pi.c[3], 'null') || ',"OwnerTeamId":')) || ((COALESCE(('"'
        || p."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
        || ',"AppId":') || ('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
        || '"e0000000-0000-4000-8000-000000000003"'))) || (((',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
        || ',"CreatedOn":' || ('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))
        || (',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
        || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || ((',"RowVersion":'
        || p."RowVersion"::text || ',"IsDeleted":' || p."IsDeleted"::text) || (',"Orders":' || '['
        || COALESCE(pi.c[1], '') || ']' || '}'))))) END
      FROM (
        SELECT array_agg(v.json) AS c, platform.within_2_mb(octet_length(v.json)) AS room
        FROM (
          VALUES (
            (
              SELECT CASE WHEN platform.within_2_mb(octet_length(s.json)) > 0 THEN string_agg(s.json, ',') END
              FROM (
                SELECT CASE WHEN COALESCE(octet_length(ps0."TaxId"), 0) <= 65536
                  OR (
                    SELECT platform.within_2_mb(octet_length(v.json)) > 0
                    FROM (VALUES (to_json(ps0."TaxId")::text)) v(json)
                  ) THEN ((((('{"CustomerId":' || ('"' || ps0."CustomerId"::text || '"') || ',"OrderDate":')
                  || (COALESCE(('"' || ps0."OrderDate"::text || '"'), 'null') || ',"Total":'))
                  || ((COALESCE(ps0."Total"::text, 'null') || ',"TaxId":' || COALESCE(to_json(ps0."TaxId")::text,
                  'null')) || (',"Id":' || ('"' || ps0."Id"::text || '"')))) || (((',"RecordInformationId":' || ('"'
                  || ps0."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"'
                  || ps0."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || ps0."OwnerId"::text
                  || '"') || ',"OwnerTeamId":' || COALESCE(('"' || ps0."OwnerTeamId"::text || '"'), 'null')
                  || ',"TenantId":'))) || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
                  || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
                  || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"' || ps0."CreatedBy"::text
                  || '"') || ',"CreatedOn":' || ('"' || replace((ps0."CreatedOn" AT TIME ZONE 'UTC')::text, ' ',
                  'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"' || ps0."UpdatedBy"::text || '"') || ',"UpdatedOn":')
                  || (('"' || replace((ps0."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                  || ',"RowVersion":')) || (ps0."RowVersion"::text || ',"IsDeleted":' || ps0."IsDeleted"::text
                  || '}')))) END AS json
                FROM (
                  SELECT pm0.*
                  FROM (
                    SELECT *
                    FROM "env_test"."Order" r
                    WHERE (NOT r."IsDeleted" AND (r."OwnerId" = $1::uuid OR r."OwnerTeamId" = ANY($2::uuid[])))
                  ) pm0
                  WHERE (true AND pm0."CustomerId" = p."Id")
                  ORDER BY pm0."CreatedOn", pm0."Id"
                  LIMIT 5
                  OFFSET $3::bigint
                ) ps0
                LIMIT 5
              ) s
            )
          ),
            (
              (
                SELECT ((((('{"Name":' || to_json(ps1."Name")::text || ',"ParentId":') || (COALESCE(('"'
                  || ps1."ParentId"::text || '"'), 'null') || ',"Id":')) || (('"' || ps1."Id"::text || '"')
                  || ',"RecordInformationId":' || ('"' || ps1."RecordInformationId"::text || '"')
                  || ',"StatusId":')) || ((COALESCE(('"' || ps1."StatusId"::text || '"'), 'null') || ',"OwnerId":'
                  || ('"' || ps1."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"'
                  || ps1."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
                  || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
                  || ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":'
                  || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || ps1."CreatedBy"::text
                  || '"') || ',"CreatedOn":' || ('"' || replace((ps1."CreatedOn" AT TIME ZONE 'UTC')::text, ' ',
                  'T') || 'Z"') || ',"UpdatedBy":')) || ((('"' || ps1."UpdatedBy"::text || '"') || ',"UpdatedOn":'
                  || ('"' || replace((ps1."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
                  || ',"RowVersion":') || (ps1."RowVersion"::text || ',"IsDeleted":' || ps1."IsDeleted"::text
                  || '}'))))
                FROM (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") ps1
                WHERE (true AND ps1."Id" = p."RegionId")
              )
            ),
            (
              (
                SELECT (('{"DisplayName":' || to_json(ps2."DisplayName")::text || ',"IsActive":'
                  || ps2."IsActive"::text) || (',"Id":' || ('"' || ps2."Id"::text || '"') || '}'))
                FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") ps2
                WHERE (true AND ps2."Id" = p."OwnerId")
              )
            )
        ) v(json)
      ) pi
    ) END END AS json, NULL::text AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*
      FROM (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t
      WHERE true
      ORDER BY t."CreatedOn", t."Id"
      LIMIT 10001
    ) s
  ) p
  LIMIT 10001
) q;

-- select audit entries
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  (
    SELECT count(*)
    FROM (
      SELECT *
      FROM (
        SELECT lpad(to_hex(c.position), 32, '0')::uuid AS "Id", c.record_information_id AS "RecordInformationId",
          NULL::uuid AS "StatusId", COALESCE(COALESCE(c.owner_after, CASE
          WHEN c.shape IS NOT NULL THEN c.user_id END), c.owner_before) AS "OwnerId", CASE c.operation
          WHEN 'Delete' THEN c.team_before ELSE c.team_after END AS "OwnerTeamId", c.user_id AS "CreatedBy",
          c.occurred_at AS "CreatedOn", c.user_id AS "UpdatedBy", c.occurred_at AS "UpdatedOn",
          c.row_version AS "RowVersion", false AS "IsDeleted", c.entity AS "EntityName", c.record_id AS "RecordId",
          c.operation AS "Operation", CASE WHEN 2139095039 + COALESCE(octet_length(c.old::text),
          0) + COALESCE(octet_length(c.new::text), 0) + COALESCE(octet_length(c.created::text), 0) > 0 THEN CASE
          WHEN c.shape IS NULL THEN (
            SELECT jsonb_agg(jsonb_build_object('FieldName', k.key, 'Old', c.old -> k.key, 'New',
              c.new -> k.key) ORDER BY k.n)
            FROM json_object_keys(COALESCE(c.new, c.old)) WITH ORDINALITY AS k(key, n)
            WHERE k.key NOT IN ('Id', 'RecordInformationId', 'TenantId', 'AppId', 'EnvironmentId', 'CreatedBy',
              'CreatedOn', 'UpdatedBy', 'UpdatedOn', 'RowVersion', 'IsDeleted')
              AND (json_typeof(c.old -> k.key) <> 'null' OR json_typeof(c.new -> k.key) <> 'null')
          )
          ELSE (
            SELECT jsonb_agg(jsonb_build_object('FieldName', v.name, 'Old', NULL, 'New', v.value) ORDER BY v.n)
            FROM (
              SELECT e.name, e.value, e.n
              FROM platform.record_shape s, ROWS
              FROM (unnest(string_to_array(s.members, ',')),
                json_array_elements(c.created)) WITH ORDINALITY AS e(name, value, n)
              WHERE s.id = c.shape
              UNION ALL
              SELECT o.name, to_json(o.id), NULL
              FROM (
                VALUES ('OwnerId', COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)),
                  ('OwnerTeamId', c.team_after)
              ) AS o(name, id)
              WHERE o.id IS NOT NULL
            ) v
            WHERE json_typeof(v.value) <> 'null'
          ) END END AS "Changes", NULLIF(c.user_id, '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId",
          c.occurred_at AS "ChangedOn", c.correlation_id AS "CorrelationId",
          c.hooks_skipped::jsonb AS "HooksSkipped", split_part(COALESCE(c.source, 'API'), '/', 1) AS "Source", CASE
          WHEN c.source LIKE 'Mapping/%' THEN jsonb_build_object(
            'Kind', 'Mapping', 'Id', split_part(c.source, '/', 2), 'Name',
              (
                SELECT m."Name"
                FROM "env_test"."IdentityMapping" m
                WHERE m."Id" = split_part(c.source, '/', 2)::uuid
              )
          ) WHEN strpos(c.source,
          '/') > 0 THEN jsonb_build_object(
            'Kind', 'ApiKey', 'Id', split_part(c.source, '/', 2), 'Name',
              (SELECT k."Name" FROM "env_test"."ApiKey" k WHERE k."Id" = split_part(c.source, '/', 2)::uuid)
          ) WHEN c.source IN ('Workflow', 'Trigger') THEN jsonb_build_object('Kind', 'Workflow', 'Id', NULL, 'Name',
          NULL) ELSE jsonb_build_object('Kind', 'Token', 'Id', NULL, 'Name', NULL) END AS "Via"
        FROM platform.change c
        WHERE uuid_hash(c.environment_id) = uuid_hash('e0000000-0000-4000-8000-000000000003'::uuid)
          AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
      ) r
      WHERE NOT r."IsDeleted"
    ) c
    WHERE c."EntityName" = $1::text
  ) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN CASE WHEN COALESCE(octet_length(p."EntityName"),
    0) + COALESCE(pg_column_size(p."Changes"), 0) + COALESCE(octet_length(p."Source"),
    0) + COALESCE(pg_column_size(p."HooksSkipped"), 0) + COALESCE(pg_column_size(p."Via"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (
        VALUES (to_json(p."EntityName")::text), (p."Changes"::text), (to_json(p."Source")::text),
          (p."HooksSkipped"::text), (p."Via"::text)
      ) v(json)
    ) THEN ((((('{"EntityName":' || to_json(p."EntityName")::text || ',"RecordId":' || ('"' || p."RecordId"::text
    || '"')) || (',"Operation":' || to_json(p."Operation")::text || ',"Changes":')) || ((COALESCE(p."Changes"::text,
    'null') || ',"UserId":' || COALESCE(('"' || p."UserId"::text || '"'), 'null')) || (',"ChangedOn":' || ('"'
    || replace((p."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'))) || (((('"'
    || p."CorrelationId"::text || '"') || ',"Source":' || to_json(p."Source")::text) || (',"HooksSkipped":'
    || COALESCE(p."HooksSkipped"::text, 'null') || ',"Via":')) || ((COALESCE(p."Via"::text, 'null') || ',"Id":'
    || ('"' || p."Id"::text || '"')) || (',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"')
    || ',"StatusId":')))) || ((((COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":')) || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"'
    || ',"CreatedBy":'))) || (((('"' || p."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
    || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"'
    || p."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(('"' || p."k0"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Id" AS "k0"
      FROM (
        SELECT *
        FROM (
          SELECT lpad(to_hex(c.position), 32, '0')::uuid AS "Id", c.record_information_id AS "RecordInformationId",
            NULL::uuid AS "StatusId", COALESCE(COALESCE(c.owner_after, CASE
            WHEN c.shape IS NOT NULL THEN c.user_id END), c.owner_before) AS "OwnerId", CASE c.operation
            WHEN 'Delete' THEN c.team_before ELSE c.team_after END AS "OwnerTeamId", c.user_id AS "CreatedBy",
            c.occurred_at AS "CreatedOn", c.user_id AS "UpdatedBy", c.occurred_at AS "UpdatedOn",
            c.row_version AS "RowVersion", false AS "IsDeleted", c.entity AS "EntityName",
            c.record_id AS "RecordId", c.operation AS "Operation", CASE
            WHEN 2139095039 + COALESCE(octet_length(c.old::text), 0) + COALESCE(octet_length(c.new::text),
            0) + COALESCE(octet_length(c.created::text), 0) > 0 THEN CASE
            WHEN c.shape IS NULL THEN (
              SELECT jsonb_agg(jsonb_build_object('FieldName', k.key, 'Old', c.old -> k.key, 'New',
                c.new -> k.key) ORDER BY k.n)
              FROM json_object_keys(COALESCE(c.new, c.old)) WITH ORDINALITY AS k(key, n)
              WHERE k.key NOT IN ('Id', 'RecordInformationId', 'TenantId', 'AppId', 'EnvironmentId', 'CreatedBy',
                'CreatedOn', 'UpdatedBy', 'UpdatedOn', 'RowVersion', 'IsDeleted')
                AND (json_typeof(c.old -> k.key) <> 'null' OR json_typeof(c.new -> k.key) <> 'null')
            )
            ELSE (
              SELECT jsonb_agg(jsonb_build_object('FieldName', v.name, 'Old', NULL, 'New', v.value) ORDER BY v.n)
              FROM (
                SELECT e.name, e.value, e.n
                FROM platform.record_shape s, ROWS
                FROM (unnest(string_to_array(s.members, ',')),
                  json_array_elements(c.created)) WITH ORDINALITY AS e(name, value, n)
                WHERE s.id = c.shape
                UNION ALL
                SELECT o.name, to_json(o.id), NULL
                FROM (
                  VALUES ('OwnerId', COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)),
                    ('OwnerTeamId', c.team_after)
                ) AS o(name, id)
                WHERE o.id IS NOT NULL
              ) v
              WHERE json_typeof(v.value) <> 'null'
            ) END END AS "Changes", NULLIF(c.user_id, '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId",
            c.occurred_at AS "ChangedOn", c.correlation_id AS "CorrelationId",
            c.hooks_skipped::jsonb AS "HooksSkipped", split_part(COALESCE(c.source, 'API'), '/', 1) AS "Source",
            CASE
            WHEN c.source LIKE 'Mapping/%' THEN jsonb_build_object(
              'Kind', 'Mapping', 'Id', split_part(c.source, '/', 2), 'Name',
                (
                  SELECT m."Name"
                  FROM "env_test"."IdentityMapping" m
                  WHERE m."Id" = split_part(c.source, '/', 2)::uuid
                )
            ) WHEN strpos(c.source,
            '/') > 0 THEN jsonb_build_object(
              'Kind', 'ApiKey', 'Id', split_part(c.source, '/', 2), 'Name',
                (SELECT k."Name" FROM "env_test"."ApiKey" k WHERE k."Id" = split_part(c.source, '/', 2)::uuid)
            ) WHEN c.source IN ('Workflow', 'Trigger') THEN jsonb_build_object('Kind', 'Workflow', 'Id', NULL,
            'Name', NULL) ELSE jsonb_build_object('Kind', 'Token', 'Id', NULL, 'Name', NULL) END AS "Via"
          FROM platform.change c
          WHERE uuid_hash(c.environment_id) = uuid_hash('e0000000-0000-4000-8000-000000000003'::uuid)
            AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
        ) r
        WHERE NOT r."IsDeleted"
      ) t
      WHERE t."EntityName" = $1::text
      ORDER BY t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select audit entries, scoped
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  (
    SELECT count(*)
    FROM (
      SELECT *
      FROM (
        SELECT lpad(to_hex(c.position), 32, '0')::uuid AS "Id", c.record_information_id AS "RecordInformationId",
          NULL::uuid AS "StatusId", COALESCE(COALESCE(c.owner_after, CASE
          WHEN c.shape IS NOT NULL THEN c.user_id END), c.owner_before) AS "OwnerId", CASE c.operation
          WHEN 'Delete' THEN c.team_before ELSE c.team_after END AS "OwnerTeamId", c.user_id AS "CreatedBy",
          c.occurred_at AS "CreatedOn", c.user_id AS "UpdatedBy", c.occurred_at AS "UpdatedOn",
          c.row_version AS "RowVersion", false AS "IsDeleted", c.entity AS "EntityName", c.record_id AS "RecordId",
          c.operation AS "Operation", CASE WHEN 2139095039 + COALESCE(octet_length(c.old::text),
          0) + COALESCE(octet_length(c.new::text), 0) + COALESCE(octet_length(c.created::text), 0) > 0 THEN CASE
          WHEN c.shape IS NULL THEN (
            SELECT jsonb_agg(jsonb_build_object('FieldName', k.key, 'Old', c.old -> k.key, 'New',
              c.new -> k.key) ORDER BY k.n)
            FROM json_object_keys(COALESCE(c.new, c.old)) WITH ORDINALITY AS k(key, n)
            WHERE k.key NOT IN ('Id', 'RecordInformationId', 'TenantId', 'AppId', 'EnvironmentId', 'CreatedBy',
              'CreatedOn', 'UpdatedBy', 'UpdatedOn', 'RowVersion', 'IsDeleted')
              AND (json_typeof(c.old -> k.key) <> 'null' OR json_typeof(c.new -> k.key) <> 'null')
          )
          ELSE (
            SELECT jsonb_agg(jsonb_build_object('FieldName', v.name, 'Old', NULL, 'New', v.value) ORDER BY v.n)
            FROM (
              SELECT e.name, e.value, e.n
              FROM platform.record_shape s, ROWS
              FROM (unnest(string_to_array(s.members, ',')),
                json_array_elements(c.created)) WITH ORDINALITY AS e(name, value, n)
              WHERE s.id = c.shape
              UNION ALL
              SELECT o.name, to_json(o.id), NULL
              FROM (
                VALUES ('OwnerId', COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)),
                  ('OwnerTeamId', c.team_after)
              ) AS o(name, id)
              WHERE o.id IS NOT NULL
            ) v
            WHERE json_typeof(v.value) <> 'null'
          ) END END AS "Changes", NULLIF(c.user_id, '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId",
          c.occurred_at AS "ChangedOn", c.correlation_id AS "CorrelationId",
          c.hooks_skipped::jsonb AS "HooksSkipped", split_part(COALESCE(c.source, 'API'), '/', 1) AS "Source", CASE
          WHEN c.source LIKE 'Mapping/%' THEN jsonb_build_object(
            'Kind', 'Mapping', 'Id', split_part(c.source, '/', 2), 'Name',
              (
                SELECT m."Name"
                FROM "env_test"."IdentityMapping" m
                WHERE m."Id" = split_part(c.source, '/', 2)::uuid
              )
          ) WHEN strpos(c.source,
          '/') > 0 THEN jsonb_build_object(
            'Kind', 'ApiKey', 'Id', split_part(c.source, '/', 2), 'Name',
              (SELECT k."Name" FROM "env_test"."ApiKey" k WHERE k."Id" = split_part(c.source, '/', 2)::uuid)
          ) WHEN c.source IN ('Workflow', 'Trigger') THEN jsonb_build_object('Kind', 'Workflow', 'Id', NULL, 'Name',
          NULL) ELSE jsonb_build_object('Kind', 'Token', 'Id', NULL, 'Name', NULL) END AS "Via"
        FROM platform.change c
        WHERE uuid_hash(c.environment_id) = uuid_hash('e0000000-0000-4000-8000-000000000003'::uuid)
          AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND (c.entity IN ('Region')
          OR (c.entity IN ('Order') AND (c.operation = 'Create' OR (c.owner_before = $1::uuid
          OR c.team_before = ANY($2::uuid[]))) AND (c.operation = 'Delete' OR (COALESCE(c.owner_after, CASE
          WHEN c.shape IS NOT NULL THEN c.user_id END) = $1::uuid OR c.team_after = ANY($2::uuid[]))))
          OR (c.entity IN ('Customer') AND (c.operation = 'Create' OR c.owner_before = $1::uuid)
          AND (c.operation = 'Delete' OR COALESCE(c.owner_after, CASE
          WHEN c.shape IS NOT NULL THEN c.user_id END) = $1::uuid)))
      ) r
      WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)
    ) c
    WHERE c."EntityName" = $3::text
  ) AS total, platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN CASE WHEN COALESCE(octet_length(p."EntityName"),
    0) + COALESCE(pg_column_size(p."Changes"), 0) + COALESCE(octet_length(p."Source"),
    0) + COALESCE(pg_column_size(p."HooksSkipped"), 0) + COALESCE(pg_column_size(p."Via"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (
        VALUES (to_json(p."EntityName")::text), (p."Changes"::text), (to_json(p."Source")::text),
          (p."HooksSkipped"::text), (p."Via"::text)
      ) v(json)
    ) THEN ((((('{"EntityName":' || to_json(p."EntityName")::text || ',"RecordId":' || ('"' || p."RecordId"::text
    || '"')) || (',"Operation":' || to_json(p."Operation")::text || ',"Changes":')) || ((COALESCE(p."Changes"::text,
    'null') || ',"UserId":' || COALESCE(('"' || p."UserId"::text || '"'), 'null')) || (',"ChangedOn":' || ('"'
    || replace((p."ChangedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"CorrelationId":'))) || (((('"'
    || p."CorrelationId"::text || '"') || ',"Source":' || to_json(p."Source")::text) || (',"HooksSkipped":'
    || COALESCE(p."HooksSkipped"::text, 'null') || ',"Via":')) || ((COALESCE(p."Via"::text, 'null') || ',"Id":'
    || ('"' || p."Id"::text || '"')) || (',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"')
    || ',"StatusId":')))) || ((((COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"')) || (',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":')) || (('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"'
    || ',"CreatedBy":'))) || (((('"' || p."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
    || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')) || (',"UpdatedBy":' || ('"'
    || p."UpdatedBy"::text || '"') || ',"UpdatedOn":')) || ((('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(('"' || p."k0"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Id" AS "k0"
      FROM (
        SELECT *
        FROM (
          SELECT lpad(to_hex(c.position), 32, '0')::uuid AS "Id", c.record_information_id AS "RecordInformationId",
            NULL::uuid AS "StatusId", COALESCE(COALESCE(c.owner_after, CASE
            WHEN c.shape IS NOT NULL THEN c.user_id END), c.owner_before) AS "OwnerId", CASE c.operation
            WHEN 'Delete' THEN c.team_before ELSE c.team_after END AS "OwnerTeamId", c.user_id AS "CreatedBy",
            c.occurred_at AS "CreatedOn", c.user_id AS "UpdatedBy", c.occurred_at AS "UpdatedOn",
            c.row_version AS "RowVersion", false AS "IsDeleted", c.entity AS "EntityName",
            c.record_id AS "RecordId", c.operation AS "Operation", CASE
            WHEN 2139095039 + COALESCE(octet_length(c.old::text), 0) + COALESCE(octet_length(c.new::text),
            0) + COALESCE(octet_length(c.created::text), 0) > 0 THEN CASE
            WHEN c.shape IS NULL THEN (
              SELECT jsonb_agg(jsonb_build_object('FieldName', k.key, 'Old', c.old -> k.key, 'New',
                c.new -> k.key) ORDER BY k.n)
              FROM json_object_keys(COALESCE(c.new, c.old)) WITH ORDINALITY AS k(key, n)
              WHERE k.key NOT IN ('Id', 'RecordInformationId', 'TenantId', 'AppId', 'EnvironmentId', 'CreatedBy',
                'CreatedOn', 'UpdatedBy', 'UpdatedOn', 'RowVersion', 'IsDeleted')
                AND (json_typeof(c.old -> k.key) <> 'null' OR json_typeof(c.new -> k.key) <> 'null')
            )
            ELSE (
              SELECT jsonb_agg(jsonb_build_object('FieldName', v.name, 'Old', NULL, 'New', v.value) ORDER BY v.n)
              FROM (
                SELECT e.name, e.value, e.n
                FROM platform.record_shape s, ROWS
                FROM (unnest(string_to_array(s.members, ',')),
                  json_array_elements(c.created)) WITH ORDINALITY AS e(name, value, n)
                WHERE s.id = c.shape
                UNION ALL
                SELECT o.name, to_json(o.id), NULL
                FROM (
                  VALUES ('OwnerId', COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)),
                    ('OwnerTeamId', c.team_after)
                ) AS o(name, id)
                WHERE o.id IS NOT NULL
              ) v
              WHERE json_typeof(v.value) <> 'null'
            ) END END AS "Changes", NULLIF(c.user_id, '00000000-0000-0000-0000-000000000000'::uuid) AS "UserId",
            c.occurred_at AS "ChangedOn", c.correlation_id AS "CorrelationId",
            c.hooks_skipped::jsonb AS "HooksSkipped", split_part(COALESCE(c.source, 'API'), '/', 1) AS "Source",
            CASE
            WHEN c.source LIKE 'Mapping/%' THEN jsonb_build_object(
              'Kind', 'Mapping', 'Id', split_part(c.source, '/', 2), 'Name',
                (
                  SELECT m."Name"
                  FROM "env_test"."IdentityMapping" m
                  WHERE m."Id" = split_part(c.source, '/', 2)::uuid
                )
            ) WHEN strpos(c.source,
            '/') > 0 THEN jsonb_build_object(
              'Kind', 'ApiKey', 'Id', split_part(c.source, '/', 2), 'Name',
                (SELECT k."Name" FROM "env_test"."ApiKey" k WHERE k."Id" = split_part(c.source, '/', 2)::uuid)
            ) WHEN c.source IN ('Workflow', 'Trigger') THEN jsonb_build_object('Kind', 'Workflow', 'Id', NULL,
            'Name', NULL) ELSE jsonb_build_object('Kind', 'Token', 'Id', NULL, 'Name', NULL) END AS "Via"
          FROM platform.change c
          WHERE uuid_hash(c.environment_id) = uuid_hash('e0000000-0000-4000-8000-000000000003'::uuid)
            AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND (c.entity IN ('Region')
            OR (c.entity IN ('Order') AND (c.operation = 'Create' OR (c.owner_before = $1::uuid
            OR c.team_before = ANY($2::uuid[]))) AND (c.operation = 'Delete' OR (COALESCE(c.owner_after, CASE
            WHEN c.shape IS NOT NULL THEN c.user_id END) = $1::uuid OR c.team_after = ANY($2::uuid[]))))
            OR (c.entity IN ('Customer') AND (c.operation = 'Create' OR c.owner_before = $1::uuid)
            AND (c.operation = 'Delete' OR COALESCE(c.owner_after, CASE
            WHEN c.shape IS NOT NULL THEN c.user_id END) = $1::uuid)))
        ) r
        WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)
      ) t
      WHERE t."EntityName" = $3::text
      ORDER BY t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- where Name EqualTo
t."Name" = $1::text;

-- where TaxId NotEqualTo
lower(t."TaxId" COLLATE "und-x-icu") <> lower($1::text COLLATE "und-x-icu");

-- where Name Contains
lower(t."Name" COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu");

-- where Name StartsWith
lower(t."Name" COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu");

-- where Notes EndsWith
lower(t."Notes" COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu");

-- where Name IN
t."Name" = ANY($1::text[]);

-- where Segment GreaterThan
array_position(ARRAY['Small', 'Large', 'Old']::text[], t."Segment") > array_position(ARRAY['Small', 'Large',
  'Old']::text[], $1::text);

-- where Employees Between
t."Employees" BETWEEN $1::bigint AND $2::bigint;

-- where Since LessThanOrEqualTo
t."Since" <= $1::date;

-- where LastSeen GreaterThanOrEqualTo
t."LastSeen" >= $1::timestamptz;

-- where Tags Contains
t."Tags" @> $1::text[];

-- where IsActive EqualTo
t."IsActive" = $1::boolean;

-- where RegionId.ParentId.Name EqualTo
tj2."Name" = $1::text
LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj2 ON tj2."Id" = tj1."ParentId"
  AND tj1."Id" IS NOT NULL;

-- where RegionId IsNull
t."RegionId" IS NULL;

-- select behind a cursor
SELECT string_agg(q.json, ',') AS rows, count(*) > 50 AS more, string_agg(q.keys, '') AS keys,
  (SELECT count(*) FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") c WHERE true) AS total,
  platform.within_16_mb(octet_length(q.json)) AS room
FROM (
  SELECT CASE WHEN p.n <= 50 THEN CASE WHEN COALESCE(octet_length(p."TaxId"), 0) + COALESCE(octet_length(p."Notes"),
    0) + COALESCE(pg_column_size(p."Extra"), 0) <= 65536
    OR (
      SELECT platform.within_8_mb(octet_length(v.json)) > 0
      FROM (VALUES (to_json(p."TaxId")::text), (to_json(p."Notes")::text), (p."Extra"::text)) v(json)
    ) THEN ((((('{"Name":' || to_json(p."Name")::text || ',"TaxId":' || COALESCE(to_json(p."TaxId")::text, 'null'))
    || (',"Notes":' || COALESCE(to_json(p."Notes")::text, 'null') || ',"CreditLimit":'
    || COALESCE(p."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(p."Employees"::text, 'null')
    || ',"IsActive":' || COALESCE(p."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || p."Since"::text
    || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((p."LastSeen" AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || p."ExternalId"::text || '"'), 'null')
    || ',"Segment":') || (COALESCE(to_json(p."Segment")::text, 'null') || ',"Tags":'
    || COALESCE(to_json(p."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(p."Extra"::text, 'null')
    || ',"RegionId":' || COALESCE(('"' || p."RegionId"::text || '"'), 'null') || ',"Code":')
    || (COALESCE(to_json(p."Code")::text, 'null') || ',"Turnover":' || p."Turnover"::text)))) || ((((',"Id":'
    || ('"' || p."Id"::text || '"') || ',"RecordInformationId":' || ('"' || p."RecordInformationId"::text || '"'))
    || (',"StatusId":' || COALESCE(('"' || p."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
    || p."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || p."OwnerTeamId"::text || '"'), 'null')
    || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
    || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
    || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || p."CreatedBy"::text || '"')
    || ',"CreatedOn":') || (('"' || replace((p."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
    || ',"UpdatedBy":' || ('"' || p."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
    || replace((p."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
    || p."RowVersion"::text) || (',"IsDeleted":' || p."IsDeleted"::text || '}'))))) END END AS json, CASE
    WHEN p.n = 50 THEN '[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(to_json(p."k1")::text,
    'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']' END AS keys
  FROM (
    SELECT s.*, row_number() OVER () AS n
    FROM (
      SELECT t.*, t."Name" AS "k0", tj1."Name" AS "k1", t."Id" AS "k2"
      FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
      LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."RegionId"
      WHERE (true AND (t."Name" < $1::text OR (t."Name" = $1::text AND tj1."Name" IS NULL AND t."Id" > $2::uuid)))
      ORDER BY t."Name" DESC, tj1."Name", t."Id"
      LIMIT 51
    ) s
  ) p
  LIMIT 51
) q;

-- select estimate
EXPLAIN (FORMAT JSON) SELECT 1 FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") c WHERE true;

-- select estimate of groups
EXPLAIN (FORMAT JSON) WITH groups AS (
  SELECT g."Segment" AS "c1", date_trunc('month', g."LastSeen" AT TIME ZONE $1::text)::date AS "c2",
    count(*) AS "c3", count(DISTINCT lower(g."TaxId" COLLATE "und-x-icu")) AS "c4", sum(g."CreditLimit") AS "c5",
    round(sum(g."Employees") * 1.000000 / count(g."Employees"), 6) AS "c6",
    platform.first_text(g."Segment" ORDER BY array_position(ARRAY['Small', 'Large', 'Old']::text[], g."Segment"),
    g."Segment") FILTER (WHERE g."Segment" IS NOT NULL) AS "c7", max(g."Since") AS "c8"
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") g
  WHERE true
  GROUP BY g."Segment", date_trunc('month', g."LastSeen" AT TIME ZONE $1::text)::date
)
SELECT 1
FROM groups c
WHERE c."c3" > $2::bigint;

-- images
SELECT ((((('{"Name":' || to_json(t."Name")::text || ',"TaxId":' || COALESCE(to_json(t."TaxId")::text, 'null'))
  || (',"Notes":' || COALESCE(to_json(t."Notes")::text, 'null') || ',"CreditLimit":'
  || COALESCE(t."CreditLimit"::text, 'null'))) || ((',"Employees":' || COALESCE(t."Employees"::text, 'null')
  || ',"IsActive":' || COALESCE(t."IsActive"::text, 'null')) || (',"Since":' || COALESCE(('"' || t."Since"::text
  || '"'), 'null') || ',"LastSeen":'))) || (((COALESCE(('"' || replace((t."LastSeen" AT TIME ZONE 'UTC')::text, ' ',
  'T') || 'Z"'), 'null') || ',"ExternalId":' || COALESCE(('"' || t."ExternalId"::text || '"'), 'null')
  || ',"Segment":') || (COALESCE(to_json(t."Segment")::text, 'null') || ',"Tags":'
  || COALESCE(to_json(t."Tags")::text, 'null') || ',"Extra":')) || ((COALESCE(t."Extra"::text, 'null')
  || ',"RegionId":' || COALESCE(('"' || t."RegionId"::text || '"'), 'null') || ',"Code":')
  || (COALESCE(to_json(t."Code")::text, 'null') || ',"Turnover":' || t."Turnover"::text)))) || ((((',"Id":' || ('"'
  || t."Id"::text || '"') || ',"RecordInformationId":' || ('"' || t."RecordInformationId"::text || '"'))
  || (',"StatusId":' || COALESCE(('"' || t."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
  || t."OwnerId"::text || '"'))) || ((',"OwnerTeamId":' || COALESCE(('"' || t."OwnerTeamId"::text || '"'), 'null')
  || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
  || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
  || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || t."CreatedBy"::text || '"')
  || ',"CreatedOn":') || (('"' || replace((t."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
  || ',"UpdatedBy":' || ('"' || t."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
  || replace((t."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'
  || t."RowVersion"::text) || (',"IsDeleted":' || t."IsDeleted"::text || '}'))))) AS row
FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
WHERE t."Id" = ANY($1::uuid[])
ORDER BY t."Id"
LIMIT 10;
