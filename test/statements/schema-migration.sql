-- convert Text to Text
true | "B";

-- convert Text to LongText
true | "B";

-- convert Text to Int
"B" ~ '^(0|-?[1-9][0-9]{0,17})$' | "B"::bigint;

-- convert Text to Decimal
CASE WHEN length("B") <= 600
  AND "B" ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?$' THEN (abs(trunc("B"::numeric)) < 1e16::numeric
  AND "B"::numeric = round("B"::numeric, 2)) ELSE false END | "B"::numeric;

-- convert Text to Bool
lower("B") IN ('true', 'false', '1', '0') | "B"::boolean;

-- convert Text to Date
CASE WHEN "B" ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' THEN substr("B", 9,
  2)::int <= extract(day FROM make_date(substr("B", 1, 4)::int, substr("B", 6, 2)::int,
  1) + interval '1 month' - interval '1 day') ELSE false END | "B"::date;

-- convert Text to Uuid
"B" ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' | "B"::uuid;

-- convert Text to Enum
true | "B";

-- convert LongText to Text
true | "B";

-- convert LongText to LongText
true | "B";

-- convert LongText to Int
"B" ~ '^(0|-?[1-9][0-9]{0,17})$' | "B"::bigint;

-- convert LongText to Decimal
CASE WHEN length("B") <= 600
  AND "B" ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?$' THEN (abs(trunc("B"::numeric)) < 1e16::numeric
  AND "B"::numeric = round("B"::numeric, 2)) ELSE false END | "B"::numeric;

-- convert LongText to Bool
lower("B") IN ('true', 'false', '1', '0') | "B"::boolean;

-- convert LongText to Date
CASE WHEN "B" ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' THEN substr("B", 9,
  2)::int <= extract(day FROM make_date(substr("B", 1, 4)::int, substr("B", 6, 2)::int,
  1) + interval '1 month' - interval '1 day') ELSE false END | "B"::date;

-- convert LongText to Uuid
"B" ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' | "B"::uuid;

-- convert LongText to Enum
true | "B";

-- convert Int to Text
true | "B"::text;

-- convert Int to LongText
true | "B"::text;

-- convert Int to Decimal
(abs(trunc("B"::numeric)) < 1e16::numeric AND "B"::numeric = round("B"::numeric, 2)) | "B"::numeric;

-- convert Decimal to Text
true | "B"::text;

-- convert Decimal to LongText
true | "B"::text;

-- convert Decimal to Int
("B" = trunc("B") AND "B" BETWEEN -9223372036854775808 AND 9223372036854775807) | "B"::bigint;

-- convert Decimal to Decimal
(abs(trunc("B"::numeric)) < 1e16::numeric AND "B"::numeric = round("B"::numeric, 2)) | "B"::numeric;

-- convert Bool to Text
true | "B"::text;

-- convert Bool to LongText
true | "B"::text;

-- convert Date to Text
true | "B"::text;

-- convert Date to LongText
true | "B"::text;

-- convert Date to DateTime
true | "B"::timestamp AT TIME ZONE 'UTC';

-- convert DateTime to Date
("B" AT TIME ZONE 'UTC') = date_trunc('day', ("B" AT TIME ZONE 'UTC')) | ("B" AT TIME ZONE 'UTC')::date;

-- convert Uuid to Text
true | "B"::text;

-- convert Uuid to LongText
true | "B"::text;

-- convert Uuid to Lookup
true | "B";

-- convert Enum to Text
true | "B";

-- convert Enum to LongText
true | "B";

-- convert Enum to MultiEnum
true | CASE WHEN "B" IS NOT NULL THEN ARRAY["B"]::text[] END;

-- convert MultiEnum to Enum
cardinality("B") <= 1 | "B"[1];

-- convert Lookup to Uuid
true | "B";

-- convert Lookup to Lookup
true | "B";

-- convert AutoNumber to Text
true | "B";

-- convert AutoNumber to LongText
true | "B";

-- stored values
SELECT count(*) FILTER (WHERE (t."Name" IS NULL OR t."Name" = ''))::int AS "n0",
  count(*) FILTER (WHERE char_length(t."Name") > 10)::int AS "n1",
  count(*) FILTER (WHERE t."Segment" <> ALL(ARRAY['Small', 'Large', 'Old']::text[]))::int AS "n2",
  count(*) FILTER (WHERE NOT (t."Tags" <@ ARRAY['Vip', 'Late', 'Export']::text[]))::int AS "n3",
  count(*) FILTER (
    WHERE t."RegionId" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Region" r WHERE true) x WHERE x."Id" = t."RegionId")
  )::int AS "n4", count(*) FILTER (WHERE t."Turnover" IS NULL)::int AS "n5",
  count(*) FILTER (WHERE t."Id" IS NULL)::int AS "n6",
  count(*) FILTER (WHERE t."RecordInformationId" IS NULL)::int AS "n7",
  count(*) FILTER (
    WHERE t."StatusId" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Status" r WHERE true) x WHERE x."Id" = t."StatusId")
  )::int AS "n8", count(*) FILTER (WHERE t."OwnerId" IS NULL)::int AS "n9",
  count(*) FILTER (
    WHERE t."OwnerId" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."User" r WHERE true) x WHERE x."Id" = t."OwnerId")
  )::int AS "n10",
  count(*) FILTER (
    WHERE t."OwnerTeamId" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Team" r WHERE true) x WHERE x."Id" = t."OwnerTeamId")
  )::int AS "n11", count(*) FILTER (WHERE t."TenantId" IS NULL)::int AS "n12",
  count(*) FILTER (WHERE t."AppId" IS NULL)::int AS "n13",
  count(*) FILTER (WHERE t."EnvironmentId" IS NULL)::int AS "n14",
  count(*) FILTER (WHERE t."CreatedBy" IS NULL)::int AS "n15",
  count(*) FILTER (
    WHERE t."CreatedBy" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."User" r WHERE true) x WHERE x."Id" = t."CreatedBy")
  )::int AS "n16", count(*) FILTER (WHERE t."CreatedOn" IS NULL)::int AS "n17",
  count(*) FILTER (WHERE t."UpdatedBy" IS NULL)::int AS "n18",
  count(*) FILTER (
    WHERE t."UpdatedBy" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."User" r WHERE true) x WHERE x."Id" = t."UpdatedBy")
  )::int AS "n19", count(*) FILTER (WHERE t."UpdatedOn" IS NULL)::int AS "n20",
  count(*) FILTER (WHERE t."RowVersion" IS NULL)::int AS "n21",
  count(*) FILTER (WHERE t."IsDeleted" IS NULL)::int AS "n22", count(*) FILTER (WHERE true)::int AS "n23"
FROM (SELECT * FROM "env_test"."Customer" r WHERE true) t;

-- stored texts
SELECT t."TaxId" AS value, count(*)::int AS n
FROM (SELECT * FROM "env_test"."Customer" r WHERE true) t
WHERE t."TaxId" IS NOT NULL
GROUP BY t."TaxId";

-- stored duplicates
SELECT COALESCE(sum(d.n), 0)::int AS n0
FROM (
  SELECT count(*) AS n
  FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t
  WHERE t."TaxId" IS NOT NULL
  GROUP BY lower(t."TaxId" COLLATE "und-x-icu")
  HAVING count(*) > 1
) d;
