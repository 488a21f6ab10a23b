import { storedFields, type Entity } from '#core/catalogue/entity.js';
import { ENVELOPE_COLUMNS } from '#core/catalogue/system-fields.js';
import { ident, list, literal, raw, render, sql, type Sql } from '#core/sql/sql.js';

/** A login role whose sessions run routines of an environment. Roles are shared by all databases of a server. */
export interface RoutineRole {
  /**
   * Derived from the environment's schema and the database's key, so that two databases of a server never share one.
   */
  readonly name: string;
  /** It reads and writes protected fields, too. */
  readonly readsProtected?: boolean;
  /** Verifier that PostgreSQL stores in place of the password: `SCRAM-SHA-256$…`. */
  readonly verifier: string;
}

/** Most open sessions of the role, over all nodes. */
const MAX_SESSIONS = 50;
/** Most disk space of one statement of the role. */
const TEMP_FILE_LIMIT = '1GB';

const block = (text: string): Sql => sql`DO ${literal(text)}`;
const renderedText = (fragment: Sql): string => render(fragment).text;

/** The role itself cannot reset the limit. */
const limitDisk = (role: string): string => `
        IF has_parameter_privilege('temp_file_limit', 'SET') THEN
          ALTER ROLE ${role} SET temp_file_limit = ${renderedText(literal(TEMP_FILE_LIMIT))};
        END IF;`;

/**
 * Creates the role, which has only the rights that are granted to it. The service becomes a member, to install routines
 * as the role and to end its sessions; the role is never a member of the service. Another node may create it at the
 * same time.
 */
export function createRole({ name, verifier }: RoutineRole): Sql {
  const role = renderedText(ident(name));
  return block(`
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${renderedText(literal(name))}) THEN
        CREATE ROLE ${role} LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
          CONNECTION LIMIT ${MAX_SESSIONS} PASSWORD ${renderedText(literal(verifier))};
        ${limitDisk(role)}
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END`);
}

/** Grants the role what it needs to create routines; `closeSchema` revokes `CREATE`. */
export function openSchema(schema: string, { name }: RoutineRole): readonly Sql[] {
  const role = ident(name);
  return [sql`GRANT ${role} TO CURRENT_USER`, sql`GRANT USAGE, CREATE ON SCHEMA ${ident(schema)} TO ${role}`];
}

/** Revokes `CREATE` on the schema. */
export function closeSchema(schema: string, { name }: RoutineRole): Sql {
  const role = ident(name);
  return sql`REVOKE CREATE ON SCHEMA ${ident(schema)} FROM ${role}`;
}

/**
 * Resets the role's password and settings: a role may change its own, which would outlast the call.
 */
export function healRole({ name, verifier }: RoutineRole): Sql {
  const role = renderedText(ident(name));
  return block(`
    DECLARE place text;
    BEGIN
      ALTER ROLE ${role} PASSWORD ${renderedText(literal(verifier))};
      ALTER ROLE ${role} RESET ALL;
      FOR place IN SELECT d.datname FROM pg_db_role_setting s
          JOIN pg_database d ON d.oid = s.setdatabase
          WHERE s.setrole = ${renderedText(literal(name))}::regrole
      LOOP
        EXECUTE format('ALTER ROLE ${role} IN DATABASE %I RESET ALL', place);
      END LOOP;
      ${limitDisk(role)}
    END`);
}

/** Counts settings of the role that the service did not set; executed in a session of the role. */
export const FOREIGN_SETTINGS = sql`
  SELECT count(*)::int
  FROM pg_db_role_setting s, unnest(s.setconfig) c(setting)
  WHERE s.setrole = (SELECT r.oid FROM pg_roles r WHERE r.rolname = session_user)
    AND c.setting <> ${literal(`temp_file_limit=${TEMP_FILE_LIMIT}`)}`;

/** Lets the role connect. Copies of a database do not include this right. */
const grantConnect = ({ name }: RoutineRole): Sql =>
  block(
    `BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${renderedText(ident(name))}', current_database()); END`,
  );

/** True where any role may create temporary tables in this database, which is PostgreSQL's default. */
export const MAY_MAKE_TEMPORARY = sql`has_database_privilege(${raw("'public'")}, current_database(), 'TEMPORARY')`;

/** Revokes from all roles what only the service needs: connections, temporary tables, objects in `public`. */
export const CLOSE_DATABASE = block(`
  BEGIN
    EXECUTE format('REVOKE TEMPORARY, CONNECT ON DATABASE %I FROM PUBLIC', current_database());
    IF EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = 'public' AND pg_has_role(n.nspowner, 'USAGE')) THEN
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END IF;
  END`);

/** Drops the role without login under which earlier versions ran an environment's routines, where that is possible. */
export function dropFormerRole(schema: string): Sql {
  const former = `${schema}_objects`;
  const role = renderedText(ident(former));
  return block(`
    BEGIN
      IF EXISTS (SELECT FROM pg_roles WHERE rolname = ${renderedText(literal(former))}) THEN
        DROP OWNED BY ${role};
        DROP ROLE ${role};
      END IF;
    EXCEPTION WHEN insufficient_privilege OR dependent_objects_still_exist OR undefined_object THEN NULL;
    END`);
}

/** Tells whether routines may write records; approval requests and the like are the service's own. */
export const isWrittenByRoutines = ({ kind, callerWrites }: Entity): boolean =>
  kind === 'business' && callerWrites === undefined;

/** Rights of the role to all columns of a table but those of protected fields, which it may have had before. */
function grantOpenColumns(schema: string, role: Sql, rights: readonly string[], entity: Entity): readonly Sql[] {
  const table = ident(schema, entity.name);
  const open = storedFields(entity).filter(({ protection }) => protection === undefined);
  const columns = list([...open, ...ENVELOPE_COLUMNS.map(([name]) => ({ name }))].map(({ name }) => ident(name)));
  const granted = list(rights.map((right) => sql`${raw(right)} (${columns})`));
  return [sql`REVOKE ${raw(rights.join(', '))} ON ${table} FROM ${role}`, sql`GRANT ${granted} ON ${table} TO ${role}`];
}

/**
 * Rights of the role in an environment: it reads business records, and public fields of all others. It writes business
 * records only where triggers set their audit columns and log the changes; rows of an entity with soft delete stay. Most
 * routines neither read nor write protected fields: whoever may execute one would get at them.
 */
export function grantsSql(
  schema: string,
  owner: RoutineRole,
  entities: readonly Entity[],
  writes: boolean,
): readonly Sql[] {
  const role = ident(owner.name);
  const business = entities.filter(({ kind }) => kind === 'business');
  const grant = (rights: readonly string[], granted: readonly Entity[]): readonly Sql[] => {
    const tables = list(granted.map((entity) => ident(schema, entity.name)));
    return granted.length > 0 ? [sql`GRANT ${raw(rights.join(', '))} ON ${tables} TO ${role}`] : [];
  };
  const grantShown = (rights: readonly string[], granted: readonly Entity[]): readonly Sql[] => {
    const parts = owner.readsProtected ? [] : granted.filter(({ protectedFields }) => protectedFields.length > 0);
    const whole = granted.filter((entity) => !parts.includes(entity));
    return [...grant(rights, whole), ...parts.flatMap((entity) => grantOpenColumns(schema, role, rights, entity))];
  };
  const shown = entities.filter(({ kind, publicFields }) => kind !== 'business' && publicFields.size > 0);
  const open = business.filter(isWrittenByRoutines);
  const closed = business.filter((entity) => !isWrittenByRoutines(entity));
  return [
    grantConnect(owner),
    ...grantShown(writes ? ['SELECT', 'INSERT', 'UPDATE'] : ['SELECT'], open),
    ...grantShown(['SELECT'], closed),
    ...grant(['DELETE'], writes ? open.filter(({ softDelete }) => !softDelete) : []),
    ...shown.map((entity) => {
      const columns = list([...entity.publicFields].map((field) => ident(field)));
      return sql`GRANT SELECT (${columns}) ON ${ident(schema, entity.name)} TO ${role}`;
    }),
  ];
}
