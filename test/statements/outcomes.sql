-- claimKey()
INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on)
SELECT $1::text, $2::uuid, $3::text, now() + $4::int * interval '1 hour';

-- claimStep()
INSERT INTO platform.batch_step (key_hash, position, environment_id, body_hash, expires_on)
SELECT $1::text, $2::smallint, $3::uuid, $4::text, now() + $5::int * interval '1 hour' ON CONFLICT DO NOTHING
RETURNING 1 AS claimed;

-- keepAnswer()
UPDATE platform.operation SET result = $1::json, record_affected = $2::int, log = $3::json WHERE id = $4::uuid;

-- keepStep()
UPDATE platform.batch_step
SET result = $1::json, record_affected = $2::int
WHERE key_hash = $3::text AND position = $4::smallint;
