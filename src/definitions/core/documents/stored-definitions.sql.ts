import { isOwnField } from '#core/catalogue/extended-entities.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { FILE_KINDS, type FileKind } from './file-kinds.js';
import { fileMembers } from './file-members.js';
import { jsonArray } from '#core/fields/record-json.js';
import { list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/** Records of one row, each of which is parsed at once. */
const PART_RECORDS = 200;

/**
 * `kind`, `json`: for each kind of definitions in files its live records as JSON text, an array of arrays (`StoredRow`), in
 * parts, all of one snapshot.
 */
export const compileStoredDefinitions = (ctx: Definitions): Sql =>
  list(
    FILE_KINDS.map((kind) => partsOf(ctx, kind)),
    ' UNION ALL ',
  );

function partsOf(ctx: Definitions, kind: FileKind): Sql {
  const { entity, parent } = kind;
  const { fields } = ctx.catalogue.entity(entity);
  const values = fileMembers(ctx.catalogue, kind).map(({ field }) => field);
  const parentField = fields.get((parent?.field ?? 'Id').toLowerCase())!;
  const isSystem = fields.get('issystem');
  const row = jsonArray([fields.get('id')!, parentField, isSystem ?? fields.get('isdeleted')!, ...values], raw('d'));
  return sql`
    SELECT ${literal(entity)} AS kind, '[' || string_agg(r.json, ',') || ']' AS json
    FROM (
      SELECT ${row} AS json, (row_number() OVER () - 1) / ${raw(String(PART_RECORDS))} AS part
      FROM ${systemRows(ctx, entity)} d
      WHERE ${parent?.entity === 'Entity' ? ofEnvironment(ctx, entity) : raw('true')}
    ) r
    GROUP BY r.part`;
}

/**
 * Condition on the row `d` of a part of entities: it is not from the code, as the parts of system entities are, but for
 * their own fields.
 */
export function ofEnvironment(ctx: Definitions, part: string): Sql {
  const own = part === 'Field' ? sql` OR ${raw(isOwnField('d', 'e'))}` : raw('');
  return sql`
    EXISTS (
      SELECT FROM ${systemRows(ctx, 'Entity')} e
      WHERE e."Id" = d."EntityId" AND (e."IsSystem" IS NOT TRUE${own})
    )`;
}

/** `name`, `n` for each of the entities: how many records it has, deleted ones included. */
export const compileCounts = (ctx: Definitions, entities: readonly Entity[]): Sql =>
  list(
    entities.map(
      ({ name }) => sql`
        SELECT ${literal(name)} AS name, count(*)::int AS n
        FROM ${systemRows(ctx, name, 'stored')} r`,
    ),
    ' UNION ALL ',
  );

/** `kind`, `id` of the deleted records among the ids `$1`. */
export const compileDeleted = (ctx: Definitions): Sql =>
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
