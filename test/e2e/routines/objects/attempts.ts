/** Targets of an attack: schemas of the own and of another environment, and the login of the service. */
interface Attacked {
  readonly own: string;
  readonly other: string;
  readonly service: string;
}

/** Bodies of functions that PostgreSQL must refuse to run. */
export const ATTEMPTS: readonly (readonly [name: string, body: (env: Attacked) => string])[] = [
  ['take the role of the service', ({ service }) => `EXECUTE 'SET ROLE ${service}'; RETURN current_user;`],
  ['take it by a function', ({ service }) => `PERFORM set_config('role', '${service}', false); RETURN current_user;`],
  ['take the session of the service', ({ service }) => `EXECUTE 'SET SESSION AUTHORIZATION ${service}'; RETURN 1;`],
  [
    'take that by a function',
    ({ service }) => `PERFORM set_config('session_authorization', '${service}', false); RETURN 1;`,
  ],
  ['read another environment', (env) => `RETURN (SELECT count(*) FROM "${env.other}"."Customer");`],
  ['read it by text', (env) => `EXECUTE 'SELECT "Name" FROM "${env.other}"."Customer" LIMIT 1'; RETURN 1;`],
  ['read the log', () => 'RETURN (SELECT count(*) FROM platform.change);'],
  ['read who is called', () => 'RETURN (SELECT count(*) FROM platform.object_call);'],
  ['read e-mail addresses of users', () => 'RETURN (SELECT max("Email") FROM "User");'],
  ['read definitions', () => 'RETURN (SELECT max("Definition") FROM "DatabaseObject");'],
  ['read files', () => `RETURN pg_read_file('/etc/passwd');`],
  ['list files', () => `RETURN (SELECT max(f) FROM pg_ls_dir('.') f);`],
  ['run programs', () => `COPY (SELECT 1) TO PROGRAM 'true'; RETURN 1;`],
  ['write files', () => `COPY (SELECT 1) TO '/tmp/loot'; RETURN 1;`],
  ['import files', () => `PERFORM lo_import('/etc/passwd'); RETURN 1;`],
  ['export files', () => `PERFORM lo_export(1, '/tmp/loot'); RETURN 1;`],
  ['load libraries', () => `EXECUTE $q$LOAD 'auto_explain'$q$; RETURN 1;`],
  ['make extensions', () => 'CREATE EXTENSION tablefunc; RETURN 1;'],
  ['switch triggers off', () => 'SET session_replication_role = replica; RETURN 1;'],
  ['fill the disk', () => 'SET temp_file_limit = -1; RETURN 1;'],
  ['read passwords', () => 'RETURN (SELECT max(rolpassword) FROM pg_authid);'],
  ['read the key of claims', () => 'RETURN (SELECT key FROM platform.routine_key);'],
  ['read the channel of nodes', () => 'RETURN (SELECT channel FROM platform.ring);'],
  ['lock the set-up', () => 'LOCK TABLE platform.lock_set_up; RETURN 1;'],
  ['make schemas', () => 'CREATE SCHEMA "Loot"; RETURN 1;'],
  ['make operators', () => 'CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq); RETURN 1;'],
  ['make event triggers', () => 'CREATE EVENT TRIGGER loot ON sql_drop EXECUTE FUNCTION loot(); RETURN 1;'],
  [
    'make constraint triggers',
    () =>
      `CREATE CONSTRAINT TRIGGER loot AFTER UPDATE ON "Product" DEFERRABLE INITIALLY DEFERRED
           FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger(); RETURN 1;`,
  ],
  ['make temporary functions', () => `CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'; RETURN 1;`],
  ['begin a call with claims of its own', () => `PERFORM "callBegin"('{}', 'x'::bytea); RETURN 1;`],
  ['end its call', () => 'PERFORM * FROM "callEnd"(NULL); RETURN 1;'],
  ['take advisory locks', () => 'PERFORM pg_advisory_lock(i) FROM generate_series(1, 20000) i; RETURN 1;'],
  ['take advisory locks of the transaction', () => 'PERFORM pg_try_advisory_xact_lock(1); RETURN 1;'],
  ['make large objects', () => 'PERFORM lo_unlink(lo_create(0)) FROM generate_series(1, 20000); RETURN 1;'],
  ['send notifications by a function', () => `PERFORM pg_notify('x', 'y'); RETURN 1;`],
  ['write to the log of writes', () => `PERFORM pg_logical_emit_message(false, 'x', 'y'); RETURN 1;`],
  ['prepare its transaction', () => `EXECUTE $q$PREPARE TRANSACTION 'loot'$q$; RETURN 1;`],
  ['commit', () => 'COMMIT; RETURN 1;'],
  ['make tables', () => 'CREATE TABLE "Loot" (a int); RETURN 1;'],
  ['make temporary tables', () => 'CREATE TEMP TABLE "Customer" (a int); RETURN 1;'],
  [
    'make functions',
    (env) => `EXECUTE 'CREATE FUNCTION "${env.own}".lower(text) RETURNS text LANGUAGE sql AS ''SELECT 1'''; RETURN 1;`,
  ],
  ['change itself', () => `EXECUTE format('ALTER FUNCTION %I() SECURITY INVOKER', 'Attack' || 1); RETURN 1;`],
  ['write', () => 'UPDATE "Product" SET "UnitPrice" = 0; RETURN 1;'],
  ['write after all', () => `SET transaction_read_only = off; UPDATE "Product" SET "UnitPrice" = 0; RETURN 1;`],
  [
    'end others',
    () =>
      `RETURN (SELECT bool_and(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usesysid IS NOT NULL);`,
  ],
  ['drop itself', () => `EXECUTE 'DROP FUNCTION "Attack1"'; RETURN 1;`],
  [
    'change itself in part of a transaction',
    () =>
      `BEGIN EXECUTE 'ALTER FUNCTION "Attack1"() SECURITY INVOKER'; EXCEPTION WHEN division_by_zero THEN NULL; END; RETURN 1;`,
  ],
];
