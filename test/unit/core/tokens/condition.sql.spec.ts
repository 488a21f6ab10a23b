import { compileCondition } from '#core/tokens/condition.sql.js';
import { planCondition, type ConditionPlan } from '#core/tokens/plan-condition.js';
import { plainField, type TokenType } from '#core/tokens/token-types.js';
import { render } from '#core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../support/json-of.js';

const ctx = fixtureContext();
const TYPES: Readonly<Record<string, TokenType>> = {
  Total: plainField('Decimal'),
  Word: plainField('Text'),
  Id: plainField('Uuid'),
  'Record.TaxId': fixtureEntity('Customer').fields.get('taxid')!,
  Answer: 'Any',
};

const plan = (filters: readonly object[], values: Readonly<Record<string, unknown>>): ConditionPlan =>
  planCondition(ctx, {
    json: jsonOf({ Filters: filters }),
    path: 'When',
    typeOf: ({ text }) => TYPES[text],
    find: ({ text }) => jsonOf(values[text]),
  });
const text = (made: ConditionPlan): string => render(compileCondition(made)).text;
const values = (made: ConditionPlan): readonly unknown[] => made.args.values.slice(8);

// Requirement: R69
it('judges the values as a row of typed parameters', () => {
  const made = plan([{ FieldName: 'Total', Operator: 'GreaterThan', Value: 5 }], { Total: '7.123' });
  expect(text(made)).toBe('SELECT (t."c1" > $1::numeric) IS TRUE AS held FROM (SELECT $2::numeric AS "c1") t');
  expect(values(made)).toEqual(['7.123', '5.00']);
});

// Requirement: R69
it('compares texts by the collation of stored ones and by the letter case of their field', () => {
  const made = plan([{ FieldName: 'Record.TaxId', Operator: 'EqualTo', Value: 'Word', ValueType: 3 }], { Word: 'x' });
  expect(text(made)).toBe(
    'SELECT (lower(t."c1" COLLATE "und-x-icu") = lower(t."c2" COLLATE "und-x-icu")) IS TRUE AS held ' +
      'FROM (SELECT $1::text COLLATE "C" AS "c1", $2::text COLLATE "C" AS "c2") t',
  );
  expect(values(made)).toEqual([null, 'x']);
});

it('reads other entities by the rights of the call', () => {
  const source = { EntityName: 'Order', FieldName: 'CustomerId' };
  const made = plan([{ FieldName: 'Id', Operator: 'ExistsIn', Value: source }], {});
  expect(text(made)).toContain('EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted"');
});

it('holds without filters', () => {
  expect(text(plan([], {}))).toBe('SELECT (true) IS TRUE AS held');
});

it('has one key for one text', () => {
  const of = (value: unknown, given: unknown): ConditionPlan =>
    plan([{ FieldName: 'Answer', Operator: 'EqualTo', Value: value }], { Answer: given });
  expect(of(1, 2).key).toBe(of(3, 4).key);
  expect(of(1, 2).key).not.toBe(of('a', 'b').key);
  expect(text(of(1, 2))).not.toBe(text(of('a', 'b')));
});

// Requirement: R69
it.each([
  [5, 'x', 'numeric'],
  [true, true, 'boolean'],
  ['2026-01-01', '2026-02-01', 'date'],
  ['2026-01-01T10:00:00Z', '2026-02-01', 'timestamptz'],
  ['2026-01-01', 'soon', 'text'],
  [null, 5, 'numeric'],
  [null, 'x', 'text'],
  [{ a: 1 }, { a: 1 }, 'jsonb'],
])('infers the type of %j beside %j', (given, operand, type) => {
  const isFaulty = type === 'numeric' && operand === 'x';
  const made = (): ConditionPlan =>
    plan([{ FieldName: 'Answer', Operator: 'EqualTo', Value: operand }], { Answer: given });
  if (isFaulty) expect(made).toThrow('can only be compared with');
  else expect(made().row[0].type).toBe(type);
});

it('gives an inferred token the type of the token beside it', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const made = plan([{ FieldName: 'Answer', Operator: 'EqualTo', Value: 'Id', ValueType: 3 }], { Answer: id, Id: id });
  expect(made.row.map(({ type }) => type)).toEqual(['uuid', 'uuid']);
});

it('refuses a value of another type', () => {
  expect(() => plan([{ FieldName: 'Total', Operator: 'EqualTo', Value: 1 }], { Total: 'x' })).toThrow(
    '{{Total}} must be a number, not text.',
  );
});
