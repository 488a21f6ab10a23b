-- Run by a superuser in the database of the service, and again after an upgrade or a restore into a new server: closes
-- functions of PostgreSQL that reach beyond the caller's rights (docs/security.md).
DO $$
DECLARE routine regprocedure;
BEGIN
  FOR routine IN
    SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace AND (
      p.proname ~ '^(pg_(try_)?advisory_|lo_)'
      OR p.proname IN ('loread', 'lowrite', 'pg_notify', 'pg_logical_emit_message', 'pg_export_snapshot'))
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine);
  END LOOP;
END $$;
