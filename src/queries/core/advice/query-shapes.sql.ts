/** Most shapes that are kept of an environment. */
const MAX_SHAPES = 200;
const KEPT_DAYS = 30;

/**
 * Adds the calls in `$1`, a JSON array of rows, to those that are stored. In the order of the key, so that nodes that
 * store at the same time do not deadlock.
 */
export const ADD_CALLS = `
  INSERT INTO platform.query_shape AS stored (
    environment_id, hash, entity, shape, calls, total_ms, max_ms, durations, rows_read, rows_answered, proposed, hints
  )
  SELECT environment_id, hash, entity, shape, calls, total_ms, max_ms, durations, rows_read, rows_answered,
    proposed, hints
  FROM json_to_recordset($1::json) AS counted(
    environment_id uuid, hash text, entity text, shape text, calls bigint, total_ms double precision,
    max_ms double precision, durations bigint[], rows_read bigint, rows_answered bigint, proposed json, hints text[]
  )
  ORDER BY environment_id, hash
  ON CONFLICT (environment_id, hash) DO UPDATE
  SET calls = stored.calls + excluded.calls,
    total_ms = stored.total_ms + excluded.total_ms,
    max_ms = GREATEST(stored.max_ms, excluded.max_ms),
    durations = ARRAY(
      SELECT before + added
      FROM unnest(stored.durations, excluded.durations) WITH ORDINALITY AS ranges(before, added, n)
      ORDER BY n
    ),
    rows_read = COALESCE(excluded.rows_read, stored.rows_read),
    rows_answered = COALESCE(excluded.rows_answered, stored.rows_answered),
    proposed = COALESCE(excluded.proposed, stored.proposed),
    hints = COALESCE(excluded.hints, stored.hints),
    noted_at = now()`;

/** Shapes of the environment `$1` as JSON texts, those that took most time first. */
export const READ_SHAPES = `
  SELECT json_build_object(
    'hash', hash, 'entity', entity, 'shape', shape, 'calls', calls, 'totalMs', total_ms, 'maxMs', max_ms,
    'durations', durations, 'rowsRead', rows_read, 'rowsAnswered', rows_answered,
    'proposed', COALESCE(proposed, '[]'), 'hints', COALESCE(hints, '{}')
  )::text AS shape
  FROM platform.query_shape
  WHERE environment_id = $1
  ORDER BY total_ms DESC, hash
  LIMIT ${MAX_SHAPES}`;

export const EXPIRE_SHAPES = `
  DELETE FROM platform.query_shape
  USING (
    SELECT environment_id, hash,
      row_number() OVER (PARTITION BY environment_id ORDER BY total_ms DESC) AS place
    FROM platform.query_shape
  ) AS ranked
  WHERE query_shape.environment_id = ranked.environment_id
    AND query_shape.hash = ranked.hash
    AND (ranked.place > ${MAX_SHAPES} OR query_shape.noted_at < now() - interval '${KEPT_DAYS} days')`;
