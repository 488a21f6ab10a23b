import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { maskSql } from '#core/fields/mask.sql.js';
import { fieldMember, jsonObject } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { groupedBy } from '#core/grouped-by.js';
import type { JsonText } from '#core/json/json.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { Args, CALL } from '#core/statements/args.js';
import { BESIDE, type BoundClause } from '#core/statements/caller-clause.js';
import { EMPTY, ident, list, literal, raw, type Slot, slotsOf, sql, type Sql, withSlots } from '#core/sql/sql.js';
import { ownChangesOf } from './record-images.sql.js';

/** Clauses of one shape, which differ in their values: numbers of clauses with their values, as a JSON array. */
interface ClauseGroup {
  readonly clause: BoundClause;
  readonly values: Slot;
}

/** Clauses on an entity by their places, and the values that are wanted of records that meet one. */
export interface JudgedClauses {
  readonly entity: Entity;
  readonly clauses: readonly BoundClause[];
  readonly shown: readonly Field[];
  /** Fields whose masked values are wanted, too. */
  readonly masked: readonly Field[];
  /** Wants the values of records that meet none, too. */
  readonly showsAll: boolean;
}

/**
 * Changes to judge: places in the log since a day, or images of records as JSON with the numbers of their sides. The day is part
 * of the statement, as in reads of the log: PostgreSQL then plans the same partitions for any values, and so once.
 */
export type JudgedSource =
  | { readonly ids: readonly string[]; readonly positions: readonly string[]; readonly sinceDay: string }
  | { readonly images: readonly { readonly side: number; readonly image: JsonText }[] };

/** Source of a judgement, in slots. */
type SourceSlots =
  (Readonly<Record<'ids' | 'positions', Slot>> & { readonly sinceDay: string }) | Readonly<Record<'images', Slot>>;

/** A judgement of changes of one entity's records. */
export interface JudgementPlan extends Omit<JudgedClauses, 'clauses'> {
  readonly args: Args;
  readonly source: SourceSlots;
  readonly groups: readonly ClauseGroup[];
}

const OF_CALL = Object.keys(CALL).length;
/** Number of a side; no field has such a name. */
const SIDE = raw('"#n"');
const isBound = ({ index }: Slot): boolean => index >= OF_CALL;
const column = ({ index }: Slot): Sql => raw(`p${index}`);

/** Sides of the change with this number: the record before and after it. */
export const beforeSide = (n: number): number => 2 * n;
export const afterSide = (n: number): number => 2 * n + 1;

/** Plans a judgement with system rights inside the environment. */
export function planJudgement(ctx: RequestContext, judged: JudgedClauses, source: JudgedSource): JudgementPlan {
  const args = new Args(ctx);
  const slots = sourceSlots(args, source);
  const placed = judged.clauses.map((clause, k) => ({ clause, k }));
  const alike = [...groupedBy(placed, ({ clause }) => clause.shape)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const groups = alike.map(([, of]): ClauseGroup => {
    const rows = of.map(({ k, clause: { values } }) => ({
      k,
      ...Object.fromEntries(values.map((value, i) => [`p${OF_CALL + i}`, value])),
    }));
    return { clause: of[0].clause, values: args.add(JSON.stringify(rows), 'json') };
  });
  return { ...judged, args, source: slots, groups };
}

function sourceSlots(args: Args, source: JudgedSource): SourceSlots {
  if ('images' in source) {
    const texts = source.images.map(({ side, image }) => `{"n":${side},"x":${image.text}}`);
    return { images: args.add(`[${texts.join(',')}]`, 'json') };
  }
  const { ids, positions, sinceDay } = source;
  return {
    ids: args.add(ids, 'uuid[]'),
    positions: args.add(positions, 'bigint[]'),
    sinceDay,
  };
}

const namesOf = (fields: readonly Field[]): string => fields.map(({ name }) => name).join();

/** Key of the statement of a plan. */
export const judgementKey = ({ entity, groups, shown, masked, showsAll, source }: JudgementPlan): string =>
  ['judge', entity.name, 'images' in source ? '' : source.sinceDay, showsAll, namesOf(shown), namesOf(masked)].join(
    ' ',
  ) + groups.map(({ clause }) => `|${clause.shape}`).join('');

/** Place that stands for a change whose record has changed again since: its sides are not in the row and the log alone. */
export const GOES_ON = -1;

/** A side that meets a clause, with its place; without one the values of the side after a change, as JSON. */
export interface JudgementRow {
  readonly n: number;
  readonly k: number | null;
  readonly shown: string | null;
  readonly masked: string | null;
}

/**
 * Judges changes by clauses. Answers a row for each clause that a side meets. Clauses of one shape are one join with their
 * values, so that one that many callers have, with themselves as `Me`, costs little more than one of a single caller.
 *
 * CTEs: `w`: the changes; `x`: their sides, as rows of the entity; `y`: clauses that sides meet.
 */
export function compileJudgement(ctx: Definitions, plan: JudgementPlan): Sql {
  const { entity, groups, source } = plan;
  const met = groups.map(({ clause, values }) => {
    const test = clause.on(ctx, 'x');
    const columns = slotsOf(test)
      .filter(isBound)
      .map((slot) => sql`${column(slot)} ${raw(slot.type)}`);
    const bound = withSlots(test, (slot) => (isBound(slot) ? sql`m.${column(slot)}` : slot));
    const beside = clause.beside ? sql` CROSS JOIN LATERAL (${clause.beside(ctx, 'x')}) ${BESIDE}` : EMPTY;
    return sql`
      SELECT x.${SIDE} AS n, m.k
      FROM x${beside}
      JOIN json_to_recordset(${values}) AS m(${list([raw('k int'), ...columns])}) ON ${bound}`;
  });
  const none = sql`SELECT NULL::int AS n, NULL::int AS k WHERE false`;
  const goesOn =
    'images' in source ? EMPTY : sql` UNION ALL SELECT w.n, ${raw(String(GOES_ON))}, NULL, NULL FROM w WHERE w.goes_on`;
  return sql`
    WITH ${'images' in source ? imageRows(ctx, entity, source.images) : loggedRows(ctx, entity, source)},
    y AS MATERIALIZED (${met.length > 0 ? list(met, ' UNION ALL ') : none})
    SELECT y.n, y.k, NULL::text AS shown, NULL::text AS masked FROM y${valueRows(plan)}${goesOn}`;
}

/** Values of the records after changes, where they are wanted. */
function valueRows({ shown, masked, showsAll }: JudgementPlan): Sql {
  if (shown.length === 0) return EMPTY;
  const alias = raw('x');
  const masks = masked.map((field) => ({
    key: field.name,
    json: valueTypeOf(field).toJson(maskSql(sql`x.${ident(field.name)}`, field.mask!), field),
    nullable: true,
  }));
  const values = jsonObject(shown.map((field) => ({ ...fieldMember(field, alias), nullable: true })));
  const wanted = showsAll ? EMPTY : sql` AND x.${SIDE} IN (SELECT y.n FROM y)`;
  return sql` UNION ALL
    SELECT x.${SIDE}, NULL, ${values}, ${masks.length > 0 ? jsonObject(masks) : raw('NULL')}
    FROM x
    WHERE x.${SIDE} % 2 = 1${wanted}`;
}

const imageRows = (ctx: Definitions, entity: Entity, images: Slot): Sql => sql`
  r AS MATERIALIZED (SELECT * FROM json_to_recordset(${images}) AS r(n int, x json)),
  x AS MATERIALIZED (
    SELECT r.n AS ${SIDE}, p.*
    FROM r
    CROSS JOIN LATERAL json_populate_record(NULL::${targetSql(ctx, entity)}, r.x) p
  )`;

/**
 * Sides of changes as the log and the rows of now have them: the row after a last change, and with the `old` values in place
 * of its own before it.
 */
function loggedRows(
  ctx: Definitions,
  entity: Entity,
  { ids, positions, sinceDay }: Extract<SourceSlots, { ids: Slot }>,
): Sql {
  const rows = relationSql({ ctx, rights: 'system' }, entity, 'named');
  const since = sql`${literal(sinceDay)}::timestamptz`;
  const [table, c, g] = [targetSql(ctx, entity), raw('c'), raw('g')];
  return sql`
    w AS MATERIALIZED (
      SELECT (2 * (w.n - 1))::int AS n, w.id, c.operation, c.old,
        c.operation <> 'Delete' AND EXISTS (
          SELECT FROM platform.change g
          WHERE ${ownChangesOf(ctx, entity, since, g)} AND g.position > w.position
        ) AS goes_on
      FROM unnest(${ids}, ${positions}) WITH ORDINALITY AS w(id, position, n)
      JOIN platform.change c ON ${ownChangesOf(ctx, entity, since, c)} AND c.position = w.position
    ),
    x AS MATERIALIZED (
      SELECT w.n + 1 AS ${SIDE}, t.*
      FROM w
      JOIN ${rows} t ON t."Id" = w.id
      WHERE w.operation <> 'Delete' AND NOT w.goes_on
      UNION ALL
      SELECT w.n, p.*
      FROM w
      JOIN ${rows} t ON t."Id" = w.id
      CROSS JOIN LATERAL json_populate_record(ROW(t.*)::${table}, w.old) p
      WHERE w.operation = 'Update' AND NOT w.goes_on
      UNION ALL
      SELECT w.n, p.*
      FROM w
      CROSS JOIN LATERAL json_populate_record(NULL::${table}, w.old) p
      WHERE w.operation = 'Delete'
    )`;
}
