import { MAY_MAKE_TEMPORARY } from '#core/routine-roles/routine-role.sql.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { OPEN_SHARED_FUNCTIONS } from '#core/routine-roles/open-functions.js';

/** Kind of calls: whether they write, and whether they read protected fields. */
export type AccessKind = `${'reads' | 'writes'}${'' | ' protected'}`;

/** Row of `platform.object_access`: what a role of an environment has been granted for calls of one kind. */
export interface AccessRow {
  readonly environmentId: string;
  readonly kind: AccessKind;
}

/** Rights of every role in the database that no tenant's code should have: `temporary` and `functions`. */
export const OPEN_TO_ALL = sql`SELECT ${MAY_MAKE_TEMPORARY} AS temporary, ${raw(OPEN_SHARED_FUNCTIONS)} AS functions`;

const isRow = ({ environmentId, kind }: AccessRow): Sql =>
  sql`environment_id = ${literal(environmentId)} AND kind = ${literal(kind)}`;

export const addAccess = ({ environmentId, kind }: AccessRow): Sql => sql`
  INSERT INTO platform.object_access (environment_id, kind) VALUES (${literal(environmentId)}, ${literal(kind)})
  ON CONFLICT DO NOTHING`;

/** Locks the row and answers its fingerprint as `known`. */
export const lockAccess = (row: AccessRow): Sql =>
  sql`SELECT fingerprint AS known FROM platform.object_access WHERE ${isRow(row)} FOR UPDATE`;

export const storeAccess = (row: AccessRow, fingerprint: string): Sql => sql`
  UPDATE platform.object_access
  SET fingerprint = ${literal(fingerprint)}
  WHERE ${isRow(row)}`;

/**
 * Identifies the role and the database as `place`: a role that was created anew, as after a restore, has no rights yet,
 * and the right to connect is no part of a database's copy.
 */
export const placeOf = (role: string): Sql => sql`
  SELECT concat(r.oid, ' ', d.oid) AS place
  FROM pg_database d LEFT JOIN pg_roles r ON r.rolname = ${literal(role)}
  WHERE d.datname = current_database()`;
