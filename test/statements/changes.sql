-- audit log of all
(
  SELECT lpad(to_hex(c.position), 32, '0')::uuid AS "Id", c.record_information_id AS "RecordInformationId",
    NULL::uuid AS "StatusId", COALESCE(COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END),
    c.owner_before) AS "OwnerId", CASE c.operation WHEN 'Delete' THEN c.team_before
    ELSE c.team_after END AS "OwnerTeamId", c.user_id AS "CreatedBy", c.occurred_at AS "CreatedOn",
    c.user_id AS "UpdatedBy", c.occurred_at AS "UpdatedOn", c.row_version AS "RowVersion", false AS "IsDeleted",
    c.entity AS "EntityName", c.record_id AS "RecordId", c.operation AS "Operation", CASE
    WHEN 2139095039 + COALESCE(octet_length(c.old::text), 0) + COALESCE(octet_length(c.new::text),
    0) + COALESCE(octet_length(c.created::text), 0) > 0 THEN CASE
    WHEN c.shape IS NULL THEN (
      SELECT jsonb_agg(jsonb_build_object('FieldName', k.key, 'Old', c.old -> k.key, 'New',
        c.new -> k.key) ORDER BY k.n)
      FROM json_object_keys(COALESCE(c.new, c.old)) WITH ORDINALITY AS k(key, n)
      WHERE k.key NOT IN ('Id', 'RecordInformationId', 'TenantId', 'AppId', 'EnvironmentId', 'CreatedBy',
        'CreatedOn', 'UpdatedBy', 'UpdatedOn', 'RowVersion', 'IsDeleted') AND (json_typeof(c.old -> k.key) <> 'null'
        OR json_typeof(c.new -> k.key) <> 'null')
    )
    ELSE (
      SELECT jsonb_agg(jsonb_build_object('FieldName', v.name, 'Old', NULL, 'New', v.value) ORDER BY v.n)
      FROM (
        SELECT e.name, e.value, e.n
        FROM platform.record_shape s, ROWS
        FROM (unnest(string_to_array(s.members, ',')), json_array_elements(c.created)) WITH ORDINALITY AS e(name,
          value, n)
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
    c.occurred_at AS "ChangedOn", c.correlation_id AS "CorrelationId", c.hooks_skipped::jsonb AS "HooksSkipped",
    split_part(COALESCE(c.source, 'API'), '/', 1) AS "Source", CASE
    WHEN c.source LIKE 'Mapping/%' THEN jsonb_build_object(
      'Kind', 'Mapping', 'Id', split_part(c.source, '/', 2), 'Name',
        (SELECT m."Name" FROM mappings m WHERE m."Id" = split_part(c.source, '/', 2)::uuid)
    ) WHEN strpos(c.source,
    '/') > 0 THEN jsonb_build_object(
      'Kind', 'ApiKey', 'Id', split_part(c.source, '/', 2), 'Name',
        (SELECT k."Name" FROM keys k WHERE k."Id" = split_part(c.source, '/', 2)::uuid)
    ) WHEN c.source IN ('Workflow', 'Trigger') THEN jsonb_build_object('Kind', 'Workflow', 'Id', NULL, 'Name', NULL)
    ELSE jsonb_build_object('Kind', 'Token', 'Id', NULL, 'Name', NULL) END AS "Via"
  FROM platform.change c
  WHERE uuid_hash(c.environment_id) = uuid_hash('e0000000-0000-4000-8000-000000000003'::uuid)
    AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid
);

-- audit log in scope
(
  SELECT lpad(to_hex(c.position), 32, '0')::uuid AS "Id", c.record_information_id AS "RecordInformationId",
    NULL::uuid AS "StatusId", COALESCE(COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END),
    c.owner_before) AS "OwnerId", CASE c.operation WHEN 'Delete' THEN c.team_before
    ELSE c.team_after END AS "OwnerTeamId", c.user_id AS "CreatedBy", c.occurred_at AS "CreatedOn",
    c.user_id AS "UpdatedBy", c.occurred_at AS "UpdatedOn", c.row_version AS "RowVersion", false AS "IsDeleted",
    c.entity AS "EntityName", c.record_id AS "RecordId", c.operation AS "Operation", CASE
    WHEN 2139095039 + COALESCE(octet_length(c.old::text), 0) + COALESCE(octet_length(c.new::text),
    0) + COALESCE(octet_length(c.created::text), 0) > 0 THEN CASE
    WHEN c.shape IS NULL THEN (
      SELECT jsonb_agg(jsonb_build_object('FieldName', k.key, 'Old', c.old -> k.key, 'New',
        c.new -> k.key) ORDER BY k.n)
      FROM json_object_keys(COALESCE(c.new, c.old)) WITH ORDINALITY AS k(key, n)
      WHERE k.key NOT IN ('Id', 'RecordInformationId', 'TenantId', 'AppId', 'EnvironmentId', 'CreatedBy',
        'CreatedOn', 'UpdatedBy', 'UpdatedOn', 'RowVersion', 'IsDeleted') AND (json_typeof(c.old -> k.key) <> 'null'
        OR json_typeof(c.new -> k.key) <> 'null')
    )
    ELSE (
      SELECT jsonb_agg(jsonb_build_object('FieldName', v.name, 'Old', NULL, 'New', v.value) ORDER BY v.n)
      FROM (
        SELECT e.name, e.value, e.n
        FROM platform.record_shape s, ROWS
        FROM (unnest(string_to_array(s.members, ',')), json_array_elements(c.created)) WITH ORDINALITY AS e(name,
          value, n)
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
    c.occurred_at AS "ChangedOn", c.correlation_id AS "CorrelationId", c.hooks_skipped::jsonb AS "HooksSkipped",
    split_part(COALESCE(c.source, 'API'), '/', 1) AS "Source", CASE
    WHEN c.source LIKE 'Mapping/%' THEN jsonb_build_object(
      'Kind', 'Mapping', 'Id', split_part(c.source, '/', 2), 'Name',
        (SELECT m."Name" FROM mappings m WHERE m."Id" = split_part(c.source, '/', 2)::uuid)
    ) WHEN strpos(c.source,
    '/') > 0 THEN jsonb_build_object(
      'Kind', 'ApiKey', 'Id', split_part(c.source, '/', 2), 'Name',
        (SELECT k."Name" FROM keys k WHERE k."Id" = split_part(c.source, '/', 2)::uuid)
    ) WHEN c.source IN ('Workflow', 'Trigger') THEN jsonb_build_object('Kind', 'Workflow', 'Id', NULL, 'Name', NULL)
    ELSE jsonb_build_object('Kind', 'Token', 'Id', NULL, 'Name', NULL) END AS "Via"
  FROM platform.change c
  WHERE uuid_hash(c.environment_id) = uuid_hash('e0000000-0000-4000-8000-000000000003'::uuid)
    AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND (c.entity IN ('Region')
    OR (c.entity IN ('Order') AND (c.operation = 'Create' OR (c.owner_before = $1::uuid
    OR c.team_before = ANY($2::uuid[]))) AND (c.operation = 'Delete' OR (COALESCE(c.owner_after, CASE
    WHEN c.shape IS NOT NULL THEN c.user_id END) = $1::uuid OR c.team_after = ANY($2::uuid[]))))
    OR (c.entity IN ('Customer') AND (c.operation = 'Create' OR c.owner_before = $1::uuid)
    AND (c.operation = 'Delete' OR COALESCE(c.owner_after, CASE
    WHEN c.shape IS NOT NULL THEN c.user_id END) = $1::uuid)))
);

-- outcome
INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
  submitted_on)
SELECT $1::uuid, e.id, $2::uuid, 'Tag', 'Upsert', 'Completed', 200, $3::uuid[], $4::timestamptz
FROM platform.environment e
WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid AND e.state IN ('Active', 'Draining')
  AND (e.definitions_version = $5::bigint OR e.xmin = pg_current_xact_id()::xid)
RETURNING id;

-- outcome of a batch
INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
  submitted_on)
SELECT $1::uuid, e.id, $2::uuid, NULL, 'Batch', 'Completed', 200, $3::uuid[], $4::timestamptz
FROM platform.environment e
WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid AND e.state IN ('Active', 'Draining')
  AND (e.definitions_version = $5::bigint OR e.xmin = pg_current_xact_id()::xid)
RETURNING id;

-- outcome of committed steps
INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids,
  submitted_on)
SELECT $1::uuid, e.id, $2::uuid, NULL, 'Batch', 'Completed', 200, $3::uuid[], $4::timestamptz
FROM platform.environment e
WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid AND e.state IN ('Active', 'Draining')
RETURNING id;

-- log: head
(
  SELECT left(md5(l.id::text || s.system_identifier || d.oid || left(pg_walfile_name(pg_current_wal_lsn()), 8)), 16)
  FROM platform.log l, pg_control_system() s, pg_database d
  WHERE d.datname = current_database()
) AS log, (SELECT last_value FROM platform.change_position) AS top,
  extract(epoch FROM clock_timestamp())::bigint AS at, pg_current_snapshot()::text AS snapshot,
  (SELECT xid FROM platform.change WHERE occurred_at >= '2026-01-31' ORDER BY xid DESC LIMIT 1) AS last;

-- log: read
SELECT h.*, c.xid, c.position, c.environment_id, c.entity, c.operation, c.record_id, c.record_information_id,
  c.row_version, CASE
  WHEN c.shape IS NOT NULL THEN (
    SELECT left(s.members, -8)
      || 'Id,RecordInformationId,StatusId,OwnerId,OwnerTeamId,TenantId,AppId,EnvironmentId,CreatedBy,CreatedOn,UpdatedBy,UpdatedOn,RowVersion,IsDeleted'
    FROM platform.record_shape s
    WHERE s.id = c.shape
  )
  ELSE (SELECT string_agg(k, ',') FROM json_object_keys(CASE json_typeof(c.new) WHEN 'object' THEN c.new END) k) END AS changed,
  c.owner_before, COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END) AS owner_after,
  c.team_before, c.team_after, c.user_id, c.correlation_id, c.source,
  to_json(c.occurred_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS occurred_at
FROM (
  SELECT (
    SELECT left(md5(l.id::text || s.system_identifier || d.oid || left(pg_walfile_name(pg_current_wal_lsn()), 8)),
      16)
    FROM platform.log l, pg_control_system() s, pg_database d
    WHERE d.datname = current_database()
  ) AS log, (SELECT last_value FROM platform.change_position) AS top,
    extract(epoch FROM clock_timestamp())::bigint AS at, pg_current_snapshot()::text AS snapshot,
    (SELECT xid FROM platform.change WHERE occurred_at >= '2026-01-31' ORDER BY xid DESC LIMIT 1) AS last
) h
LEFT JOIN (
  SELECT *
  FROM platform.change
  WHERE occurred_at >= '2026-01-31' AND (xid >= $1::xid8 OR xid = ANY ($2::xid8[])) AND ((entity = ANY ($3::text[])
    OR entity || ':' || operation = ANY ($3::text[])) OR environment_id = ANY ($4::uuid[]))
  ORDER BY position
  LIMIT 1000
) c ON true
ORDER BY c.position;

-- log: read a range
SELECT h.*, c.xid, c.position, c.environment_id, c.entity, c.operation, c.record_id, c.record_information_id,
  c.row_version, CASE
  WHEN c.shape IS NOT NULL THEN (
    SELECT left(s.members, -8)
      || 'Id,RecordInformationId,StatusId,OwnerId,OwnerTeamId,TenantId,AppId,EnvironmentId,CreatedBy,CreatedOn,UpdatedBy,UpdatedOn,RowVersion,IsDeleted'
    FROM platform.record_shape s
    WHERE s.id = c.shape
  )
  ELSE (SELECT string_agg(k, ',') FROM json_object_keys(CASE json_typeof(c.new) WHEN 'object' THEN c.new END) k) END AS changed,
  c.owner_before, COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END) AS owner_after,
  c.team_before, c.team_after, c.user_id, c.correlation_id, c.source,
  to_json(c.occurred_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS occurred_at
FROM (
  SELECT (
    SELECT left(md5(l.id::text || s.system_identifier || d.oid || left(pg_walfile_name(pg_current_wal_lsn()), 8)),
      16)
    FROM platform.log l, pg_control_system() s, pg_database d
    WHERE d.datname = current_database()
  ) AS log, (SELECT last_value FROM platform.change_position) AS top,
    extract(epoch FROM clock_timestamp())::bigint AS at, pg_current_snapshot()::text AS snapshot,
    (SELECT xid FROM platform.change WHERE occurred_at >= '2026-01-31' ORDER BY xid DESC LIMIT 1) AS last
) h
LEFT JOIN (
  SELECT *
  FROM platform.change
  WHERE occurred_at >= '2026-01-31' AND (xid >= $1::xid8 OR xid = ANY ($2::xid8[])) AND xid < $5::xid8
    AND xid <> ALL ($6::xid8[]) AND position > $7::bigint AND position <= $8::bigint AND (xid,
    entity) NOT IN (SELECT * FROM unnest($9::xid8[], $10::text[])) AND (entity = ANY ($3::text[]) OR entity || ':'
    || operation = ANY ($3::text[])) AND environment_id = ANY ($4::uuid[])
  ORDER BY position
  LIMIT 1000
) c ON true
ORDER BY c.position;

-- log: large transactions
WITH alike AS (
  SELECT max(position) AS position, count(*) AS count, sum(count(*)) OVER (PARTITION BY xid, entity) AS of_part
  FROM platform.change
  WHERE occurred_at >= '2026-01-31' AND xid = ANY ($1::xid8[]) AND environment_id = $2
  GROUP BY xid, entity, operation, source, owner_before, owner_after, team_before, team_after
)
SELECT a.count::text AS count,
c.xid,
c.position,
c.environment_id,
c.entity,
c.operation,
c.record_id,
c.record_information_id,
c.row_version,
CASE
  WHEN c.shape IS NOT NULL THEN (
    SELECT left(s.members, -8)
      || 'Id,RecordInformationId,StatusId,OwnerId,OwnerTeamId,TenantId,AppId,EnvironmentId,CreatedBy,CreatedOn,UpdatedBy,UpdatedOn,RowVersion,IsDeleted'
    FROM platform.record_shape s
    WHERE s.id = c.shape
  )
  ELSE (SELECT string_agg(k, ',') FROM json_object_keys(CASE json_typeof(c.new) WHEN 'object' THEN c.new END) k) END AS changed,
c.owner_before,
COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END) AS owner_after,
c.team_before,
c.team_after,
c.user_id,
c.correlation_id,
c.source,
to_json(c.occurred_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS occurred_at
FROM alike a
JOIN platform.change c ON c.position = a.position
WHERE a.of_part > 1000 AND c.occurred_at >= '2026-01-31' AND c.xid = ANY ($1::xid8[]);
