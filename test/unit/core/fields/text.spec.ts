import type { Field } from '#core/catalogue/field.js';
import type { JsonValue } from '#core/json/json.js';
import { ident, render } from '#core/sql/sql.js';
import { text } from '#core/fields/text.js';
import { number, sampleField } from '../values/sample-field.js';

const field = sampleField('Text');

// Requirement: R34
it.each(['', 'Ünïcödé 😀', "'; DROP TABLE x", '\u0001', '٣'])('accepts %j unchanged', (value) => {
  expect(text.parse(value, field)).toEqual({ ok: true, value });
  expect(JSON.parse(text.encode(value))).toBe(value);
});

// Requirement: R34
it.each<JsonValue>([number('1'), true, [], {}, 'a\0b', '\ud800', '\udc00x'])('refuses %j', (raw) =>
  expect(text.parse(raw, field)).toMatchObject({ ok: false }),
);

// Requirement: R97
it.each<[Partial<Field>, string, string[]]>([
  [{ minLength: 2, maxLength: 2 }, '😀😀', []],
  [{ minLength: 2 }, '😀', ['MinLength']],
  [{ maxLength: 2 }, 'abc', ['MaxLength']],
  [{ regex: '^[A-Z]{3}$' }, 'EUR', []],
  [{ regex: '^[A-Z]{3}$' }, 'EURO', ['Regex']],
  [{ regex: '^(a+)+$' }, `${'a'.repeat(20_000)}b`, ['Regex']],
  [{ format: 'Email' }, 'a.b@example.com', []],
  [{ format: 'Email' }, 'a.b@example', ['Format']],
  [{ format: 'Url' }, 'https://example.com/x?y=1', []],
  [{ format: 'Url' }, 'javascript:alert(1)', ['Format']],
  [{ format: 'Phone' }, '+49 (89) 123-456', []],
  [{ format: 'Phone' }, 'call me', ['Format']],
])('finds that %j on %j breaks %j', (rules, value, broken) =>
  expect(text.check(value, sampleField('Text', rules)).map(({ rule }) => rule)).toEqual(broken),
);

// Requirement: T10
it('compares in any letter case where the field says so', () => {
  const fragment = text.comparable(ident('x'), sampleField('Text', { caseInsensitive: true }));
  expect(render(fragment).text).toBe('lower("x" COLLATE "und-x-icu")');
});
