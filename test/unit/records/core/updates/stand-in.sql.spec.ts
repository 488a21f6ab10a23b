import type { Field } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { render, raw } from '#core/sql/sql.js';
import { hasStandIn, standInSql } from '#records/core/updates/stand-in.sql.js';

const fieldOf = (type: Field['type'], required: boolean, more: Partial<Field> = {}): Field => ({
  ...PLAIN_FIELD,
  id: 'f',
  entityName: 'E',
  name: 'F',
  type,
  required,
  ...more,
});

const textOf = (field: Field): string => render(standInSql(field, { id: raw('t."Id"'), rows: raw('s."E"') })).text;

// See docs/interface/records.md#unique-rules
it('is null where the column may be', () => {
  expect(textOf(fieldOf('Int', false))).toBe('NULL::bigint');
  expect(textOf(fieldOf('Bool', false))).toBe('NULL::boolean');
});

it.each<[Field['type'], RegExp]>([
  ['Text', /^'stand-in ' \|\| t\."Id"$/],
  ['MultiEnum', /^ARRAY\['stand-in ' \|\| t\."Id"\]$/],
  ['Int', /md5\(t\."Id"::text\)/],
  ['Date', /^date '9999-12-31' \+ /],
  ['DateTime', /^timestamptz '9999-12-31' \+ /],
  // The Id itself may be a value of another record.
  ['Uuid', /^md5\('stand-in ' \|\| t\."Id"\)::uuid$/],
  ['Lookup', /^md5\('stand-in ' \|\| t\."Id"\)::uuid$/],
])('follows from the Id for a required %s', (type, expected) => {
  expect(textOf(fieldOf(type, true))).toMatch(expected);
});

it('of a Decimal has its digits, and is looked for where there are few', () => {
  const many = textOf(fieldOf('Decimal', true, { precision: 18, scale: 2 }));
  expect(many).toMatch(/^- \(.* % 1000000000000000000\) \* numeric '1e-2'$/);
  const few = textOf(fieldOf('Decimal', true, { precision: 3, scale: 1 }));
  expect(few).toMatch(/generate_series\(0, 999\).* % 1000\) \* numeric '1e-1'.*FROM s\."E" z WHERE z\."F" = c\.v/s);
});

it('exists for all but a required Bool', () => {
  expect(hasStandIn(fieldOf('Bool', true))).toBe(false);
  expect(hasStandIn(fieldOf('Bool', false))).toBe(true);
  expect(hasStandIn(fieldOf('Lookup', true))).toBe(true);
});
