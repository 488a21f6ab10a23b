import { compileWhere } from '../../../support/where-compiler.js';

/** Compares without regard to letter case. */
const ci = (text: string): string => `lower(${text} COLLATE "und-x-icu")`;
/** Start of an enum's place in the declared order. */
const place = `array_position(ARRAY['Small', 'Large', 'Old']::text[], `;

const test = (FieldName: string, Operator: string, Value?: unknown, ValueType?: number): object => ({
  Filters: [{ FieldName, Operator, Value, ValueType }],
});

const ORDERS = '(SELECT * FROM "env_test"."Order" r WHERE NOT r."IsDeleted")';

// Requirement: R62, R63, T8
it.each([
  ['Name', 'TaxId', 'te1."TaxId" = t."Name"'],
  ['TaxId', 'TaxId', `${ci('te1."TaxId"')} = ${ci('t."TaxId"')}`],
  ['CreditLimit', 'Total', 'te1."Total" = t."CreditLimit"'],
  ['Employees', 'Total', 'te1."Total" = t."Employees"'],
  ['Since', 'OrderDate', 'te1."OrderDate" = t."Since"'],
  ['LastSeen', 'OrderDate', `(te1."OrderDate"::timestamp AT TIME ZONE 'UTC') = t."LastSeen"`],
  ['Id', 'CustomerId', 'te1."CustomerId" = t."Id"'],
])('compiles %s ExistsIn Order.%s and NotExistsIn', (field, FieldName, equal) => {
  const rows = { EntityName: 'order', FieldName };
  const exists = `EXISTS (SELECT 1 FROM ${ORDERS} te1 WHERE ${equal})`;
  expect(compileWhere(test(field, 'ExistsIn', rows)).text).toBe(exists);
  expect(compileWhere(test(field, 'NotExistsIn', rows)).text).toBe(`(t."${field}" IS NOT NULL AND NOT ${exists})`);
  const nullSafe = compileWhere(test(field, 'NotExistsIn', rows), { nullSafeNegation: true });
  expect(nullSafe.text).toBe(`NOT ${exists}`);
});

// Requirement: R62, T8
it('joins lookups inside a nested ExistsIn', () => {
  const regions = test('Name', 'EqualTo', 'EU');
  const inner = test('CustomerId.RegionId', 'ExistsIn', {
    EntityName: 'Region',
    FieldName: 'Id',
    WhereClause: regions,
  });
  const { text } = compileWhere(
    test('Id', 'ExistsIn', { EntityName: 'Order', FieldName: 'CustomerId', WhereClause: inner }),
  );
  expect(text).toBe(
    `EXISTS (SELECT 1 FROM ${ORDERS} te1` +
      ' LEFT JOIN (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") te1j1 ON te1j1."Id" = te1."CustomerId"' +
      ' WHERE (te1."CustomerId" = t."Id" AND EXISTS (SELECT 1 FROM' +
      ' (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") te1e1' +
      ' WHERE (te1e1."Id" = te1j1."RegionId" AND te1e1."Name" = $1::text))))',
  );
});

// Requirement: R66, T6
it.each([
  ['NotEqualTo', 'a', 't."Name" <> $1::text'],
  ['NOTIN', 'a', 't."Name" <> ALL($1::text[])'],
  ['NotStartsWith', 'a', `${ci('t."Name"')} NOT LIKE ${ci('$1::text')}`],
  ['NotBetween', 'a,b', 't."Name" NOT BETWEEN $1::text AND $2::text'],
])('lets %s match a null field with NullSafeNegation', (operator, value, text) => {
  const where = test('Name', operator, value);
  expect(compileWhere(where, { nullSafeNegation: true }).text).toBe(`(${text} OR t."Name" IS NULL)`);
});

// Requirement: R66
it.each(['EqualTo', 'Contains', 'IN', 'GreaterThan'])('does not change %s with NullSafeNegation', (operator) => {
  const where = test('Name', operator, 'a');
  expect(compileWhere(where, { nullSafeNegation: true }).text).toBe(compileWhere(where).text);
});

// Requirement: R38–R40, T4
it.each([
  ['1', 'A'],
  ['1 AND 2', '(A AND B)'],
  ['1 OR 2 AND 3', '(A OR (B AND C))'],
  ['(1 OR 2) AND NOT 3', '((A OR B) AND NOT (C))'],
  ['NOT (1 AND 2)', 'NOT ((A AND B))'],
])('compiles FilterLogic %j to %s', (FilterLogic, expected) => {
  const count = Math.max(...FilterLogic.match(/\d/g)!.map(Number));
  const Filters = Array.from({ length: count }, (_, i) => ({
    FieldName: 'Name',
    Operator: 3,
    Value: 'x',
    Sequence: i + 1,
  }));
  const { text } = compileWhere({ Filters, FilterLogic });
  expect(text.replaceAll(/t\."Name" = \$(\d)::text/g, (_, n) => 'ABC'[Number(n) - 1])).toBe(expected);
});

// Requirement: R65
it.each([
  ['CreditLimit', 'GreaterThan', 'Employees', 't."CreditLimit" > t."Employees"'],
  ['Since', 'LessThan', 'LastSeen', `(t."Since"::timestamp AT TIME ZONE 'UTC') < t."LastSeen"`],
  ['LastSeen', 'LessThan', 'Since', `t."LastSeen" < (t."Since"::timestamp AT TIME ZONE 'UTC')`],
  ['TaxId', 'EqualTo', 'Name', `${ci('t."TaxId"')} = ${ci('t."Name"')}`],
  ['Segment', 'LessThan', 'Segment', `${place}t."Segment") < ${place}t."Segment")`],
  [
    'Since',
    'Between',
    ['CreatedOn', 'Since'],
    expect.stringContaining(`BETWEEN t."CreatedOn" AND (t."Since"::timestamp`),
  ],
  ['OwnerId', 'EqualTo', 'createdby', 't."OwnerId" = t."CreatedBy"'],
  ['Tags', 'Contains', 'Tags', 't."Tags" @> t."Tags"'],
  [
    'Name',
    'StartsWith',
    'Notes',
    String.raw`${ci('t."Name"')} LIKE ${ci(String.raw`('' || regexp_replace(t."Notes", '([\\%_])', '\\\1', 'g') || '%')`)}`,
  ],
])('compiles %s %s against the field %j', (field, operator, other, text) => {
  expect(compileWhere(test(field, operator, other, 3)).text).toEqual(text);
});
