import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { systemRows } from '../../core/criteria/relation.js';
import { FILE_KINDS, type FileKind } from '../../core/definition-files/file-kinds.js';
import { fileMembers } from '../../core/definition-files/file-members.js';
import { jsonArray } from '../../core/fields/record-json.js';
import { ident, list, literal, raw, sql, type Sql } from '../../core/sql/sql.js';

/**
 * One row: for each kind of definitions in files a column with its live records as JSON text, an array of arrays
 * (`StoredRow`), all of one snapshot; null for none.
 */
export const compileStoredDefinitions = (ctx: RequestContext): Sql =>
  sql`SELECT ${list(FILE_KINDS.map((kind) => columnOf(ctx, kind)))}`;

function columnOf(ctx: RequestContext, kind: FileKind): Sql {
  const { entity, parent } = kind;
  const { fields } = ctx.catalogue.entity(entity);
  const values = fileMembers(ctx.catalogue, kind).map(({ field }) => field);
  const parentField = fields.get((parent?.field ?? 'Id').toLowerCase())!;
  const isSystem = fields.get('issystem');
  const row = jsonArray([fields.get('id')!, parentField, isSystem ?? fields.get('isdeleted')!, ...values], raw('d'));
  return sql`
    (
      SELECT '[' || string_agg(${row}, ',') || ']'
      FROM ${systemRows(ctx, entity)} d
      WHERE ${ofBusiness(ctx, parent?.entity)}
    ) AS ${ident(entity)}`;
}

/** Condition on parts of definitions: those of system entities, two thirds of all fields, come from the code. */
const ofBusiness = (ctx: RequestContext, parent: string | undefined): Sql =>
  parent === 'Entity'
    ? sql`d."EntityId" IN (SELECT e."Id" FROM ${systemRows(ctx, 'Entity')} e WHERE NOT e."IsSystem")`
    : raw('true');

/** `name`, `n` for each of the entities: how many records it has, deleted ones included. */
export const compileCounts = (ctx: RequestContext, entities: readonly Entity[]): Sql =>
  list(
    entities.map(
      ({ name }) => sql`
        SELECT ${literal(name)} AS name, count(*)::int AS n
        FROM ${systemRows(ctx, name, 'stored')} r`,
    ),
    ' UNION ALL ',
  );

/** `kind`, `id` of the deleted records among the ids `$1`. */
export const compileDeleted = (ctx: RequestContext): Sql =>
  list(
    FILE_KINDS.map(
      ({ entity }) => sql`
        SELECT ${literal(entity)} AS kind, r."Id"::text AS id
        FROM ${systemRows(ctx, entity, 'deleted')} r
        WHERE r."Id" = ANY(${raw('$1::uuid[]')})`,
    ),
    ' UNION ALL ',
  );

/**
 * `version` of the definitions of the environment `$1`, after a lock that keeps them from changing until the end of the
 * transaction; no row while another transaction changes them.
 */
export const LOCK_DEFINITIONS = `
  SELECT definitions_version AS version
  FROM platform.environment
  WHERE id = $1::uuid
  FOR NO KEY UPDATE SKIP LOCKED`;
