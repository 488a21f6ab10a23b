import { FromClause } from '#core/criteria/from-clause.js';
import { Slot, raw, render } from '#core/sql/sql.js';
import { afterParts, afterSql, keyColumns, keysJson, orderSql } from '#queries/core/select/sort.sql.js';
import { planOf } from './query.js';

/** The keys of `Sort`, such as `Name` or `-Name` for descending. */
function sortOf(...names: readonly string[]) {
  const Sort = names.map((name) => ({ FieldName: name.replace('-', ''), Direction: name.startsWith('-') ? 2 : 1 }));
  const { sort, reader, entity } = planOf({ EntityName: 'Customer', Sort });
  return { sort, frame: new FromClause(reader, entity, 't') };
}

// Requirement: R43
it.each([
  [[], 't."CreatedOn", t."Id"'],
  [['Name', '-Since'], 't."Name", t."Since" DESC, t."Id" DESC'],
  [['TaxId'], 'lower(t."TaxId" COLLATE "und-x-icu"), t."Id"'],
  [['-Segment'], `array_position(ARRAY['Small', 'Large', 'Old']::text[], t."Segment") DESC, t."Id" DESC`],
  [['RegionId.Name', '-Id'], 'tj1."Name", t."Id" DESC'],
])('orders by %j as the types compare, with nulls as in PostgreSQL', (names, text) => {
  const { sort, frame } = sortOf(...names);
  expect(render(orderSql(sort, frame)).text).toBe(text);
});

/** A digit is the slot of the key's value, 0 a key that was null. */
// Requirement: T20
it.each<[names: string[], place: string, parts: string[]]>([
  [['Id'], '1', ['t."Id" > $1::x']],
  [['-Id'], '1', ['t."Id" < $1::x']],
  [[], '12', ['(t."CreatedOn", t."Id") > ($1::x, $2::x)']],
  [['Name'], '12', ['(t."Name", t."Id") > ($1::x, $2::x)']],
  [['-Name'], '12', ['(t."Name", t."Id") < ($1::x, $2::x)']],
  [['Since'], '12', ['(t."Since", t."Id") > ($1::x, $2::x)', 't."Since" IS NULL']],
  [['-Since'], '12', ['(t."Since", t."Id") < ($1::x, $2::x)']],
  [['Since'], '02', ['(t."Since" IS NULL AND t."Id" > $1::x)']],
  [['-Since'], '02', ['t."Since" IS NOT NULL', '(t."Since" IS NULL AND t."Id" < $1::x)']],
  [['-Since', 'Name'], '123', ['t."Since" < $1::x', '(t."Since" = $1::x AND (t."Name", t."Id") > ($2::x, $3::x))']],
  [
    ['Since', 'Employees'],
    '123',
    [
      '(t."Since", t."Employees", t."Id") > ($1::x, $2::x, $3::x)',
      't."Since" IS NULL',
      '(t."Since" = $1::x AND t."Employees" IS NULL)',
    ],
  ],
  [
    ['Since', '-Employees'],
    '003',
    [
      '(t."Since" IS NULL AND t."Employees" IS NOT NULL)',
      '(t."Since" IS NULL AND t."Employees" IS NULL AND t."Id" < $1::x)',
    ],
  ],
])('selects rows of the order %j after the place %s by ranges of an index', (names, place, parts) => {
  const { sort, frame } = sortOf(...names);
  const slots = place.split('').map((digit) => (digit === '0' ? null : new Slot(Number(digit), 'x')));
  const texts = afterParts(sort, slots, frame).map((part) => render(part).text);
  // Each is rendered for itself, so that its parameters begin with $1.
  const numbered = texts.map((text) => text.replaceAll(/\$\d+/g, '$'));
  expect(numbered).toEqual(parts.map((part) => part.replaceAll(/\$\d+/g, '$')));
  const whole = render(afterSql(sort, slots, frame)).text;
  expect(whole).toBe(parts.length === 1 ? parts[0] : `(${parts.join(' OR ')})`);
});

/** Of groups the last key may be null. */
it.each([
  ['Since', '1', '(t."Since" > $1::x OR t."Since" IS NULL)'],
  ['Since', '0', 'false'],
  ['-Since', '1', 't."Since" < $1::x'],
  ['-Since', '0', 't."Since" IS NOT NULL'],
])('selects groups of the order %s after the place %s', (name, place, text) => {
  const { sort, frame } = sortOf(name);
  const slot = place === '0' ? null : new Slot(1, 'x');
  expect(render(afterSql(sort.slice(0, 1), [slot], frame)).text).toBe(text);
});

it('carries the keys as columns and writes them as JSON', () => {
  const { sort, frame } = sortOf('RegionId.Name', '-CreditLimit');
  expect(render(keyColumns(sort, frame)).text).toBe('tj1."Name" AS "k0", t."CreditLimit" AS "k1", t."Id" AS "k2"');
  expect(render(keysJson(sort, raw('p'))).text).toBe(
    `'[' || COALESCE(to_json(p."k0")::text, 'null') || ',' || COALESCE(p."k1"::text, 'null') || ',' || COALESCE(('"' || p."k2"::text || '"'), 'null') || ']'`,
  );
});
