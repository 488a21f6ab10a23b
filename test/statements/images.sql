-- readCreated(Order)
SELECT i.position, i.record, platform.within_16_mb(octet_length(i.record)) OVER (ROWS UNBOUNDED PRECEDING) AS size
FROM (
  SELECT c.position::text AS position, CASE WHEN c.shape IS NULL THEN c.new
    ELSE (
      SELECT '{' || COALESCE(string_agg(to_json(e.name)::text || ':' || e.value::text || ',',
        '' ORDER BY e.n) FILTER (WHERE e.name <> 'StatusId'), '') || substr((((('{"Id":' || COALESCE(('"'
        || c.record_id::text || '"'), 'null') || ',"RecordInformationId":' || COALESCE(('"'
        || c.record_information_id::text || '"'), 'null')) || (',"StatusId":'
        || COALESCE(max(e.value::text) FILTER (WHERE e.name = 'StatusId'), 'null') || ',"OwnerId":' || COALESCE(('"'
        || COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)::text || '"'), 'null')))
        || ((',"OwnerTeamId":' || COALESCE(('"' || c.team_after::text || '"'), 'null') || ',"TenantId":'
        || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":' || '"a0000000-0000-4000-8000-000000000002"'
        || ',"EnvironmentId":'))) || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || COALESCE(('"'
        || c.user_id::text || '"'), 'null') || ',"CreatedOn":') || (COALESCE(('"'
        || replace((c.occurred_at AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'
        || COALESCE(('"' || c.user_id::text || '"'), 'null'))) || ((',"UpdatedOn":' || COALESCE(('"'
        || replace((c.occurred_at AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'
        || COALESCE(c.row_version::text, 'null')) || (',"IsDeleted":' || COALESCE(false::text, 'null') || '}')))),
        2)
      FROM platform.record_shape s, ROWS
      FROM (unnest(string_to_array(s.members, ',')), json_array_elements(c.created)) WITH ORDINALITY AS e(name,
        value, n)
      WHERE s.id = c.shape
    )::json END::text AS record
  FROM unnest($1::uuid[], $2::bigint[]) AS w(id, position)
  JOIN platform.change c ON c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND c.entity = 'Order'
    AND c.record_id = w.id AND c.occurred_at >= $3::timestamptz AND c.position = w.position
) i;

-- readImages(Order)
SELECT i.*, platform.within_16_mb(COALESCE(octet_length(i.now), 0) + COALESCE(octet_length(i.later),
  0) + COALESCE(octet_length(i.changes), 0)) OVER (ROWS UNBOUNDED PRECEDING) AS size
FROM (
  SELECT w.id,
    (
      SELECT ((((('{"Number":' || COALESCE(to_json(t."Number")::text, 'null') || ',"CustomerId":') || (('"'
        || t."CustomerId"::text || '"') || ',"BillToId":')) || ((COALESCE(('"' || t."BillToId"::text || '"'),
        'null') || ',"Title":' || COALESCE(to_json(t."Title")::text, 'null')) || (',"Id":' || ('"' || t."Id"::text
        || '"')))) || (((',"RecordInformationId":' || ('"' || t."RecordInformationId"::text || '"')
        || ',"StatusId":') || (COALESCE(('"' || t."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"'
        || t."OwnerId"::text || '"') || ',"OwnerTeamId":' || COALESCE(('"' || t."OwnerTeamId"::text || '"'), 'null')
        || ',"TenantId":'))) || (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'
        || '"a0000000-0000-4000-8000-000000000002"') || (',"EnvironmentId":'
        || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"' || t."CreatedBy"::text || '"')
        || ',"CreatedOn":' || ('"' || replace((t."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')))
        || (((',"UpdatedBy":' || ('"' || t."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
        || replace((t."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":'))
        || (t."RowVersion"::text || ',"IsDeleted":' || t."IsDeleted"::text || '}'))))
      FROM (SELECT * FROM "env_test"."Order" r WHERE true) t
      WHERE t."Id" = w.id AND NOT w.known
    ) AS now,
    (
      SELECT '{' || string_agg(to_json(f.key)::text || ':' || f.value::text, ',') || '}'
      FROM (
        SELECT DISTINCT ON (k.key) k.key, k.value
        FROM platform.change l
        CROSS JOIN LATERAL json_each(l.old) k
        WHERE l.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND l.entity = 'Order'
          AND l.record_id = w.id AND l.occurred_at >= $1::timestamptz AND l.position > w.last AND NOT w.known
        ORDER BY k.key, l.position
      ) f
    ) AS later,
    EXISTS (
      SELECT
      FROM platform.change g
      WHERE g.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND g.entity = 'Order'
        AND g.record_id = w.id AND g.occurred_at >= $1::timestamptz AND g.position > w.last
    ) AS goes_on,
    (
      SELECT json_agg(
        json_build_array(
          c.position::text, c.operation, c.old, CASE WHEN w.known OR c.operation = 'Create' THEN CASE
            WHEN c.shape IS NULL THEN c.new
            ELSE (
              SELECT '{' || COALESCE(string_agg(to_json(e.name)::text || ':' || e.value::text || ',',
                '' ORDER BY e.n) FILTER (WHERE e.name <> 'StatusId'), '') || substr((((('{"Id":' || COALESCE(('"'
                || c.record_id::text || '"'), 'null') || ',"RecordInformationId":' || COALESCE(('"'
                || c.record_information_id::text || '"'), 'null')) || (',"StatusId":'
                || COALESCE(max(e.value::text) FILTER (WHERE e.name = 'StatusId'), 'null') || ',"OwnerId":'
                || COALESCE(('"' || COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)::text
                || '"'), 'null'))) || ((',"OwnerTeamId":' || COALESCE(('"' || c.team_after::text || '"'), 'null')
                || ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"') || (',"AppId":'
                || '"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":')))
                || ((('"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || COALESCE(('"'
                || c.user_id::text || '"'), 'null') || ',"CreatedOn":') || (COALESCE(('"'
                || replace((c.occurred_at AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"UpdatedBy":'
                || COALESCE(('"' || c.user_id::text || '"'), 'null'))) || ((',"UpdatedOn":' || COALESCE(('"'
                || replace((c.occurred_at AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'), 'null') || ',"RowVersion":'
                || COALESCE(c.row_version::text, 'null')) || (',"IsDeleted":' || COALESCE(false::text, 'null')
                || '}')))), 2)
              FROM platform.record_shape s, ROWS
              FROM (unnest(string_to_array(s.members, ',')),
                json_array_elements(c.created)) WITH ORDINALITY AS e(name, value, n)
              WHERE s.id = c.shape
            )::json END END, c.row_version, c.user_id, ('"' || replace((c.occurred_at AT TIME ZONE 'UTC')::text,
            ' ', 'T') || 'Z"')::json
        )
        ORDER BY c.position
      )::text
      FROM platform.change c
      WHERE c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND c.entity = 'Order'
        AND c.record_id = w.id AND c.occurred_at >= $1::timestamptz AND c.position > w.after
        AND c.position <= w.last
    ) AS changes
  FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[]) AS w(id, after, last, known)
) i;
