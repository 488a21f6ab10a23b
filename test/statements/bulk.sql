-- recordBulkOutcome(Customer)
WITH operation AS (
  INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
    submitted_on)
  SELECT $1::uuid,
    (
      SELECT e.id
      FROM platform.environment e
      WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid AND (e.definitions_version = $2::bigint
        OR e.xmin = pg_current_xact_id()::xid)
    ), $3::uuid, 'Customer', 'Insert', 'Completed', 200, $4::uuid[], $5::timestamptz
  WHERE true
)
SELECT;
