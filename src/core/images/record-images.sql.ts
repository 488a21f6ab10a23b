import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { newImage } from '#core/changes/record-shape.sql.js';
import { recordJson } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { readStatement, type Answers, type SlotsOf } from '#core/statements/statement.js';

/** Records of whose changes the images are wanted. The lists have an item for each record. */
const WANTED = {
  recordIds: 'uuid[]',
  /** Position before the first change that is wanted. */
  after: 'bigint[]',
  lastPositions: 'bigint[]',
  /** True where the record as it was at `after` is known. */
  known: 'boolean[]',
  /** Time before all of these changes. */
  since: 'timestamptz',
};

/** The change that has created a record, of records without other wanted changes. The lists have an item for each record. */
const CREATES = { recordIds: 'uuid[]', positions: 'bigint[]', since: 'timestamptz' };

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

/** Condition on the changes of the record `w.id`, later than a time, on the change row `alias`. */
export const ownChangesOf = (ctx: Definitions, entity: Entity, since: Slot | Sql, alias: Sql): Sql => sql`
  ${alias}.environment_id = ${literal(ctx.catalogue.environment.id)}::uuid
  AND ${alias}.entity = ${literal(entity.name)}
  AND ${alias}.record_id = w.id
  AND ${alias}.occurred_at >= ${since}`;

/**
 * Reads the records of changes as these changes left them. The log has changed values only, and the rows have moved on: a
 * record as a change left it is the row of now with the first later `old` value of each field put back. One statement reads
 * both, so that they belong together. It fails beyond 16 MB of JSON: a node holds them in memory.
 */
export const readImages = readStatement('readImages', WANTED, (ctx, slots, entity: Entity): Answers<ImageRow> => {
  const texts = ['now', 'later', 'changes'].map((name) => sql`COALESCE(octet_length(i.${raw(name)}), 0)`);
  return sql`
    SELECT i.*, platform.within_16_mb(${list(texts, ' + ')}) OVER (ROWS UNBOUNDED PRECEDING) AS size
    FROM (${imagesSql(ctx, entity, slots)}) i`;
});

/** Reads records as they were created: the log has them whole. It fails beyond 16 MB of JSON, as `readImages` does. */
export const readCreated = readStatement(
  'readCreated',
  CREATES,
  (ctx, { recordIds, positions, since }, entity: Entity): Answers<CreatedRow> => sql`
  SELECT i.position, i.record, platform.within_16_mb(octet_length(i.record)) OVER (ROWS UNBOUNDED PRECEDING) AS size
  FROM (
    SELECT c.position::text AS position, ${newImage(entity, raw('c'))}::text AS record
    FROM unnest(${recordIds}, ${positions}) AS w(id, position)
    JOIN platform.change c ON ${ownChangesOf(ctx, entity, since, raw('c'))} AND c.position = w.position
  ) i`,
);

function imagesSql(ctx: Definitions, entity: Entity, slots: SlotsOf<typeof WANTED>): Sql {
  const { recordIds, after, lastPositions, known, since } = slots;
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
          WHERE ${ownChangesOf(ctx, entity, since, raw('l'))} AND l.position > w.last AND NOT w.known
          ORDER BY k.key, l.position
        ) f
      ) AS later,
      EXISTS (
        SELECT FROM platform.change g
        WHERE ${ownChangesOf(ctx, entity, since, raw('g'))} AND g.position > w.last
      ) AS goes_on,
      (
        SELECT json_agg(
          json_build_array(
            c.position::text, c.operation, c.old, CASE WHEN w.known OR c.operation = 'Create' THEN ${newImage(entity, raw('c'))} END,
            c.row_version, c.user_id, ${valueTypeOf(updatedOn).toJson(raw('c.occurred_at'), updatedOn)}::json
          ) ORDER BY c.position
        )::text
        FROM platform.change c
        WHERE ${ownChangesOf(ctx, entity, since, raw('c'))} AND c.position > w.after AND c.position <= w.last
      ) AS changes
    FROM unnest(${recordIds}, ${after}, ${lastPositions}, ${known}) AS w(id, after, last, known)`;
}
