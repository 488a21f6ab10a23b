-- noteSkippedHooks()
UPDATE platform.change k
SET hooks_skipped = s.names
FROM json_to_recordset($1::json) AS s(entity text, names json)
WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= now() - interval '1 day'
  AND k.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND k.entity = s.entity;
