import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import type { Routine, RoutineKind } from './routine.js';
import { sqlTypeOf, type RoutineValue } from './routine-value.js';
import type { RoutineRole } from '#core/routine-roles/routine-role.sql.js';

/** One routine of a schema as PostgreSQL knows it. */
export interface InstalledRoutine {
  readonly name: string;
  /** Types of its arguments, to tell routines of one name apart. */
  readonly identity: string;
  /** The comment that `sealRoutine` wrote; null for a routine that is not sealed. */
  readonly mark: string | null;
}

/** Installed routines of a schema; the service's own functions, which begin with a small letter, are left out. */
export const routinesSql = (schema: string, roles: readonly RoutineRole[]): Sql => sql`
  SELECT p.proname AS name, pg_get_function_identity_arguments(p.oid) AS identity,
    CASE
      WHEN NOT p.prosecdef AND pg_get_userbyid(p.proowner) = current_user AND EXISTS (
        SELECT
        FROM aclexplode(p.proacl) a
        JOIN pg_roles r ON r.oid = a.grantee
        WHERE r.rolname IN (${list(roles.map(({ name }) => literal(name)))})
      ) THEN obj_description(p.oid, 'pg_proc')
    END AS mark
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = ${literal(schema)} AND p.proname ~ '^[A-Z]'`;

export const dropRoutine = (schema: string, { name, identity }: InstalledRoutine): Sql =>
  sql`DROP ROUTINE ${ident(schema, name)}(${raw(identity)})`;

/**
 * Makes the service the owner of a created routine, so that no author's code can alter it. It runs with the rights of
 * the session that calls it, which are those of its role.
 */
export function sealRoutine(schema: string, role: RoutineRole, { name }: Routine, mark: string): readonly Sql[] {
  const routine = sql`ROUTINE ${ident(schema, name)}`;
  return [
    sql`ALTER ${routine} OWNER TO CURRENT_USER`,
    sql`ALTER ${routine} SECURITY INVOKER SET search_path = ${ident(schema)}, pg_temp`,
    sql`REVOKE ALL ON ${routine} FROM PUBLIC, ${ident(role.name)}`,
    sql`GRANT EXECUTE ON ${routine} TO ${ident(role.name)}`,
    sql`COMMENT ON ${routine} IS ${literal(mark)}`,
  ];
}

/** A routine as PostgreSQL has created it from a definition. */
export interface CreatedRoutine {
  readonly kind: RoutineKind | null;
  readonly language: string;
  /** It is SECURITY DEFINER or changes settings. */
  readonly hasClauses: boolean;
  /** It has defaults, is variadic, or has a body that is not text. */
  readonly isUnusual: boolean;
  /** Such as `IN "Seconds" bigint`. */
  readonly signature: string;
}

/** Describes the routines of a name as they are before they are sealed. */
export const createdSql = (schema: string, name: string): Sql => sql`
  SELECT
    CASE
      WHEN p.prokind = 'p' THEN 'Procedure'
      WHEN p.prokind <> 'f' THEN NULL
      WHEN p.proretset THEN 'TableFunction'
      ELSE 'ScalarFunction'
    END AS kind,
    l.lanname AS language,
    p.prosecdef OR p.proconfig IS NOT NULL AS "hasClauses",
    p.pronargdefaults > 0 OR p.provariadic <> 0 OR p.prosqlbody IS NOT NULL AS "isUnusual",
    (
      SELECT COALESCE(string_agg(
        CASE COALESCE(p.proargmodes[i]::text, 'i')
          WHEN 'i' THEN 'IN ' WHEN 'o' THEN 'OUT ' WHEN 't' THEN 'TABLE ' ELSE 'OTHER '
        END || COALESCE(p.proargnames[i], '') || ' ' || format_type(types.of[i], NULL),
        ', ' ORDER BY i
      ), '')
      FROM generate_subscripts(types.of, 1) i
    ) || CASE
      WHEN p.prokind = 'f' AND NOT p.proretset THEN ' RETURNS ' || format_type(p.prorettype, NULL)
      ELSE ''
    END AS signature
  FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    JOIN pg_language l ON l.oid = p.prolang,
    LATERAL (SELECT COALESCE(p.proallargtypes, ARRAY(SELECT unnest(p.proargtypes))) AS of) types
  WHERE n.nspname = ${literal(schema)} AND p.proname = ${literal(name)}`;

const typeName = (value: RoutineValue): string => sqlTypeOf(value).replace('timestamptz', 'timestamp with time zone');

/** The signature that a routine's record declares, in the form of `createdSql`. */
function wantedSignature({ kind, parameters, columns, returns }: Routine): string {
  const words = [
    ...parameters.map((each) => `${each.isOut ? 'OUT' : 'IN'} ${each.name} ${typeName(each)}`),
    ...columns.map((each) => `TABLE ${each.name} ${typeName(each)}`),
  ];
  return words.join(', ') + (kind === 'ScalarFunction' ? ` RETURNS ${typeName(returns!)}` : '');
}

/** Differences between a created routine and its record, as sentences for the author. */
export function installProblems(object: Routine, created: readonly CreatedRoutine[]): readonly string[] {
  const [routine] = created;
  if (created.length !== 1) return ['Definition must make one object of this name.'];
  const signature = wantedSignature(object);
  return [
    routine.kind !== object.kind &&
      `Definition makes a ${routine.kind ?? 'routine of another kind'}, ObjectType says ${object.kind}.`,
    !['sql', 'plpgsql'].includes(routine.language) && 'LANGUAGE must be sql or plpgsql.',
    routine.hasClauses && 'Definition must name neither SECURITY DEFINER nor SET.',
    routine.isUnusual && 'Definition must have no DEFAULT, no VARIADIC and a body that is text.',
    routine.signature.trim() !== signature.trim() &&
      `Definition declares (${routine.signature.trim()}), the record (${signature.trim()}).`,
  ].filter((problem) => problem !== false);
}
