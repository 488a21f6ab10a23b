/**
 * Functions of PostgreSQL that everybody may call and that reach beyond the caller's rights: advisory locks and large
 * objects fill the one table of locks that all sessions of the server share, `pg_notify` fills the queue of
 * notifications, `pg_logical_emit_message` the log of writes, `pg_export_snapshot` a folder.
 */
const SHARED_FUNCTIONS = `
  p.pronamespace = 'pg_catalog'::regnamespace AND (
    p.proname ~ '^(pg_(try_)?advisory_|lo_)'
    OR p.proname IN ('loread', 'lowrite', 'pg_notify', 'pg_logical_emit_message', 'pg_export_snapshot')
  )`;

/** How many of them are open to everybody in this database; a column for a SELECT. */
export const OPEN_SHARED_FUNCTIONS = `(
  SELECT count(*)::int
  FROM pg_proc p
  WHERE ${SHARED_FUNCTIONS} AND has_function_privilege('public', p.oid, 'EXECUTE')
)`;

/** Takes them from everybody in this database. Only their owner, a superuser, can: of others the statement has no effect. */
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
