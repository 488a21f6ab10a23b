import type { Field } from '../../../../src/core/catalogue/field.js';
import { PLAIN_FIELD } from '../../../../src/core/catalogue/system-fields.js';
import { render, raw } from '../../../../src/core/sql/sql.js';
import { standInSql } from '../../../../src/core/updates/stand-in.sql.js';

function textOf(type: Field['type'], required: boolean): string | undefined {
  const field: Field = { ...PLAIN_FIELD, id: 'f', entityName: 'E', name: 'F', type, required };
  const standIn = standInSql(field, raw('t."Id"'));
  return standIn && render(standIn).text;
}

// See docs/interface.md#unique-rules
it('is null where the column may be', () => {
  expect(textOf('Int', false)).toBe('NULL::bigint');
});

it.each<[Field['type'], RegExp | undefined]>([
  ['Text', /^'stand-in ' \|\| t\."Id"$/],
  ['Int', /md5\(t\."Id"::text\)/],
  ['Date', /^date '9999-12-31' \+ /],
  ['DateTime', /^timestamptz '9999-12-31' \+ /],
  ['Uuid', /^t\."Id"$/],
])('follows from the Id for a required %s', (type, expected) => {
  expect(textOf(type, true)).toMatch(expected!);
});

it.each<Field['type']>(['Lookup', 'Bool', 'Decimal'])('does not exist for a required %s', (type) => {
  expect(textOf(type, true)).toBeUndefined();
});
