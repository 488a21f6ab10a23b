const AT = `to_json(c.occurred_at AT TIME ZONE 'UTC') #>> '{}' || 'Z'`;

/**
 * The change log as a FROM item for tests, with the values of created records by name. It is written apart from the
 * service's own statements.
 */
export const LOGGED_CHANGES = `(
  SELECT c.xid, c.position, c.occurred_at, c.environment_id, c.entity, c.operation, c.record_id, c.record_information_id, c.row_version,
    c.old::jsonb AS old, c.owner_before, c.team_before, c.team_after, c.user_id, c.correlation_id, c.source,
    CASE WHEN c.shape IS NULL THEN c.owner_after ELSE COALESCE(c.owner_after, c.user_id) END AS owner_after,
    CASE WHEN c.shape IS NULL THEN c.new::jsonb ELSE (
      SELECT jsonb_object_agg(e.name, e.value)
      FROM platform.record_shape s,
        ROWS FROM (unnest(string_to_array(s.members, ',')), json_array_elements(c.created)) AS e(name, value)
      WHERE s.id = c.shape
    ) || jsonb_build_object(
      'Id', c.record_id, 'RecordInformationId', c.record_information_id, 'RowVersion', c.row_version,
      'OwnerId', COALESCE(c.owner_after, c.user_id), 'OwnerTeamId', c.team_after, 'IsDeleted', false,
      'TenantId', a.tenant_id, 'AppId', a.id, 'EnvironmentId', c.environment_id,
      'CreatedBy', c.user_id, 'CreatedOn', ${AT}, 'UpdatedBy', c.user_id, 'UpdatedOn', ${AT}
    ) END AS new
  FROM platform.change c
  JOIN platform.environment n ON n.id = c.environment_id
  JOIN platform.app a ON a.id = n.app_id
)`;
