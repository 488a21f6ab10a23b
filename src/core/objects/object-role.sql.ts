import type { Entity } from '../catalogue/entity.js';
import { ident, list, literal, raw, sql, type Sql } from '../sql/sql.js';

/** The role that owns an environment's objects; roles are shared by all databases of a server. */
export const roleName = (schema: string): string => `${schema}_objects`;

/**
 * Makes the environment's role: it cannot log in and has no right that is not granted to it. Another node, or another
 * database of the server, may make it at the same time.
 */
export const createRole = (schema: string): Sql => {
  const role = ident(roleName(schema));
  return sql`DO ${literal(
    `BEGIN
       IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${quoted(roleName(schema))}) THEN
         CREATE ROLE ${role.strings[0]} NOLOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
       END IF;
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
     END`,
  )}`;
};

const quoted = (text: string): string => literal(text).strings[0];

/** What the role and the service need of each other before an object can be made; `CREATE` is taken back afterwards. */
export function openSchema(schema: string): readonly Sql[] {
  const role = ident(roleName(schema));
  return [sql`GRANT ${role} TO SESSION_USER`, sql`GRANT USAGE, CREATE ON SCHEMA ${ident(schema)} TO ${role}`];
}

export function closeSchema(schema: string): Sql {
  const role = ident(roleName(schema));
  return sql`REVOKE CREATE ON SCHEMA ${ident(schema)} FROM ${role}`;
}

/** Whether any role may make temporary tables here, as PostgreSQL lets all of them by default. */
export const MAY_MAKE_TEMPORARY = sql`SELECT has_database_privilege(${raw("'public'")}, current_database(), 'TEMPORARY') AS "isOpen"`;

/**
 * A temporary table could bring a deferred trigger, which runs at COMMIT with the rights of the service; so nobody but
 * the owner of the database makes any.
 */
export const FORBID_TEMPORARY = sql`DO ${literal(
  `BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END`,
)}`;

/**
 * What the role may see of an environment: business records, and of all others the public fields alone. It may write
 * business records only where triggers stamp and log what it writes; an entity with soft delete keeps its rows.
 */
export function grantsSql(schema: string, entities: readonly Entity[], writes: boolean): readonly Sql[] {
  const role = ident(roleName(schema));
  const business = entities.filter(({ kind }) => kind === 'business');
  const grant = (rights: string, granted: readonly Entity[]): readonly Sql[] => {
    const tables = list(granted.map(({ name }) => ident(schema, name)));
    return granted.length > 0 ? [sql`GRANT ${raw(rights)} ON ${tables} TO ${role}`] : [];
  };
  const shown = entities.filter(({ kind, publicFields }) => kind !== 'business' && publicFields.size > 0);
  return [
    ...grant(writes ? 'SELECT, INSERT, UPDATE' : 'SELECT', business),
    ...grant('DELETE', writes ? business.filter(({ softDelete }) => !softDelete) : []),
    ...shown.map(({ name, publicFields }) => {
      const columns = list([...publicFields].map((field) => ident(field)));
      return sql`GRANT SELECT (${columns}) ON ${ident(schema, name)} TO ${role}`;
    }),
  ];
}
