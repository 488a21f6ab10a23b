import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import { type Criterion, shapeOf } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { maskSql } from '#core/fields/mask.sql.js';
import { jsonObject } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { groupedBy } from '#core/grouped-by.js';
import type { JsonText } from '#core/json/json.js';
import { targetSql } from '#core/relations/relation.js';
import { Args, CALL } from '#core/statements/args.js';
import { ident, list, raw, type Slot, slotsOf, sql, type Sql, withSlots } from '#core/sql/sql.js';

/** A clause on own fields of an entity, with the values that it is judged with. */
export interface BoundClause {
  readonly criterion: Criterion;
  readonly args: Args;
}

/** Clauses of one shape, which differ in their values: numbers of clauses with their values, as a JSON array. */
interface ClauseGroup {
  readonly shape: string;
  readonly criterion: Criterion;
  readonly values: Slot;
}

/** A judgement of images of one entity's records. */
export interface JudgementPlan {
  readonly entity: Entity;
  readonly args: Args;
  /** The images as a JSON array. */
  readonly images: Slot;
  readonly groups: readonly ClauseGroup[];
  /** Fields whose masked values are answered, too. */
  readonly masked: readonly Field[];
}

/** Images of records, by their places, and the clauses that they are judged by, by theirs. */
export interface Judging {
  readonly entity: Entity;
  readonly images: readonly JsonText[];
  readonly clauses: readonly BoundClause[];
  readonly masked: readonly Field[];
}

const OF_CALL = Object.keys(CALL).length;
/** Place of an image; no field has such a name. */
const PLACE = raw('"#n"');

const column = ({ index }: Slot): Sql => raw(`p${index}`);

/** Plans a judgement with system rights inside the environment. */
export function planJudgement(ctx: RequestContext, { entity, images, clauses, masked }: Judging): JudgementPlan {
  const args = new Args(ctx);
  const texts = images.map(({ text }, n) => `{"n":${n},"x":${text}}`);
  const slot = args.add(`[${texts.join(',')}]`, 'json');
  const shaped = clauses.map((clause, k) => ({ ...clause, k, shape: shapeOf(clause.criterion) }));
  const alike = [...groupedBy(shaped, ({ shape }) => shape)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const groups = alike.map(([shape, of]): ClauseGroup => {
    const rows = of.map(({ k, args: { values } }) => ({
      k,
      ...Object.fromEntries(values.slice(OF_CALL).map((value, i) => [`p${OF_CALL + i}`, value])),
    }));
    return { shape, criterion: of[0].criterion, values: args.add(JSON.stringify(rows), 'json') };
  });
  return { entity, args, images: slot, groups, masked };
}

/** Key of the statement of a plan. */
export const judgementKey = ({ entity, groups, masked }: JudgementPlan): string =>
  ['judge', entity.name, ...groups.map(({ shape }) => shape), '/', ...masked.map(({ name }) => name)].join(' ');

/** An image that meets a clause; without a clause `masked` has its masked values, as JSON. */
export interface JudgementRow {
  readonly n: number;
  readonly k: number | null;
  readonly masked: string | null;
}

/**
 * Judges images by clauses. Answers a row for each clause that an image meets. Clauses of one shape are one join with their
 * values, so that one that many callers have, with themselves as `Me`, costs little more than one of a single caller.
 *
 * CTEs: `r`: the images; `x`: the same, as rows of the entity.
 */
export function compileJudgement(ctx: Definitions, { entity, images, groups, masked }: JudgementPlan): Sql {
  const met = groups.map(({ criterion, values }) => {
    const test = criterionSql(criterion, new FromClause({ ctx, rights: 'system' }, entity, 'x'));
    const columns = slotsOf(test).map((slot) => sql`${column(slot)} ${raw(slot.type)}`);
    const bound = withSlots(test, (slot) => sql`m.${column(slot)}`);
    return sql`
      SELECT x.${PLACE} AS n, m.k, NULL::text AS masked
      FROM x
      JOIN json_to_recordset(${values}) AS m(${list([raw('k int'), ...columns])}) ON ${bound}`;
  });
  const shown = masked.map((field) => ({
    key: field.name,
    json: valueTypeOf(field).toJson(maskSql(sql`x.${ident(field.name)}`, field.mask!), field),
    nullable: true,
  }));
  const masks =
    masked.length > 0 ? [sql`SELECT x.${PLACE} AS n, NULL::int AS k, ${jsonObject(shown)} AS masked FROM x`] : [];
  return sql`
    WITH r AS MATERIALIZED (SELECT * FROM json_to_recordset(${images}) AS r(n int, x json)),
    x AS MATERIALIZED (
      SELECT r.n AS ${PLACE}, p.*
      FROM r
      CROSS JOIN LATERAL json_populate_record(NULL::${targetSql(ctx, entity)}, r.x) p
    )
    ${list([...met, ...masks], ' UNION ALL ')}`;
}
