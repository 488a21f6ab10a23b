/**
 * SQL condition: functions of PostgreSQL that every role may call and that reach beyond the caller's rights. Advisory
 * locks and large objects fill the lock table that all sessions of the server share. `pg_notify` fills the notification
 * queue, `pg_logical_emit_message` the WAL, and `pg_export_snapshot` a folder.
 */
const SHARED_FUNCTIONS = `
  p.pronamespace = 'pg_catalog'::regnamespace AND (
    p.proname ~ '^(pg_(try_)?advisory_|lo_)'
    OR p.proname IN ('loread', 'lowrite', 'pg_notify', 'pg_logical_emit_message', 'pg_export_snapshot')
  )`;

/** Number of these functions that every role may call in this database; a column for a SELECT. */
export const OPEN_SHARED_FUNCTIONS = `(
  SELECT count(*)::int
  FROM pg_proc p
  WHERE ${SHARED_FUNCTIONS} AND has_function_privilege('public', p.oid, 'EXECUTE')
)`;

/** Revokes these functions from PUBLIC in this database. It has no effect unless their owner, a superuser, runs it. */
export const REVOKE_SHARED_FUNCTIONS = `
  DO $$
  DECLARE routine regprocedure;
  BEGIN
    FOR routine IN
      SELECT p.oid FROM pg_proc p
      WHERE ${SHARED_FUNCTIONS} AND has_function_privilege('public', p.oid, 'EXECUTE')
    LOOP
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine);
    END LOOP;
  END $$`;
