import { compileWhere } from '../../../support/where-compiler.js';

const UPPER = '0000000A-0000-4000-8000-00000000000B';
const LOWER = UPPER.toLowerCase();

/** Compares without regard to letter case. */
const ci = (text: string): string => `lower(${text} COLLATE "und-x-icu")`;
/** Start of an enum's place in the declared order. */
const place = `array_position(ARRAY['Small', 'Large', 'Old']::text[], `;

const test = (FieldName: string, Operator: string, Value?: unknown): object => ({
  Filters: [{ FieldName, Operator, Value }],
});

// Requirement: R46–R68, T6, T7, T10
it.each<[field: string, operator: string, value: unknown, text: string, values: unknown[]]>([
  // text
  ['Name', 'GreaterThan', 'a_b', 't."Name" > $1::text', ['a_b']],
  ['Name', 'LessThan', 'a_b', 't."Name" < $1::text', ['a_b']],
  ['Name', 'EqualTo', 'a_b', 't."Name" = $1::text', ['a_b']],
  ['Name', 'IN', ['a_b', 'c'], 't."Name" = ANY($1::text[])', [['a_b', 'c']]],
  ['Name', 'NOTIN', ['a_b', 'c'], 't."Name" <> ALL($1::text[])', [['a_b', 'c']]],
  ['Name', 'IsNULL', undefined, 't."Name" IS NULL', []],
  ['Name', 'IsNotNULL', undefined, 't."Name" IS NOT NULL', []],
  ['Name', 'NotEqualTo', 'a_b', 't."Name" <> $1::text', ['a_b']],
  ['Name', 'GreaterThanOrEqualTo', 'a_b', 't."Name" >= $1::text', ['a_b']],
  ['Name', 'LessThanOrEqualTo', 'a_b', 't."Name" <= $1::text', ['a_b']],
  ['Name', 'Contains', 'a_b', `${ci(`t."Name"`)} LIKE ${ci(`$1::text`)}`, ['%a\\_b%']],
  ['Name', 'NotContains', 'a_b', `${ci(`t."Name"`)} NOT LIKE ${ci(`$1::text`)}`, ['%a\\_b%']],
  ['Name', 'StartsWith', 'a_b', `${ci(`t."Name"`)} LIKE ${ci(`$1::text`)}`, ['a\\_b%']],
  ['Name', 'NotStartsWith', 'a_b', `${ci(`t."Name"`)} NOT LIKE ${ci(`$1::text`)}`, ['a\\_b%']],
  ['Name', 'EndsWith', 'a_b', `${ci(`t."Name"`)} LIKE ${ci(`$1::text`)}`, ['%a\\_b']],
  ['Name', 'NotEndsWith', 'a_b', `${ci(`t."Name"`)} NOT LIKE ${ci(`$1::text`)}`, ['%a\\_b']],
  ['Name', 'Between', ['a_b', 'c'], 't."Name" BETWEEN $1::text AND $2::text', ['a_b', 'c']],
  ['Name', 'NotBetween', ['a_b', 'c'], 't."Name" NOT BETWEEN $1::text AND $2::text', ['a_b', 'c']],
  [
    'Name',
    'SplitContains',
    ['a_b', 'c'],
    `${ci(`t."Name"`)} LIKE ANY(ARRAY(SELECT ${ci(`v`)} FROM unnest($1::text[]) v))`,
    [['%a\\_b%', '%c%']],
  ],
  [
    'Name',
    'NotSplitContains',
    ['a_b', 'c'],
    `${ci(`t."Name"`)} NOT LIKE ALL(ARRAY(SELECT ${ci(`v`)} FROM unnest($1::text[]) v))`,
    [['%a\\_b%', '%c%']],
  ],
  // text, CaseInsensitive
  ['TaxId', 'GreaterThan', 'de1', `${ci(`t."TaxId"`)} > ${ci(`$1::text`)}`, ['de1']],
  ['TaxId', 'EqualTo', 'de1', `${ci(`t."TaxId"`)} = ${ci(`$1::text`)}`, ['de1']],
  [
    'TaxId',
    'IN',
    ['de1', 'DE2'],
    `${ci(`t."TaxId"`)} = ANY(ARRAY(SELECT ${ci(`v`)} FROM unnest($1::text[]) v))`,
    [['de1', 'DE2']],
  ],
  [
    'TaxId',
    'NOTIN',
    ['de1', 'DE2'],
    `${ci(`t."TaxId"`)} <> ALL(ARRAY(SELECT ${ci(`v`)} FROM unnest($1::text[]) v))`,
    [['de1', 'DE2']],
  ],
  ['TaxId', 'NotEqualTo', 'de1', `${ci(`t."TaxId"`)} <> ${ci(`$1::text`)}`, ['de1']],
  ['TaxId', 'Contains', 'de1', `${ci(`t."TaxId"`)} LIKE ${ci(`$1::text`)}`, ['%de1%']],
  [
    'TaxId',
    'Between',
    ['de1', 'DE2'],
    `${ci(`t."TaxId"`)} BETWEEN ${ci(`$1::text`)} AND ${ci(`$2::text`)}`,
    ['de1', 'DE2'],
  ],
  // number (Decimal)
  ['CreditLimit', 'GreaterThan', '12.50', 't."CreditLimit" > $1::numeric', ['12.50']],
  ['CreditLimit', 'LessThan', '12.50', 't."CreditLimit" < $1::numeric', ['12.50']],
  ['CreditLimit', 'EqualTo', '12.50', 't."CreditLimit" = $1::numeric', ['12.50']],
  ['CreditLimit', 'IN', ['12.50', 7], 't."CreditLimit" = ANY($1::numeric[])', [['12.50', '7.00']]],
  ['CreditLimit', 'NOTIN', ['12.50', 7], 't."CreditLimit" <> ALL($1::numeric[])', [['12.50', '7.00']]],
  ['CreditLimit', 'IsNULL', undefined, 't."CreditLimit" IS NULL', []],
  ['CreditLimit', 'IsNotNULL', undefined, 't."CreditLimit" IS NOT NULL', []],
  ['CreditLimit', 'NotEqualTo', '12.50', 't."CreditLimit" <> $1::numeric', ['12.50']],
  ['CreditLimit', 'GreaterThanOrEqualTo', '12.50', 't."CreditLimit" >= $1::numeric', ['12.50']],
  ['CreditLimit', 'LessThanOrEqualTo', '12.50', 't."CreditLimit" <= $1::numeric', ['12.50']],
  ['CreditLimit', 'Between', ['12.50', 7], 't."CreditLimit" BETWEEN $1::numeric AND $2::numeric', ['12.50', '7.00']],
  [
    'CreditLimit',
    'NotBetween',
    ['12.50', 7],
    't."CreditLimit" NOT BETWEEN $1::numeric AND $2::numeric',
    ['12.50', '7.00'],
  ],
  // number (Int)
  ['Employees', 'EqualTo', 5, 't."Employees" = $1::bigint', ['5']],
  ['Employees', 'IN', [5, '6'], 't."Employees" = ANY($1::bigint[])', [['5', '6']]],
  ['Employees', 'Between', [5, '6'], 't."Employees" BETWEEN $1::bigint AND $2::bigint', ['5', '6']],
  // bool
  ['IsActive', 'EqualTo', 'TRUE', 't."IsActive" = $1::boolean', [true]],
  ['IsActive', 'IN', ['TRUE', false], 't."IsActive" = ANY($1::boolean[])', [[true, false]]],
  ['IsActive', 'NOTIN', ['TRUE', false], 't."IsActive" <> ALL($1::boolean[])', [[true, false]]],
  ['IsActive', 'IsNULL', undefined, 't."IsActive" IS NULL', []],
  ['IsActive', 'IsNotNULL', undefined, 't."IsActive" IS NOT NULL', []],
  ['IsActive', 'NotEqualTo', 'TRUE', 't."IsActive" <> $1::boolean', [true]],
  // time (Date)
  ['Since', 'GreaterThan', '2026-01-31', 't."Since" > $1::date', ['2026-01-31']],
  ['Since', 'LessThan', '2026-01-31', 't."Since" < $1::date', ['2026-01-31']],
  ['Since', 'EqualTo', '2026-01-31', 't."Since" = $1::date', ['2026-01-31']],
  [
    'Since',
    'IN',
    ['2026-01-31', '2026-02-01T00:00:00Z'],
    't."Since" = ANY($1::date[])',
    [['2026-01-31', '2026-02-01']],
  ],
  [
    'Since',
    'NOTIN',
    ['2026-01-31', '2026-02-01T00:00:00Z'],
    't."Since" <> ALL($1::date[])',
    [['2026-01-31', '2026-02-01']],
  ],
  ['Since', 'IsNULL', undefined, 't."Since" IS NULL', []],
  ['Since', 'IsNotNULL', undefined, 't."Since" IS NOT NULL', []],
  ['Since', 'NotEqualTo', '2026-01-31', 't."Since" <> $1::date', ['2026-01-31']],
  ['Since', 'GreaterThanOrEqualTo', '2026-01-31', 't."Since" >= $1::date', ['2026-01-31']],
  ['Since', 'LessThanOrEqualTo', '2026-01-31', 't."Since" <= $1::date', ['2026-01-31']],
  [
    'Since',
    'Between',
    ['2026-01-31', '2026-02-01T00:00:00Z'],
    't."Since" BETWEEN $1::date AND $2::date',
    ['2026-01-31', '2026-02-01'],
  ],
  [
    'Since',
    'NotBetween',
    ['2026-01-31', '2026-02-01T00:00:00Z'],
    't."Since" NOT BETWEEN $1::date AND $2::date',
    ['2026-01-31', '2026-02-01'],
  ],
  // time (DateTime)
  ['LastSeen', 'GreaterThan', '2026-01-31', 't."LastSeen" > $1::timestamptz', ['2026-01-31T00:00:00Z']],
  ['LastSeen', 'EqualTo', '2026-01-31', 't."LastSeen" = $1::timestamptz', ['2026-01-31T00:00:00Z']],
  [
    'LastSeen',
    'IN',
    ['2026-01-31', '2026-02-01T10:00:00+02:00'],
    't."LastSeen" = ANY($1::timestamptz[])',
    [['2026-01-31T00:00:00Z', '2026-02-01T08:00:00Z']],
  ],
  [
    'LastSeen',
    'Between',
    ['2026-01-31', '2026-02-01T10:00:00+02:00'],
    't."LastSeen" BETWEEN $1::timestamptz AND $2::timestamptz',
    ['2026-01-31T00:00:00Z', '2026-02-01T08:00:00Z'],
  ],
  // id
  ['RegionId', 'EqualTo', UPPER, 't."RegionId" = $1::uuid', [LOWER]],
  ['RegionId', 'IN', [UPPER, UPPER], 't."RegionId" = ANY($1::uuid[])', [[LOWER, LOWER]]],
  ['RegionId', 'NOTIN', [UPPER, UPPER], 't."RegionId" <> ALL($1::uuid[])', [[LOWER, LOWER]]],
  ['RegionId', 'IsNULL', undefined, 't."RegionId" IS NULL', []],
  ['RegionId', 'IsNotNULL', undefined, 't."RegionId" IS NOT NULL', []],
  ['RegionId', 'NotEqualTo', UPPER, 't."RegionId" <> $1::uuid', [LOWER]],
  // enum
  ['Segment', 'GreaterThan', 'Small', `${place}t."Segment") > ${place}$1::text)`, ['Small']],
  ['Segment', 'LessThan', 'Small', `${place}t."Segment") < ${place}$1::text)`, ['Small']],
  ['Segment', 'EqualTo', 'Small', 't."Segment" = $1::text', ['Small']],
  ['Segment', 'IN', ['Small', 'Old'], 't."Segment" = ANY($1::text[])', [['Small', 'Old']]],
  ['Segment', 'NOTIN', ['Small', 'Old'], 't."Segment" <> ALL($1::text[])', [['Small', 'Old']]],
  ['Segment', 'IsNULL', undefined, 't."Segment" IS NULL', []],
  ['Segment', 'IsNotNULL', undefined, 't."Segment" IS NOT NULL', []],
  ['Segment', 'NotEqualTo', 'Small', 't."Segment" <> $1::text', ['Small']],
  ['Segment', 'GreaterThanOrEqualTo', 'Small', `${place}t."Segment") >= ${place}$1::text)`, ['Small']],
  ['Segment', 'LessThanOrEqualTo', 'Small', `${place}t."Segment") <= ${place}$1::text)`, ['Small']],
  [
    'Segment',
    'Between',
    ['Small', 'Old'],
    `${place}t."Segment") BETWEEN ${place}$1::text) AND ${place}$2::text)`,
    ['Small', 'Old'],
  ],
  [
    'Segment',
    'NotBetween',
    ['Small', 'Old'],
    `${place}t."Segment") NOT BETWEEN ${place}$1::text) AND ${place}$2::text)`,
    ['Small', 'Old'],
  ],
  // set
  ['Tags', 'EqualTo', 'Late', '(t."Tags" @> $1::text[] AND t."Tags" <@ $1::text[])', [['Late']]],
  ['Tags', 'IsNULL', undefined, 't."Tags" IS NULL', []],
  ['Tags', 'IsNotNULL', undefined, 't."Tags" IS NOT NULL', []],
  ['Tags', 'NotEqualTo', 'Late', 'NOT (t."Tags" @> $1::text[] AND t."Tags" <@ $1::text[])', [['Late']]],
  ['Tags', 'Contains', 'Late', 't."Tags" @> $1::text[]', [['Late']]],
  ['Tags', 'NotContains', 'Late', 'NOT (t."Tags" @> $1::text[])', [['Late']]],
  ['Tags', 'SplitContains', ['Late', 'Vip'], 't."Tags" && $1::text[]', [['Vip', 'Late']]],
  ['Tags', 'NotSplitContains', ['Late', 'Vip'], 'NOT (t."Tags" && $1::text[])', [['Vip', 'Late']]],
  // json
  ['Extra', 'EqualTo', { a: 1 }, 't."Extra" = $1::jsonb', ['{"a":1}']],
  ['Extra', 'IsNULL', undefined, 't."Extra" IS NULL', []],
  ['Extra', 'IsNotNULL', undefined, 't."Extra" IS NOT NULL', []],
  ['Extra', 'NotEqualTo', { a: 1 }, 't."Extra" <> $1::jsonb', ['{"a":1}']],
])('compiles %s %s %j', (field, operator, value, text, values) => {
  expect(compileWhere(test(field, operator, value))).toMatchObject({ text, values });
});
