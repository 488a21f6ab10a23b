-- routine: procedure
CALL "env_test"."Thing"($1::text);

-- routine: scalar function
SELECT CASE WHEN isfinite(r.value) THEN ('"' || r.value::text || '"') END AS value
FROM "env_test"."Thing"($1::text) r(value);

-- routine: table function
SELECT string_agg(o.json, ',' ORDER BY o.n) FILTER (WHERE o.n <= 10000) AS rows, LEAST(count(*), 10000) AS total,
  count(*) > 10000 AS more
FROM (
  SELECT r.n, (('{"It":' || COALESCE(CASE WHEN isfinite(r.c0) THEN ('"' || replace((r.c0 AT TIME ZONE 'UTC')::text,
    ' ', 'T') || 'Z"') END, 'null') || ',"At":') || (COALESCE(CASE WHEN isfinite(r.c1) THEN ('"'
    || replace((r.c1 AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') END, 'null') || '}')) AS json
  FROM "env_test"."Thing"($1::text) WITH ORDINALITY r(c0, c1, n)
  LIMIT 10000 + 1
) o;

-- routine: begin
SELECT "env_test"."callBegin"($1::text, $2::bytea);

-- routine: follow
SELECT "env_test"."callFollow"() AS refused;

-- routine: end
SELECT entity, changes FROM "env_test"."callEnd"($1::json);

-- routine: functions 0
CREATE OR REPLACE FUNCTION "env_test"."callBegin"(claims text,
  mac bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET "DateStyle" = 'ISO'
SET "TimeZone" = 'UTC'
SET standard_conforming_strings = on
SET transform_null_equals = off AS '
DECLARE
  _claims json;
BEGIN
  -- Hashed once more before it is compared, so that the time of a comparison tells nothing.
  IF NOT EXISTS (
    SELECT FROM platform.routine_key k
    WHERE sha256(mac) = sha256(sha256(k.key || sha256(k.key || convert_to(claims, ''UTF8''))))
  ) THEN
    RAISE insufficient_privilege USING MESSAGE = ''The claims of the call are not signed.'';
  END IF;
  _claims := claims::json;
  IF _claims ->> ''role'' <> session_user
    OR (_claims ->> ''environmentId'')::uuid <> ''e0000000-0000-4000-8000-000000000003''
    OR (_claims ->> ''until'')::timestamptz < clock_timestamp()
  THEN
    RAISE insufficient_privilege USING MESSAGE = ''The claims are of another call.'';
  END IF;
  INSERT INTO platform.object_call
    (xid, environment_id, user_id, team_id, correlation_id, occurred_at, follow, args, key_id)
  VALUES (
    pg_current_xact_id(), (_claims ->> ''environmentId'')::uuid, (_claims ->> ''userId'')::uuid,
    (_claims ->> ''teamId'')::uuid, (_claims ->> ''correlationId'')::uuid, (_claims ->> ''at'')::timestamptz,
    _claims ->> ''follow'', _claims -> ''args'', (_claims ->> ''keyId'')::uuid
  );
END';

-- routine: functions 1
REVOKE ALL ON FUNCTION "env_test"."callBegin"(claims text, mac bytea) FROM PUBLIC;

-- routine: functions 2
GRANT EXECUTE ON FUNCTION "env_test"."callBegin"(claims text, mac bytea) TO "env_test_code_1";

-- routine: functions 3
CREATE OR REPLACE FUNCTION "env_test"."callFollow"() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET "DateStyle" = 'ISO'
SET "TimeZone" = 'UTC'
SET standard_conforming_strings = on
SET transform_null_equals = off AS '
DECLARE
  _call platform.object_call;
  _args json;
  _changed text[];
  _refreshed text[];
  _ids uuid[];
  _row record;
BEGIN
  SELECT c.* INTO STRICT _call FROM platform.object_call c WHERE c.xid = pg_current_xact_id();
  IF _call.follow <> ''f'' THEN
    RETURN ''stale'';
  END IF;
  _changed := ARRAY(
    SELECT DISTINCT k.entity
    FROM platform.change k
    WHERE k.xid = pg_current_xact_id() AND k.environment_id = ''e0000000-0000-4000-8000-000000000003''
      AND k.occurred_at >= _call.occurred_at - interval ''1 day''
  );
  WHILE cardinality(_changed) > 0 LOOP
    _refreshed := ''{}'';
    IF _changed && ARRAY[''Line'']::text[] THEN
      _args := _call.args -> 0;
      SELECT array_agg(locked.id) INTO _ids FROM (SELECT p."Id" AS id FROM (SELECT * FROM "env_test"."Bill" r WHERE NOT r."IsDeleted") p WHERE p."Id" IN ((WITH k AS MATERIALIZED (SELECT k.record_id, k.operation, k.old, CASE WHEN k.shape IS NULL THEN k.new ->> ''BillId'' ELSE k.created ->> (SELECT array_position(string_to_array(s.members, '',''), ''BillId'') - 1 FROM platform.record_shape s WHERE s.id = k.shape) END AS parent FROM (WITH own AS MATERIALIZED (SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape, k.created FROM platform.change k WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= (_args ->> 2)::timestamptz - interval ''1 day'') SELECT k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape, k.created FROM own k WHERE k.environment_id = ''e0000000-0000-4000-8000-000000000003''::uuid AND k.entity = ''Line'') k WHERE (k.operation <> ''Update'' OR (k.old -> ''BillId'') IS NOT NULL OR (k.old -> ''Amount'') IS NOT NULL OR (k.old -> ''Quantity'') IS NOT NULL)) SELECT (k.old ->> ''BillId'')::uuid FROM k UNION SELECT k.parent::uuid FROM k UNION SELECT c."BillId" FROM (SELECT * FROM "env_test"."Line" r WHERE true) c WHERE c."Id" IN (SELECT k.record_id FROM k WHERE k.operation = ''Update''))) ORDER BY p."Id" FOR NO KEY UPDATE OF p) locked;
      IF _ids IS NOT NULL THEN
        FOR _row IN WITH m AS MATERIALIZED (SELECT t."Total", t."Few", t."Gross", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted" FROM (SELECT * FROM "env_test"."Bill" r WHERE NOT r."IsDeleted") t WHERE t."Id" = ANY(_ids)), x AS MATERIALIZED (SELECT y.* FROM (SELECT b.*, ((b."Total"::numeric * 2::numeric))::bigint AS "Gross" FROM (SELECT (COALESCE(a0."Total", 0))::bigint AS "Total", (COALESCE(a0."Few", 0))::bigint AS "Few", m."Id", m."RecordInformationId", m."StatusId", m."OwnerId", m."OwnerTeamId", m."CreatedBy", m."CreatedOn", m."UpdatedBy", m."UpdatedOn", m."RowVersion", m."IsDeleted" FROM m LEFT JOIN (SELECT c."BillId" AS parent, sum(c."Amount") AS "Total", count(*) FILTER (WHERE c."Quantity" < (_args ->> 8)::bigint) AS "Few" FROM (SELECT * FROM "env_test"."Line" r WHERE NOT r."IsDeleted") c WHERE c."BillId" = ANY(_ids) GROUP BY c."BillId") a0 ON a0.parent = m."Id") b) y JOIN m ON m."Id" = y."Id" WHERE (y."Total" IS DISTINCT FROM m."Total" OR y."Few" IS DISTINCT FROM m."Few")), fault AS MATERIALIZED (SELECT 0 AS failed, NULL::uuid AS n WHERE false UNION ALL SELECT 4 AS failed, x."Id" AS n FROM x x WHERE (x."Gross" < (_args ->> 9)::bigint) IS NOT TRUE), u AS (UPDATE "env_test"."Bill" t SET "Total" = x."Total", "Few" = x."Few", "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = (_args ->> 0)::uuid, "UpdatedOn" = (_args ->> 2)::timestamptz, "RollupVersions" = int8range(CASE WHEN upper(t."RollupVersions") = t."RowVersion" THEN lower(t."RollupVersions") ELSE t."RowVersion" END, t."RowVersion" + 1) FROM x JOIN m ON m."Id" = x."Id" WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault) RETURNING t."Total", t."Few", t."Gross", t."Id", t."RecordInformationId", t."StatusId", t."OwnerId", t."OwnerTeamId", t."CreatedBy", t."CreatedOn", t."UpdatedBy", t."UpdatedOn", t."RowVersion", t."IsDeleted"), d AS (SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before, m."OwnerTeamId" AS team_before, (''{'' || concat_ws('','', NULLIF(concat_ws('','', CASE WHEN m."Total" IS DISTINCT FROM u."Total" THEN ''"Total":'' || COALESCE(m."Total"::text, ''null'') END, CASE WHEN m."Few" IS DISTINCT FROM u."Few" THEN ''"Few":'' || COALESCE(m."Few"::text, ''null'') END, CASE WHEN m."Gross" IS DISTINCT FROM u."Gross" THEN ''"Gross":'' || COALESCE(m."Gross"::text, ''null'') END), '''')) || ''}'') AS old_values, (''{'' || concat_ws('','', NULLIF(concat_ws('','', CASE WHEN u."Total" IS DISTINCT FROM m."Total" THEN ''"Total":'' || COALESCE(u."Total"::text, ''null'') END, CASE WHEN u."Few" IS DISTINCT FROM m."Few" THEN ''"Few":'' || COALESCE(u."Few"::text, ''null'') END, CASE WHEN u."Gross" IS DISTINCT FROM m."Gross" THEN ''"Gross":'' || COALESCE(u."Gross"::text, ''null'') END), '''')) || ''}'') AS new_values FROM u JOIN m ON m."Id" = u."Id" ORDER BY u."Id"), change AS (INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) SELECT ''e0000000-0000-4000-8000-000000000003''::uuid, ''Bill'', ''Update'', (_args ->> 0)::uuid, (_args ->> 3)::uuid, (_args ->> 2)::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", c.old_values::json, c.new_values::json, c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId", ''Rollup'' FROM d c) SELECT (SELECT json_agg(json_build_array(f.failed, f.n))::text FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f) AS faults, (SELECT count(*)::int FROM u) AS refreshed LOOP
          IF _row.faults IS NOT NULL THEN
            RETURN ''0 '' || _row.faults;
          END IF;
          IF _row.refreshed > 0 THEN
            _refreshed := _refreshed || ''Bill''::text;
          END IF;
        END LOOP;
      END IF;
    END IF;
    _changed := _refreshed;
  END LOOP;
  RETURN NULL;
END';

-- routine: functions 4
REVOKE ALL ON FUNCTION "env_test"."callFollow"() FROM PUBLIC;

-- routine: functions 5
GRANT EXECUTE ON FUNCTION "env_test"."callFollow"() TO "env_test_code_1";

-- routine: functions 6
DROP FUNCTION IF EXISTS "env_test"."callEnd"();

-- routine: functions 7
CREATE OR REPLACE FUNCTION "env_test"."callEnd"(kept json) RETURNS TABLE (entity text,
  changes integer) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET "DateStyle" = 'ISO'
SET "TimeZone" = 'UTC'
SET standard_conforming_strings = on
SET transform_null_equals = off AS '
DECLARE
  _call platform.object_call;
BEGIN
  DELETE FROM platform.object_call c WHERE c.xid = pg_current_xact_id() RETURNING c.* INTO STRICT _call;
  INSERT INTO platform.operation
    (id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on, result)
  SELECT _call.correlation_id, _call.environment_id, _call.user_id, NULL,
    ''Batch'', ''Completed'', 200, w.record_ids, _call.occurred_at, kept
  FROM (
    SELECT ARRAY(
      SELECT DISTINCT k.record_id
      FROM platform.change k
      WHERE k.xid = pg_current_xact_id() AND k.environment_id = ''e0000000-0000-4000-8000-000000000003''
        AND k.occurred_at = _call.occurred_at AND k.source = ''DatabaseObject''
      ORDER BY 1
      LIMIT 1000
    ) AS record_ids
  ) w
  WHERE cardinality(w.record_ids) > 0;
  RETURN QUERY
    SELECT k.entity, count(*)::int
    FROM platform.change k
    WHERE k.xid = pg_current_xact_id() AND k.environment_id = ''e0000000-0000-4000-8000-000000000003''
        AND k.occurred_at = _call.occurred_at AND k.source = ''DatabaseObject''
    GROUP BY 1
    ORDER BY 1;
  IF _call.key_id IS NOT NULL THEN
    UPDATE platform.change k SET source = COALESCE(k.source, ''API'') || ''/'' || _call.key_id WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= now() - interval ''1 day'' AND strpos(COALESCE(k.source, ''''), ''/'') = 0;
  END IF;
END';

-- routine: functions 8
REVOKE ALL ON FUNCTION "env_test"."callEnd"(kept json) FROM PUBLIC;

-- routine: functions 9
GRANT EXECUTE ON FUNCTION "env_test"."callEnd"(kept json) TO "env_test_code_1";

-- routine: triggers 0
CREATE
  OR REPLACE FUNCTION "env_test"."object_stamp_Order_06wrg3b"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET "DateStyle" = 'ISO'
SET "TimeZone" = 'UTC'
SET standard_conforming_strings = on
SET transform_null_equals = off AS 'DECLARE call platform.object_call;
BEGIN
  SELECT c.* INTO STRICT call FROM platform.object_call c WHERE c.xid = pg_catalog.pg_current_xact_id();
  IF (NEW."OrderDate" NOT BETWEEN ''0001-01-01'' AND ''9999-12-31'' OR NEW."Total" = ''NaN'') THEN
    RAISE EXCEPTION ''A number must be a number, and a date must be in the years 1 to 9999.'';
  END IF;
  IF TG_OP = ''INSERT'' THEN
    NEW."RecordInformationId" := pg_catalog.gen_random_uuid();
    NEW."StatusId" := (SELECT s."Id" FROM "env_test"."Status" s JOIN "env_test"."Lifecycle" l ON l."Id" = s."LifecycleId" WHERE pg_catalog.lower(l."EntityName") = ''order'' AND l."IsActive" AND s."IsInitial" AND NOT s."IsDeleted" AND NOT l."IsDeleted" LIMIT 1);
    NEW."OwnerId" := call.user_id; NEW."OwnerTeamId" := call.team_id;
    
    NEW."CreatedBy" := call.user_id; NEW."CreatedOn" := call.occurred_at;
    NEW."UpdatedBy" := call.user_id; NEW."UpdatedOn" := call.occurred_at;
    NEW."RowVersion" := 1; NEW."IsDeleted" := false; NEW."DeletedOn" := NULL; NEW."DeletedBy" := NULL;
    NEW."ApprovalRequestId" := NULL;
    RETURN NEW;
  END IF;
  IF (NEW."Id", NEW."RecordInformationId", NEW."StatusId", NEW."OwnerId", NEW."OwnerTeamId", NEW."CreatedBy", NEW."CreatedOn", NEW."ApprovalRequestId") IS DISTINCT FROM (OLD."Id", OLD."RecordInformationId", OLD."StatusId", OLD."OwnerId", OLD."OwnerTeamId", OLD."CreatedBy", OLD."CreatedOn", OLD."ApprovalRequestId") THEN
    RAISE EXCEPTION ''A database object may not change Id, RecordInformationId, StatusId, OwnerId, OwnerTeamId, CreatedBy, CreatedOn.'';
  END IF;
  NEW."RowVersion" := OLD."RowVersion"; NEW."UpdatedBy" := OLD."UpdatedBy"; NEW."UpdatedOn" := OLD."UpdatedOn";
  NEW."DeletedOn" := OLD."DeletedOn"; NEW."DeletedBy" := OLD."DeletedBy";
  NEW."RollupVersions" := OLD."RollupVersions";
  IF NEW IS DISTINCT FROM OLD THEN
    NEW."RowVersion" := OLD."RowVersion" + 1; NEW."UpdatedBy" := call.user_id; NEW."UpdatedOn" := call.occurred_at;
    IF NEW."IsDeleted" IS DISTINCT FROM OLD."IsDeleted" THEN
      NEW."DeletedOn" := CASE WHEN NEW."IsDeleted" THEN call.occurred_at END;
      NEW."DeletedBy" := CASE WHEN NEW."IsDeleted" THEN call.user_id END;
    END IF;
    
  END IF;
  RETURN NEW;
END';

-- routine: triggers 1
REVOKE ALL ON FUNCTION "env_test"."object_stamp_Order_06wrg3b"() FROM PUBLIC;

-- routine: triggers 2
CREATE OR REPLACE TRIGGER "object_stamp_Order_06wrg3b" BEFORE INSERT OR UPDATE ON "env_test"."Order"
FOR EACH ROW WHEN (current_user = 'env_test_code_1') EXECUTE FUNCTION "env_test"."object_stamp_Order_06wrg3b"();

-- routine: triggers 3
CREATE OR REPLACE FUNCTION "env_test"."object_log_Order_06wrg3b"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET "DateStyle" = 'ISO'
SET "TimeZone" = 'UTC'
SET standard_conforming_strings = on
SET transform_null_equals = off AS 'DECLARE call platform.object_call; history "env_test"."StatusHistory";
BEGIN
  SELECT c.* INTO STRICT call FROM platform.object_call c WHERE c.xid = pg_catalog.pg_current_xact_id();
  IF TG_OP = ''INSERT'' THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Create'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", NULL, ((((((''{"CustomerId":'' || (''"'' || NEW."CustomerId"::text || ''"'') || '',"OrderDate":'') || (COALESCE((''"'' || NEW."OrderDate"::text || ''"''), ''null'') || '',"Total":'')) || ((COALESCE(NEW."Total"::text, ''null'') || '',"TaxId":'' || COALESCE(to_json(NEW."TaxId")::text, ''null'')) || ('',"Id":'' || (''"'' || NEW."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || NEW."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || NEW."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || NEW."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || NEW."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((NEW."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || NEW."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((NEW."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (NEW."RowVersion"::text || '',"IsDeleted":'' || NEW."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, NULL, NEW."OwnerId", NEW."OwnerTeamId", ''DatabaseObject''); IF NEW."StatusId" IS NOT NULL THEN INSERT INTO "env_test"."StatusHistory" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted", "RecordId", "EntityName", "ToStatusId", "UserId", "ChangedOn", "CorrelationId") VALUES (pg_catalog.gen_random_uuid(), pg_catalog.gen_random_uuid(), NEW."OwnerId", NEW."OwnerTeamId", call.user_id, call.occurred_at, call.user_id, call.occurred_at, 1, false, NEW."RecordInformationId", ''Order'', NEW."StatusId", call.user_id, call.occurred_at, call.correlation_id) RETURNING * INTO history; INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''StatusHistory'', ''Create'', call.user_id, call.correlation_id, call.occurred_at, history."Id", history."RecordInformationId", history."RowVersion", NULL, ((((((''{"RecordId":'' || (''"'' || history."RecordId"::text || ''"'') || '',"EntityName":'' || to_json(history."EntityName")::text) || ('',"FromStatusId":'' || COALESCE((''"'' || history."FromStatusId"::text || ''"''), ''null'') || '',"ToStatusId":'')) || (((''"'' || history."ToStatusId"::text || ''"'') || '',"TransitionId":'' || COALESCE((''"'' || history."TransitionId"::text || ''"''), ''null'')) || ('',"UserId":'' || COALESCE((''"'' || history."UserId"::text || ''"''), ''null'') || '',"ChangedOn":''))) || ((((''"'' || replace((history."ChangedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"CorrelationId":'' || (''"'' || history."CorrelationId"::text || ''"'')) || ('',"Comment":'' || COALESCE(to_json(history."Comment")::text, ''null'') || '',"SecondsInStatus":'')) || ((COALESCE(history."SecondsInStatus"::text, ''null'') || '',"Id":'' || (''"'' || history."Id"::text || ''"'')) || ('',"RecordInformationId":'' || (''"'' || history."RecordInformationId"::text || ''"'') || '',"StatusId":'')))) || ((((COALESCE((''"'' || history."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'' || (''"'' || history."OwnerId"::text || ''"'')) || ('',"OwnerTeamId":'' || COALESCE((''"'' || history."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":'')) || ((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'' || '',"CreatedBy":''))) || ((((''"'' || history."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((history."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'')) || ('',"UpdatedBy":'' || (''"'' || history."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'')) || (((''"'' || replace((history."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'' || history."RowVersion"::text) || ('',"IsDeleted":'' || history."IsDeleted"::text || ''}''))))))::pg_catalog.json, NULL, NULL, history."OwnerId", history."OwnerTeamId", ''DatabaseObject''); END IF;
  ELSIF TG_OP = ''DELETE'' THEN
    IF NOT OLD."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Delete'', call.user_id, call.correlation_id, call.occurred_at, OLD."Id", OLD."RecordInformationId", OLD."RowVersion", ((((((''{"CustomerId":'' || (''"'' || OLD."CustomerId"::text || ''"'') || '',"OrderDate":'') || (COALESCE((''"'' || OLD."OrderDate"::text || ''"''), ''null'') || '',"Total":'')) || ((COALESCE(OLD."Total"::text, ''null'') || '',"TaxId":'' || COALESCE(to_json(OLD."TaxId")::text, ''null'')) || ('',"Id":'' || (''"'' || OLD."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || OLD."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || OLD."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || OLD."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || OLD."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || OLD."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((OLD."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || OLD."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((OLD."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (OLD."RowVersion"::text || '',"IsDeleted":'' || OLD."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, OLD."OwnerId", OLD."OwnerTeamId", NULL, NULL, ''DatabaseObject''); END IF;
  ELSIF NEW."IsDeleted" AND NOT OLD."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Delete'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", ((((((''{"CustomerId":'' || (''"'' || NEW."CustomerId"::text || ''"'') || '',"OrderDate":'') || (COALESCE((''"'' || NEW."OrderDate"::text || ''"''), ''null'') || '',"Total":'')) || ((COALESCE(NEW."Total"::text, ''null'') || '',"TaxId":'' || COALESCE(to_json(NEW."TaxId")::text, ''null'')) || ('',"Id":'' || (''"'' || NEW."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || NEW."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || NEW."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || NEW."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || NEW."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((NEW."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || NEW."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((NEW."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (NEW."RowVersion"::text || '',"IsDeleted":'' || NEW."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, NEW."OwnerId", NEW."OwnerTeamId", NULL, NULL, ''DatabaseObject'');
  ELSIF OLD."IsDeleted" AND NOT NEW."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Create'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", NULL, ((((((''{"CustomerId":'' || (''"'' || NEW."CustomerId"::text || ''"'') || '',"OrderDate":'') || (COALESCE((''"'' || NEW."OrderDate"::text || ''"''), ''null'') || '',"Total":'')) || ((COALESCE(NEW."Total"::text, ''null'') || '',"TaxId":'' || COALESCE(to_json(NEW."TaxId")::text, ''null'')) || ('',"Id":'' || (''"'' || NEW."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || NEW."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || NEW."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || NEW."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || NEW."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((NEW."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || NEW."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((NEW."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (NEW."RowVersion"::text || '',"IsDeleted":'' || NEW."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, NULL, NEW."OwnerId", NEW."OwnerTeamId", ''DatabaseObject'');
  ELSIF NEW IS DISTINCT FROM OLD AND NOT NEW."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Update'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", ((''{'' || concat_ws('','', NULLIF(concat_ws('','', CASE WHEN OLD."CustomerId" IS DISTINCT FROM NEW."CustomerId" THEN ''"CustomerId":'' || COALESCE((''"'' || OLD."CustomerId"::text || ''"''), ''null'') END, CASE WHEN OLD."OrderDate" IS DISTINCT FROM NEW."OrderDate" THEN ''"OrderDate":'' || COALESCE((''"'' || OLD."OrderDate"::text || ''"''), ''null'') END, CASE WHEN OLD."Total" IS DISTINCT FROM NEW."Total" THEN ''"Total":'' || COALESCE(OLD."Total"::text, ''null'') END, CASE WHEN OLD."TaxId" IS DISTINCT FROM NEW."TaxId" THEN ''"TaxId":'' || COALESCE(to_json(OLD."TaxId")::text, ''null'') END, CASE WHEN OLD."OwnerId" IS DISTINCT FROM NEW."OwnerId" THEN ''"OwnerId":'' || COALESCE((''"'' || OLD."OwnerId"::text || ''"''), ''null'') END, CASE WHEN OLD."OwnerTeamId" IS DISTINCT FROM NEW."OwnerTeamId" THEN ''"OwnerTeamId":'' || COALESCE((''"'' || OLD."OwnerTeamId"::text || ''"''), ''null'') END), '''')) || ''}''))::pg_catalog.json, ((''{'' || concat_ws('','', NULLIF(concat_ws('','', CASE WHEN NEW."CustomerId" IS DISTINCT FROM OLD."CustomerId" THEN ''"CustomerId":'' || COALESCE((''"'' || NEW."CustomerId"::text || ''"''), ''null'') END, CASE WHEN NEW."OrderDate" IS DISTINCT FROM OLD."OrderDate" THEN ''"OrderDate":'' || COALESCE((''"'' || NEW."OrderDate"::text || ''"''), ''null'') END, CASE WHEN NEW."Total" IS DISTINCT FROM OLD."Total" THEN ''"Total":'' || COALESCE(NEW."Total"::text, ''null'') END, CASE WHEN NEW."TaxId" IS DISTINCT FROM OLD."TaxId" THEN ''"TaxId":'' || COALESCE(to_json(NEW."TaxId")::text, ''null'') END, CASE WHEN NEW."OwnerId" IS DISTINCT FROM OLD."OwnerId" THEN ''"OwnerId":'' || COALESCE((''"'' || NEW."OwnerId"::text || ''"''), ''null'') END, CASE WHEN NEW."OwnerTeamId" IS DISTINCT FROM OLD."OwnerTeamId" THEN ''"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') END), '''')) || ''}''))::pg_catalog.json, OLD."OwnerId", OLD."OwnerTeamId", NEW."OwnerId", NEW."OwnerTeamId", ''DatabaseObject'');
  END IF;
  RETURN NULL;
END';

-- routine: triggers 4
REVOKE ALL ON FUNCTION "env_test"."object_log_Order_06wrg3b"() FROM PUBLIC;

-- routine: triggers 5
CREATE OR REPLACE TRIGGER "object_log_Order_06wrg3b" AFTER INSERT OR UPDATE OR DELETE ON "env_test"."Order"
FOR EACH ROW WHEN (current_user = 'env_test_code_1') EXECUTE FUNCTION "env_test"."object_log_Order_06wrg3b"();

-- routine: triggers with an owner 0
CREATE
  OR REPLACE FUNCTION "env_test"."object_stamp_Order_06wrg3b"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET "DateStyle" = 'ISO'
SET "TimeZone" = 'UTC'
SET standard_conforming_strings = on
SET transform_null_equals = off AS 'DECLARE call platform.object_call;
BEGIN
  SELECT c.* INTO STRICT call FROM platform.object_call c WHERE c.xid = pg_catalog.pg_current_xact_id();
  IF false THEN
    RAISE EXCEPTION ''A number must be a number, and a date must be in the years 1 to 9999.'';
  END IF;
  IF TG_OP = ''INSERT'' THEN
    NEW."RecordInformationId" := pg_catalog.gen_random_uuid();
    NEW."StatusId" := (SELECT s."Id" FROM "env_test"."Status" s JOIN "env_test"."Lifecycle" l ON l."Id" = s."LifecycleId" WHERE pg_catalog.lower(l."EntityName") = ''order'' AND l."IsActive" AND s."IsInitial" AND NOT s."IsDeleted" AND NOT l."IsDeleted" LIMIT 1);
    NEW."OwnerId" := call.user_id; NEW."OwnerTeamId" := call.team_id;
    IF NEW."CustomerId" IS NOT NULL THEN SELECT p."OwnerId", p."OwnerTeamId" INTO NEW."OwnerId", NEW."OwnerTeamId" FROM "env_test"."Customer" p WHERE p."Id" = NEW."CustomerId"; END IF;
    NEW."CreatedBy" := call.user_id; NEW."CreatedOn" := call.occurred_at;
    NEW."UpdatedBy" := call.user_id; NEW."UpdatedOn" := call.occurred_at;
    NEW."RowVersion" := 1; NEW."IsDeleted" := false; NEW."DeletedOn" := NULL; NEW."DeletedBy" := NULL;
    NEW."ApprovalRequestId" := NULL;
    RETURN NEW;
  END IF;
  IF (NEW."Id", NEW."RecordInformationId", NEW."StatusId", NEW."OwnerId", NEW."OwnerTeamId", NEW."CreatedBy", NEW."CreatedOn", NEW."ApprovalRequestId") IS DISTINCT FROM (OLD."Id", OLD."RecordInformationId", OLD."StatusId", OLD."OwnerId", OLD."OwnerTeamId", OLD."CreatedBy", OLD."CreatedOn", OLD."ApprovalRequestId") THEN
    RAISE EXCEPTION ''A database object may not change Id, RecordInformationId, StatusId, OwnerId, OwnerTeamId, CreatedBy, CreatedOn.'';
  END IF;
  NEW."RowVersion" := OLD."RowVersion"; NEW."UpdatedBy" := OLD."UpdatedBy"; NEW."UpdatedOn" := OLD."UpdatedOn";
  NEW."DeletedOn" := OLD."DeletedOn"; NEW."DeletedBy" := OLD."DeletedBy";
  NEW."RollupVersions" := OLD."RollupVersions";
  IF NEW IS DISTINCT FROM OLD THEN
    NEW."RowVersion" := OLD."RowVersion" + 1; NEW."UpdatedBy" := call.user_id; NEW."UpdatedOn" := call.occurred_at;
    IF NEW."IsDeleted" IS DISTINCT FROM OLD."IsDeleted" THEN
      NEW."DeletedOn" := CASE WHEN NEW."IsDeleted" THEN call.occurred_at END;
      NEW."DeletedBy" := CASE WHEN NEW."IsDeleted" THEN call.user_id END;
    END IF;
    IF NEW."CustomerId" IS NOT NULL THEN SELECT p."OwnerId", p."OwnerTeamId" INTO NEW."OwnerId", NEW."OwnerTeamId" FROM "env_test"."Customer" p WHERE p."Id" = NEW."CustomerId"; END IF;
  END IF;
  RETURN NEW;
END';

-- routine: triggers with an owner 1
REVOKE ALL ON FUNCTION "env_test"."object_stamp_Order_06wrg3b"() FROM PUBLIC;

-- routine: triggers with an owner 2
CREATE OR REPLACE TRIGGER "object_stamp_Order_06wrg3b" BEFORE INSERT OR UPDATE ON "env_test"."Order"
FOR EACH ROW WHEN (current_user = 'env_test_code_1') EXECUTE FUNCTION "env_test"."object_stamp_Order_06wrg3b"();

-- routine: triggers with an owner 3
CREATE OR REPLACE FUNCTION "env_test"."object_log_Order_06wrg3b"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET "DateStyle" = 'ISO'
SET "TimeZone" = 'UTC'
SET standard_conforming_strings = on
SET transform_null_equals = off AS 'DECLARE call platform.object_call; history "env_test"."StatusHistory";
BEGIN
  SELECT c.* INTO STRICT call FROM platform.object_call c WHERE c.xid = pg_catalog.pg_current_xact_id();
  IF TG_OP = ''INSERT'' THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Create'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", NULL, ((((((''{"Number":'' || COALESCE(to_json(NEW."Number")::text, ''null'') || '',"CustomerId":'') || ((''"'' || NEW."CustomerId"::text || ''"'') || '',"BillToId":'')) || ((COALESCE((''"'' || NEW."BillToId"::text || ''"''), ''null'') || '',"Title":'' || COALESCE(to_json(NEW."Title")::text, ''null'')) || ('',"Id":'' || (''"'' || NEW."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || NEW."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || NEW."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || NEW."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || NEW."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((NEW."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || NEW."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((NEW."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (NEW."RowVersion"::text || '',"IsDeleted":'' || NEW."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, NULL, NEW."OwnerId", NEW."OwnerTeamId", ''DatabaseObject''); IF NEW."StatusId" IS NOT NULL THEN INSERT INTO "env_test"."StatusHistory" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted", "RecordId", "EntityName", "ToStatusId", "UserId", "ChangedOn", "CorrelationId") VALUES (pg_catalog.gen_random_uuid(), pg_catalog.gen_random_uuid(), NEW."OwnerId", NEW."OwnerTeamId", call.user_id, call.occurred_at, call.user_id, call.occurred_at, 1, false, NEW."RecordInformationId", ''Order'', NEW."StatusId", call.user_id, call.occurred_at, call.correlation_id) RETURNING * INTO history; INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''StatusHistory'', ''Create'', call.user_id, call.correlation_id, call.occurred_at, history."Id", history."RecordInformationId", history."RowVersion", NULL, ((((((''{"RecordId":'' || (''"'' || history."RecordId"::text || ''"'') || '',"EntityName":'' || to_json(history."EntityName")::text) || ('',"FromStatusId":'' || COALESCE((''"'' || history."FromStatusId"::text || ''"''), ''null'') || '',"ToStatusId":'')) || (((''"'' || history."ToStatusId"::text || ''"'') || '',"TransitionId":'' || COALESCE((''"'' || history."TransitionId"::text || ''"''), ''null'')) || ('',"UserId":'' || COALESCE((''"'' || history."UserId"::text || ''"''), ''null'') || '',"ChangedOn":''))) || ((((''"'' || replace((history."ChangedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"CorrelationId":'' || (''"'' || history."CorrelationId"::text || ''"'')) || ('',"Comment":'' || COALESCE(to_json(history."Comment")::text, ''null'') || '',"SecondsInStatus":'')) || ((COALESCE(history."SecondsInStatus"::text, ''null'') || '',"Id":'' || (''"'' || history."Id"::text || ''"'')) || ('',"RecordInformationId":'' || (''"'' || history."RecordInformationId"::text || ''"'') || '',"StatusId":'')))) || ((((COALESCE((''"'' || history."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'' || (''"'' || history."OwnerId"::text || ''"'')) || ('',"OwnerTeamId":'' || COALESCE((''"'' || history."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":'')) || ((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'' || '',"CreatedBy":''))) || ((((''"'' || history."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((history."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'')) || ('',"UpdatedBy":'' || (''"'' || history."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'')) || (((''"'' || replace((history."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'' || history."RowVersion"::text) || ('',"IsDeleted":'' || history."IsDeleted"::text || ''}''))))))::pg_catalog.json, NULL, NULL, history."OwnerId", history."OwnerTeamId", ''DatabaseObject''); END IF;
  ELSIF TG_OP = ''DELETE'' THEN
    IF NOT OLD."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Delete'', call.user_id, call.correlation_id, call.occurred_at, OLD."Id", OLD."RecordInformationId", OLD."RowVersion", ((((((''{"Number":'' || COALESCE(to_json(OLD."Number")::text, ''null'') || '',"CustomerId":'') || ((''"'' || OLD."CustomerId"::text || ''"'') || '',"BillToId":'')) || ((COALESCE((''"'' || OLD."BillToId"::text || ''"''), ''null'') || '',"Title":'' || COALESCE(to_json(OLD."Title")::text, ''null'')) || ('',"Id":'' || (''"'' || OLD."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || OLD."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || OLD."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || OLD."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || OLD."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || OLD."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((OLD."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || OLD."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((OLD."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (OLD."RowVersion"::text || '',"IsDeleted":'' || OLD."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, OLD."OwnerId", OLD."OwnerTeamId", NULL, NULL, ''DatabaseObject''); END IF;
  ELSIF NEW."IsDeleted" AND NOT OLD."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Delete'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", ((((((''{"Number":'' || COALESCE(to_json(NEW."Number")::text, ''null'') || '',"CustomerId":'') || ((''"'' || NEW."CustomerId"::text || ''"'') || '',"BillToId":'')) || ((COALESCE((''"'' || NEW."BillToId"::text || ''"''), ''null'') || '',"Title":'' || COALESCE(to_json(NEW."Title")::text, ''null'')) || ('',"Id":'' || (''"'' || NEW."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || NEW."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || NEW."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || NEW."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || NEW."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((NEW."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || NEW."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((NEW."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (NEW."RowVersion"::text || '',"IsDeleted":'' || NEW."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, NEW."OwnerId", NEW."OwnerTeamId", NULL, NULL, ''DatabaseObject'');
  ELSIF OLD."IsDeleted" AND NOT NEW."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Create'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", NULL, ((((((''{"Number":'' || COALESCE(to_json(NEW."Number")::text, ''null'') || '',"CustomerId":'') || ((''"'' || NEW."CustomerId"::text || ''"'') || '',"BillToId":'')) || ((COALESCE((''"'' || NEW."BillToId"::text || ''"''), ''null'') || '',"Title":'' || COALESCE(to_json(NEW."Title")::text, ''null'')) || ('',"Id":'' || (''"'' || NEW."Id"::text || ''"'')))) || ((('',"RecordInformationId":'' || (''"'' || NEW."RecordInformationId"::text || ''"'') || '',"StatusId":'') || (COALESCE((''"'' || NEW."StatusId"::text || ''"''), ''null'') || '',"OwnerId":'')) || ((''"'' || NEW."OwnerId"::text || ''"'') || '',"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') || '',"TenantId":''))) || ((((''"d0000000-0000-4000-8000-000000000001"'' || '',"AppId":'' || ''"a0000000-0000-4000-8000-000000000002"'') || ('',"EnvironmentId":'' || ''"e0000000-0000-4000-8000-000000000003"'')) || ('',"CreatedBy":'' || (''"'' || NEW."CreatedBy"::text || ''"'') || '',"CreatedOn":'' || (''"'' || replace((NEW."CreatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"''))) || ((('',"UpdatedBy":'' || (''"'' || NEW."UpdatedBy"::text || ''"'') || '',"UpdatedOn":'') || ((''"'' || replace((NEW."UpdatedOn" AT TIME ZONE ''UTC'')::text, '' '', ''T'') || ''Z"'') || '',"RowVersion":'')) || (NEW."RowVersion"::text || '',"IsDeleted":'' || NEW."IsDeleted"::text || ''}'')))))::pg_catalog.json, NULL, NULL, NEW."OwnerId", NEW."OwnerTeamId", ''DatabaseObject'');
  ELSIF NEW IS DISTINCT FROM OLD AND NOT NEW."IsDeleted" THEN INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source) VALUES (''e0000000-0000-4000-8000-000000000003'', ''Order'', ''Update'', call.user_id, call.correlation_id, call.occurred_at, NEW."Id", NEW."RecordInformationId", NEW."RowVersion", ((''{'' || concat_ws('','', NULLIF(concat_ws('','', CASE WHEN OLD."Number" IS DISTINCT FROM NEW."Number" THEN ''"Number":'' || COALESCE(to_json(OLD."Number")::text, ''null'') END, CASE WHEN OLD."CustomerId" IS DISTINCT FROM NEW."CustomerId" THEN ''"CustomerId":'' || COALESCE((''"'' || OLD."CustomerId"::text || ''"''), ''null'') END, CASE WHEN OLD."BillToId" IS DISTINCT FROM NEW."BillToId" THEN ''"BillToId":'' || COALESCE((''"'' || OLD."BillToId"::text || ''"''), ''null'') END, CASE WHEN OLD."Title" IS DISTINCT FROM NEW."Title" THEN ''"Title":'' || COALESCE(to_json(OLD."Title")::text, ''null'') END, CASE WHEN OLD."OwnerId" IS DISTINCT FROM NEW."OwnerId" THEN ''"OwnerId":'' || COALESCE((''"'' || OLD."OwnerId"::text || ''"''), ''null'') END, CASE WHEN OLD."OwnerTeamId" IS DISTINCT FROM NEW."OwnerTeamId" THEN ''"OwnerTeamId":'' || COALESCE((''"'' || OLD."OwnerTeamId"::text || ''"''), ''null'') END), '''')) || ''}''))::pg_catalog.json, ((''{'' || concat_ws('','', NULLIF(concat_ws('','', CASE WHEN NEW."Number" IS DISTINCT FROM OLD."Number" THEN ''"Number":'' || COALESCE(to_json(NEW."Number")::text, ''null'') END, CASE WHEN NEW."CustomerId" IS DISTINCT FROM OLD."CustomerId" THEN ''"CustomerId":'' || COALESCE((''"'' || NEW."CustomerId"::text || ''"''), ''null'') END, CASE WHEN NEW."BillToId" IS DISTINCT FROM OLD."BillToId" THEN ''"BillToId":'' || COALESCE((''"'' || NEW."BillToId"::text || ''"''), ''null'') END, CASE WHEN NEW."Title" IS DISTINCT FROM OLD."Title" THEN ''"Title":'' || COALESCE(to_json(NEW."Title")::text, ''null'') END, CASE WHEN NEW."OwnerId" IS DISTINCT FROM OLD."OwnerId" THEN ''"OwnerId":'' || COALESCE((''"'' || NEW."OwnerId"::text || ''"''), ''null'') END, CASE WHEN NEW."OwnerTeamId" IS DISTINCT FROM OLD."OwnerTeamId" THEN ''"OwnerTeamId":'' || COALESCE((''"'' || NEW."OwnerTeamId"::text || ''"''), ''null'') END), '''')) || ''}''))::pg_catalog.json, OLD."OwnerId", OLD."OwnerTeamId", NEW."OwnerId", NEW."OwnerTeamId", ''DatabaseObject'');
  END IF;
  RETURN NULL;
END';

-- routine: triggers with an owner 4
REVOKE ALL ON FUNCTION "env_test"."object_log_Order_06wrg3b"() FROM PUBLIC;

-- routine: triggers with an owner 5
CREATE OR REPLACE TRIGGER "object_log_Order_06wrg3b" AFTER INSERT OR UPDATE OR DELETE ON "env_test"."Order"
FOR EACH ROW WHEN (current_user = 'env_test_code_1') EXECUTE FUNCTION "env_test"."object_log_Order_06wrg3b"();

-- routine: installed
SELECT p.proname AS name, pg_get_function_identity_arguments(p.oid) AS identity, CASE WHEN NOT p.prosecdef
  AND pg_get_userbyid(p.proowner) = current_user
  AND EXISTS (
    SELECT FROM aclexplode(p.proacl) a JOIN pg_roles r ON r.oid = a.grantee WHERE r.rolname IN ('env_test_code_1')
  ) THEN obj_description(p.oid, 'pg_proc') END AS mark
FROM pg_proc p
JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname = 'env_test' AND p.proname ~ '^[A-Z]';

-- routine: created
SELECT CASE WHEN p.prokind = 'p' THEN 'Procedure' WHEN p.prokind <> 'f' THEN NULL
  WHEN p.proretset THEN 'TableFunction' ELSE 'ScalarFunction' END AS kind, l.lanname AS language, p.prosecdef
  OR p.proconfig IS NOT NULL AS "hasClauses", p.pronargdefaults > 0 OR p.provariadic <> 0
  OR p.prosqlbody IS NOT NULL AS "isUnusual",
  (
    SELECT COALESCE(string_agg(CASE COALESCE(p.proargmodes[i]::text, 'i') WHEN 'i' THEN 'IN ' WHEN 'o' THEN 'OUT '
      WHEN 't' THEN 'TABLE ' ELSE 'OTHER ' END || COALESCE(p.proargnames[i], '') || ' ' || format_type(types.of[i],
      NULL), ', ' ORDER BY i), '')
    FROM generate_subscripts(types.of, 1) i
  ) || CASE WHEN p.prokind = 'f' AND NOT p.proretset THEN ' RETURNS ' || format_type(p.prorettype, NULL)
  ELSE '' END AS signature
FROM pg_proc p
JOIN pg_namespace n ON n.oid = p.pronamespace
JOIN pg_language l ON l.oid = p.prolang,
  LATERAL (SELECT COALESCE(p.proallargtypes, ARRAY(SELECT unnest(p.proargtypes))) AS of) types
WHERE n.nspname = 'env_test' AND p.proname = 'Thing';

-- routine: drop
DROP ROUTINE "env_test"."Thing"(IN "At" date);

-- routine: seal 0
ALTER ROUTINE "env_test"."Thing" OWNER TO CURRENT_USER;

-- routine: seal 1
ALTER ROUTINE "env_test"."Thing" SECURITY INVOKER SET search_path = "env_test", pg_temp;

-- routine: seal 2
REVOKE ALL ON ROUTINE "env_test"."Thing" FROM PUBLIC, "env_test_code_1";

-- routine: seal 3
GRANT EXECUTE ON ROUTINE "env_test"."Thing" TO "env_test_code_1";

-- routine: seal 4
COMMENT ON ROUTINE "env_test"."Thing" IS 'mark';

-- role: create
DO '
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ''env_test_code_1'') THEN
        CREATE ROLE "env_test_code_1" LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
          CONNECTION LIMIT 50 PASSWORD ''SCRAM-SHA-256$4096:c2FsdA==$a:b'';
        
        IF has_parameter_privilege(''temp_file_limit'', ''SET'') THEN
          ALTER ROLE "env_test_code_1" SET temp_file_limit = ''1GB'';
        END IF;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END';

-- role: open 0
GRANT "env_test_code_1" TO CURRENT_USER;

-- role: open 1
GRANT USAGE, CREATE ON SCHEMA "env_test" TO "env_test_code_1";

-- role: close
REVOKE CREATE ON SCHEMA "env_test" FROM "env_test_code_1";

-- role: heal
DO '
    DECLARE place text;
    BEGIN
      ALTER ROLE "env_test_code_1" PASSWORD ''SCRAM-SHA-256$4096:c2FsdA==$a:b'';
      ALTER ROLE "env_test_code_1" RESET ALL;
      FOR place IN SELECT d.datname FROM pg_db_role_setting s
          JOIN pg_database d ON d.oid = s.setdatabase
          WHERE s.setrole = ''env_test_code_1''::regrole
      LOOP
        EXECUTE format(''ALTER ROLE "env_test_code_1" IN DATABASE %I RESET ALL'', place);
      END LOOP;
      
        IF has_parameter_privilege(''temp_file_limit'', ''SET'') THEN
          ALTER ROLE "env_test_code_1" SET temp_file_limit = ''1GB'';
        END IF;
    END';

-- role: foreign settings
SELECT count(*)::int
FROM pg_db_role_setting s, unnest(s.setconfig) c(setting)
WHERE s.setrole = (SELECT r.oid FROM pg_roles r WHERE r.rolname = session_user)
  AND c.setting <> 'temp_file_limit=1GB';

-- role: temporary tables
has_database_privilege('public', current_database(), 'TEMPORARY');

-- role: close database
DO '
  BEGIN
    EXECUTE format(''REVOKE TEMPORARY, CONNECT ON DATABASE %I FROM PUBLIC'', current_database());
    IF EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = ''public'' AND pg_has_role(n.nspowner, ''USAGE'')) THEN
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END IF;
  END';

-- role: former
DO '
    BEGIN
      IF EXISTS (SELECT FROM pg_roles WHERE rolname = ''env_test_objects'') THEN
        DROP OWNED BY "env_test_objects";
        DROP ROLE "env_test_objects";
      END IF;
    EXCEPTION WHEN insufficient_privilege OR dependent_objects_still_exist OR undefined_object THEN NULL;
    END';

-- role: grants 0
DO 'BEGIN EXECUTE format(''GRANT CONNECT ON DATABASE %I TO "env_test_code_1"'', current_database()); END';

-- role: grants 1
GRANT SELECT, INSERT, UPDATE ON "env_test"."Region", "env_test"."Customer", "env_test"."Order" TO "env_test_code_1";

-- role: grants 2
GRANT SELECT ("Id", "DisplayName", "IsActive") ON "env_test"."User" TO "env_test_code_1";
