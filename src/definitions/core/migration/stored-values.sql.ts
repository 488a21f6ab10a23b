import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { allOf, ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';

/** Test that stored values must pass before a definition may require it. */
export interface ValueTest {
  /** Member of the field's definition. */
  readonly member: string;
  /** TRUE for a row that breaks it. */
  readonly broken: Sql;
}

const column = ({ name }: Field): Sql => sql`t.${ident(name)}`;

const emptySql = (field: Field): Sql => {
  const value = column(field);
  if (field.type === 'Text' || field.type === 'LongText') return sql`(${value} IS NULL OR ${value} = '')`;
  return field.type === 'MultiEnum' ? sql`(${value} IS NULL OR ${value} = '{}')` : sql`${value} IS NULL`;
};

const boundLiteral = (field: Field, text: string): Sql =>
  sql`${literal(text)}::${raw(valueTypeOf(field).operandType(field))}`;

const declared = ({ values }: Field): Sql => sql`ARRAY[${list(values.map(({ value }) => literal(value)))}]::text[]`;

/** Each member that a stored value can break; Regex and Format are tested by the service. */
const TESTS: Readonly<Record<string, (field: Field) => Sql | undefined>> = {
  Required: (field) => (field.required ? emptySql(field) : undefined),
  MinLength: (field) =>
    field.minLength === undefined ? undefined : sql`char_length(${column(field)}) < ${raw(String(field.minLength))}`,
  MaxLength: (field) =>
    field.maxLength === undefined ? undefined : sql`char_length(${column(field)}) > ${raw(String(field.maxLength))}`,
  Min: (field) => (field.min === undefined ? undefined : sql`${column(field)} < ${boundLiteral(field, field.min)}`),
  Max: (field) => (field.max === undefined ? undefined : sql`${column(field)} > ${boundLiteral(field, field.max)}`),
  Values: (field) => {
    if (field.type === 'Enum') return sql`${column(field)} <> ALL(${declared(field)})`;
    return field.type === 'MultiEnum' ? sql`NOT (${column(field)} <@ ${declared(field)})` : undefined;
  },
};

/** Tests that stored values of a field must pass. */
export function valueTests(ctx: Definitions, field: Field): readonly ValueTest[] {
  const own = Object.entries(TESTS).flatMap(([member, test]): readonly ValueTest[] => {
    const broken = test(field);
    return broken ? [{ member, broken }] : [];
  });
  if (!field.target) return own;
  const targets = storedRows(ctx, ctx.catalogue.entity(field.target));
  const value = column(field);
  const missing = sql`${value} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${targets} x WHERE x."Id" = ${value})`;
  return [...own, { member: 'TargetId', broken: missing }];
}

/** All rows of an entity, deleted ones too: a column's rules hold for them as well. */
const storedRows = (ctx: Definitions, entity: Entity): Sql => relationSql({ ctx, rights: 'system' }, entity, 'stored');

/** One row with `n0`, `n1` …: how many rows break each test. */
export function compileBroken(ctx: Definitions, entity: Entity, tests: readonly Sql[]): Sql {
  const counts = tests.map((test, i) => sql`count(*) FILTER (WHERE ${test})::int AS ${ident(`n${i}`)}`);
  return sql`SELECT ${list(counts)} FROM ${storedRows(ctx, entity)} t`;
}

/** Each text that a field has, and in how many rows: `value`, `n`. */
export const compileTexts = (ctx: Definitions, entity: Entity, field: Field): Sql =>
  sql`
    SELECT ${column(field)} AS value, count(*)::int AS n
    FROM ${storedRows(ctx, entity)} t
    WHERE ${column(field)} IS NOT NULL
    GROUP BY ${column(field)}`;

/** Counts the live rows that share their values of a unique key with another one, as `n0`. */
export function compileDuplicates(ctx: Definitions, entity: Entity, key: readonly Field[]): Sql {
  const live = relationSql({ ctx, rights: 'system' }, entity);
  const given = allOf(key.map((field) => sql`${column(field)} IS NOT NULL`));
  const values = list(key.map((field) => valueTypeOf(field).comparable(column(field), field)));
  const groups = sql`
    SELECT count(*) AS n
    FROM ${live} t
    WHERE ${given}
    GROUP BY ${values}
    HAVING count(*) > 1`;
  return sql`SELECT COALESCE(sum(d.n), 0)::int AS n0 FROM (${groups}) d`;
}
