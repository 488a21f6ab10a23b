import { followingFields, inputsOf } from '#core/expressions/computed-field.js';
import { computedSql } from '#core/expressions/expression.sql.js';
import { ident, render } from '#core/sql/sql.js';
import { computed, row } from './derived-row.js';

const sqlOf = (expression: string, resultType: string): string => {
  const field = computed('X', expression, resultType);
  return render(computedSql(field, { fields: row(field), column: ({ name }) => ident(name) })).text;
};

it.each([
  ['Int * Decimal', 'Decimal', 'round(("Int"::numeric * "Decimal"::numeric), 2)'],
  ['int', 'Int', '("Int"::numeric)::bigint'],
  ['1 - 2', 'Int', '((1::numeric - 2::numeric))::bigint'],
  ['Int / 4', 'Decimal', `round(("Int"::numeric * 1.${'0'.repeat(20)} / NULLIF(4::numeric, 0)), 2)`],
  ['- -Int', 'Decimal', 'round((- (- "Int"::numeric)), 2)'],
  ['Round(Decimal, 0)', 'Int', '(round("Decimal"::numeric, 0))::bigint'],
  ["Text || ' '", 'Text', `("Text" || ' '::text)`],
  ["AutoNumber || Int || '\\'", 'Text', `(("AutoNumber" || ("Int"::numeric)::text) || E'\\\\'::text)`],
  ["Coalesce(Enum, 'it''s')", 'Text', `COALESCE("Enum", 'it''s'::text)`],
  ['Coalesce(Int, Decimal, 0)', 'Decimal', 'round(COALESCE("Int"::numeric, "Decimal"::numeric, 0::numeric), 2)'],
  ['Date', 'Date', '"Date"'],
  ['Coalesce(DateTime, DateTime)', 'DateTime', 'COALESCE("DateTime", "DateTime")'],
  ['Bool', 'Bool', '"Bool"'],
])('compiles %s with the type %s', (expression, resultType, expected) =>
  expect(sqlOf(expression, resultType)).toBe(expected),
);

it('inlines the expressions of other computed fields', () => {
  const net = computed('Net', 'Int * Decimal', 'Decimal', { scale: 2 });
  const gross = computed('Gross', 'Net * 1.19', 'Decimal', { scale: 2 });
  const fields = row(net, gross);
  expect(render(computedSql(gross, { fields, column: ({ name }) => ident(name) })).text).toBe(
    'round((round(("Int"::numeric * "Decimal"::numeric), 2)::numeric * 1.19::numeric), 2)',
  );
  expect([...inputsOf(gross, fields)]).toEqual(['Int', 'Decimal']);
  expect(followingFields(fields, new Set(['Decimal']))).toEqual([net, gross]);
  expect(followingFields(fields, new Set(['Text']))).toEqual([]);
});
