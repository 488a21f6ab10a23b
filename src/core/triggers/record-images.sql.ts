import type { Entity } from '../catalogue/entity.js';
import type { Definitions } from '../context.js';
import { relationSql } from '../criteria/relation.js';
import { newImage } from '../changes/record-shape.sql.js';
import { recordJson } from '../fields/record-json.js';
import { valueTypeOf } from '../field-types/value-types.js';
import { list, literal, raw, sql, type Slot, type Sql } from '../sql/sql.js';

/** Records of one entity of whose changes the images are wanted. The lists have an item for each record. */
export interface WantedImages {
  readonly entity: Entity;
  /** Ids as `uuid[]`. */
  readonly recordIds: Slot;
  /** Position before the first change that is wanted, as `bigint[]`. */
  readonly after: Slot;
  /** Position of the last change that is wanted, as `bigint[]`. */
  readonly lastPositions: Slot;
  /** True where the record as it was at `after` is known, as `boolean[]`. */
  readonly known: Slot;
  /** Time before all of these changes. */
  readonly since: Slot;
}

/** The change that has created a record, of records without other wanted changes. The lists have an item for each record. */
export interface WantedCreates extends Pick<WantedImages, 'entity' | 'recordIds' | 'since'> {
  /** Position of the change as `bigint[]`. */
  readonly positions: Slot;
}

/** A record as it was created. */
export interface CreatedRow {
  readonly position: string;
  readonly record: string | null;
}

/** A record as its last wanted change has left it: `later` replaces members of `now`. */
export interface ImageRow {
  readonly id: string;
  /** The stored row, also of a deleted record; null when there is none, and for a known record. */
  readonly now: string | null;
  /** Values that later changes have replaced; null for a known record. */
  readonly later: string | null;
  /** True where there are later changes. */
  readonly goes_on: boolean;
  /**
   * `[[position, operation, old, new, RowVersion, UpdatedBy, UpdatedOn], …]` of its wanted changes in their order; `new` of
   * a Create, and of all changes of a known record.
   */
  readonly changes: string | null;
}

const ownChangesOf = (
  ctx: Definitions,
  { entity, since }: Pick<WantedImages, 'entity' | 'since'>,
  alias: Sql,
): Sql => sql`
  ${alias}.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid
  AND ${alias}.entity = ${literal(entity.name)}
  AND ${alias}.record_id = w.id
  AND ${alias}.occurred_at >= ${since}`;

/**
 * Reads the records of changes as these changes left them. The log has changed values only, and the rows have moved on: a
 * record as a change left it is the row of now with the first later `old` value of each field put back. One statement reads
 * both, so that they belong together. It fails beyond 16 MB of JSON: a node holds them in memory.
 */
export function compileImages(ctx: Definitions, wanted: WantedImages): Sql {
  const texts = ['now', 'later', 'changes'].map((name) => sql`COALESCE(octet_length(i.${raw(name)}), 0)`);
  return sql`
    SELECT i.*, platform.within_16_mb(${list(texts, ' + ')}) OVER (ROWS UNBOUNDED PRECEDING) AS size
    FROM (${imagesSql(ctx, wanted)}) i`;
}

/** Reads records as they were created: the log has them whole. It fails beyond 16 MB of JSON, as `compileImages` does. */
export const compileCreated = (ctx: Definitions, wanted: WantedCreates): Sql => sql`
  SELECT i.position, i.record, platform.within_16_mb(octet_length(i.record)) OVER (ROWS UNBOUNDED PRECEDING) AS size
  FROM (
    SELECT c.position::text AS position, ${newImage(wanted.entity, raw('c'))}::text AS record
    FROM unnest(${wanted.recordIds}, ${wanted.positions}) AS w(id, position)
    JOIN platform.change c ON ${ownChangesOf(ctx, wanted, raw('c'))} AND c.position = w.position
  ) i`;

function imagesSql(ctx: Definitions, wanted: WantedImages): Sql {
  const { entity, recordIds, after, lastPositions, known } = wanted;
  const stored = relationSql({ ctx, rights: 'system' }, entity, 'named');
  const updatedOn = entity.fields.get('updatedon')!;
  return sql`
    SELECT w.id,
      (
        SELECT ${recordJson(entity, raw('t'))}
        FROM ${stored} t
        WHERE t."Id" = w.id AND NOT w.known
      ) AS now,
      (
        SELECT '{' || string_agg(to_json(f.key)::text || ':' || f.value::text, ',') || '}'
        FROM (
          SELECT DISTINCT ON (k.key) k.key, k.value
          FROM platform.change l
          CROSS JOIN LATERAL json_each(l.old) k
          WHERE ${ownChangesOf(ctx, wanted, raw('l'))} AND l.position > w.last AND NOT w.known
          ORDER BY k.key, l.position
        ) f
      ) AS later,
      EXISTS (
        SELECT FROM platform.change g
        WHERE ${ownChangesOf(ctx, wanted, raw('g'))} AND g.position > w.last
      ) AS goes_on,
      (
        SELECT json_agg(
          json_build_array(
            c.position::text, c.operation, c.old, CASE WHEN w.known OR c.operation = 'Create' THEN ${newImage(entity, raw('c'))} END,
            c.row_version, c.user_id, ${valueTypeOf(updatedOn).toJson(raw('c.occurred_at'), updatedOn)}::json
          ) ORDER BY c.position
        )::text
        FROM platform.change c
        WHERE ${ownChangesOf(ctx, wanted, raw('c'))} AND c.position > w.after AND c.position <= w.last
      ) AS changes
    FROM unnest(${recordIds}, ${after}, ${lastPositions}, ${known}) AS w(id, after, last, known)`;
}
