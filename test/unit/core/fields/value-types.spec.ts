import fc from 'fast-check';
import { FIELD_TYPES, type Field } from '#core/catalogue/field.js';
import type { JsonValue } from '#core/json/json.js';
import { ident, render, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { byType, declared, HOSTILE, number, sampleField } from '../values/sample-field.js';

const parse = (field: Field, raw: JsonValue) => valueTypeOf(field).parse(raw, field);
const textOf = (fragment: Sql): string => render(fragment).text;
const stored = FIELD_TYPES.filter((type) => type !== 'Computed' && type !== 'Rollup');
const UUID = '6a48b1de-0000-4000-8000-00000000000f';
const segment = sampleField('Enum', { values: declared('Retail', 'Wholesale', "Key'Account", 'Old!') });
const tags = sampleField('MultiEnum', { values: segment.values });

// Requirement: R34
describe('Bool', () => {
  it.each<[JsonValue, boolean]>([
    [true, true],
    ['false', false],
    ['TRUE', true],
    ['False', false],
    ['1', true],
    ['0', false],
    [number('1'), true],
    [number('0'), false],
  ])('accepts %j', (raw, value) => expect(parse(sampleField('Bool'), raw)).toEqual({ ok: true, value }));

  it.each<JsonValue>(['yes', '2', '01', number('2'), number('-1'), 'true ', 't', ...HOSTILE])('refuses %j', (raw) =>
    expect(parse(sampleField('Bool'), raw)).toMatchObject({ ok: false, expected: 'true or false' }),
  );
});

// Requirement: R30
describe.each(['Uuid', 'Lookup'] as const)('%s', (type) => {
  it('accepts any letter case and stores lower case', () =>
    expect(parse(sampleField(type), UUID.toUpperCase())).toEqual({ ok: true, value: UUID }));

  it.each<JsonValue>([`{${UUID}}`, UUID.replaceAll('-', ''), ` ${UUID}`, UUID.slice(1), ...HOSTILE])(
    'refuses %j',
    (raw) => expect(parse(sampleField(type), raw)).toMatchObject({ ok: false, expected: 'a UUID' }),
  );
});

// Requirement: R34
describe('Json', () => {
  it.each<[JsonValue, string]>([
    ['text', '"text"'],
    [number('12345678901234567890.10'), '12345678901234567890.10'],
    [{ a: [number('1e300'), null, true], '"': '\ud83d\ude00' }, '{"a":[1e300,null,true],"\\"":"\ud83d\ude00"}'],
    [[], '[]'],
    [false, 'false'],
    [number('9'.repeat(16_000)), '9'.repeat(16_000)],
  ])('accepts %j', (raw, value) => {
    expect(parse(sampleField('Json'), raw)).toEqual({ ok: true, value });
    expect(valueTypeOf(sampleField('Json')).encode(value)).toBe(value);
  });

  it.each<JsonValue>([
    'a\0b',
    ['\ud800'],
    { a: { 'b\0': null } },
    { '\udc00': true },
    [[number('1e400')]],
    number('1e-400'),
    number(`0.${'0'.repeat(16_000)}1`),
  ])('refuses what the database cannot store: %j', (raw) =>
    expect(parse(sampleField('Json'), raw)).toMatchObject({ ok: false }),
  );

  it('keeps the meaning of any JSON', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const toJson = (value: unknown): JsonValue => {
          if (typeof value === 'number') return number(JSON.stringify(value));
          if (Array.isArray(value)) return value.map(toJson);
          if (typeof value !== 'object' || value === null) return value as JsonValue;
          return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
        };
        const result = parse(sampleField('Json'), toJson(JSON.parse(text)));
        fc.pre(result.ok);
        expect(JSON.parse(result.ok ? (result.value as string) : '')).toEqual(JSON.parse(text));
      }),
    );
  });
});

// Requirement: R97
describe('Enum', () => {
  it.each(['Retail', "Key'Account", 'Old'])('accepts %s', (value) =>
    expect(parse(segment, value)).toEqual({ ok: true, value }),
  );

  it.each<[JsonValue, string]>([
    ['retail', "one of Retail, Wholesale, Key'Account (did you mean 'Retail'?)"],
    ['Wholsale', "one of Retail, Wholesale, Key'Account (did you mean 'Wholesale'?)"],
    ['', "one of Retail, Wholesale, Key'Account"],
    ['constructor', "one of Retail, Wholesale, Key'Account"],
  ])('refuses %j with a suggestion', (raw, expected) =>
    expect(parse(segment, raw)).toEqual({ ok: false, expected, rule: 'Values' }),
  );

  it.each<JsonValue>([number('1'), true, ['Retail'], {}])('refuses the non-text %j', (raw) =>
    expect(parse(segment, raw)).toEqual({ ok: false, expected: 'the text of a declared value', rule: undefined }),
  );

  it('names at most 20 values', () => {
    const many = sampleField('Enum', { values: declared(...Array.from({ length: 30 }, (_, i) => `V${i}x`)) });
    expect(parse(many, 'nothing like it')).toMatchObject({ expected: expect.stringMatching(/V19x …$/) });
  });

  it('refuses an inactive value in a write but reads a stored one', () =>
    expect(valueTypeOf(segment).check('Old', segment)).toEqual([
      { rule: 'Values', message: "Enum must not be 'Old': the value is inactive." },
    ]));
});

// Requirement: R97
describe('MultiEnum', () => {
  it.each<[JsonValue, readonly string[]]>([
    [
      ['Wholesale', 'Retail', 'Wholesale'],
      ['Retail', 'Wholesale'],
    ],
    ['Wholesale, Retail', ['Retail', 'Wholesale']],
    ['', []],
    [[], []],
  ])('accepts %j', (raw, value) => expect(parse(tags, raw)).toEqual({ ok: true, value }));

  it.each<JsonValue>([['Retail', 'x'], 'Retail,', 'Retail;Wholesale', [number('1')], [null], {}, true])(
    'refuses %j',
    (raw) => expect(parse(tags, raw)).toMatchObject({ ok: false }),
  );

  it('is stored once per value in the declared order', () => {
    const names = ['Retail', 'Wholesale', "Key'Account"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 12 }), (given) => {
        const value = names.filter((name) => given.includes(name));
        expect(parse(tags, given)).toEqual({ ok: true, value });
        expect(JSON.parse(valueTypeOf(tags).encode(value))).toEqual(value);
      }),
    );
  });

  it('refuses each inactive value', () =>
    expect(
      valueTypeOf(tags)
        .check(['Retail', 'Old'], tags)
        .map(({ rule }) => rule),
    ).toEqual(['Values']));
});

describe('AutoNumber', () => {
  it('reads operands as text', () => {
    expect(parse(sampleField('AutoNumber'), 'SO-2026-000001')).toEqual({ ok: true, value: 'SO-2026-000001' });
    expect(parse(sampleField('AutoNumber'), 'SO\0')).toMatchObject({ ok: false });
  });
});

describe('columns and SQL', () => {
  it.each(
    byType<[Field, column: string, operand: string, json: string]>([
      [sampleField('Text'), 'text COLLATE "C"', 'text', 'to_json("x")::text'],
      [sampleField('LongText'), 'text COLLATE "C"', 'text', 'to_json("x")::text'],
      [sampleField('Int'), 'bigint', 'bigint', '"x"::text'],
      [sampleField('Decimal', { precision: 14, scale: 3 }), 'numeric(14,3)', 'numeric', '"x"::text'],
      [sampleField('Bool'), 'boolean', 'boolean', '"x"::text'],
      [sampleField('Date'), 'date', 'date', `('"' || "x"::text || '"')`],
      [
        sampleField('DateTime'),
        'timestamptz',
        'timestamptz',
        `('"' || replace(("x" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')`,
      ],
      [sampleField('Uuid'), 'uuid', 'uuid', `('"' || "x"::text || '"')`],
      [sampleField('Lookup'), 'uuid', 'uuid', `('"' || "x"::text || '"')`],
      [sampleField('Json'), 'jsonb', 'jsonb', '"x"::text'],
      [sampleField('Enum'), 'text COLLATE "C"', 'text', 'to_json("x")::text'],
      [sampleField('MultiEnum'), 'text[]', 'text[]', 'to_json("x")::text'],
      [sampleField('AutoNumber'), 'text COLLATE "C"', 'text', 'to_json("x")::text'],
    ]),
  )('%s', (_, field, column, operand, json) => {
    const type = valueTypeOf(field);
    expect(type.columnType(field)).toBe(column);
    expect(type.operandType(field)).toBe(operand);
    expect(textOf(type.toJson(ident('x'), field))).toBe(json);
  });

  it.each(stored.filter((type) => type !== 'Enum' && type !== 'AutoNumber'))('%s compares unchanged', (type) => {
    const field = sampleField(type);
    expect(textOf(valueTypeOf(field).comparable(ident('x'), field))).toBe('"x"');
  });

  it('an AutoNumber compares its digits as numbers', () =>
    expect(textOf(valueTypeOf(sampleField('AutoNumber')).comparable(ident('x'), sampleField('AutoNumber')))).toBe(
      '("x" COLLATE platform.natural_order)',
    ));

  it('an Enum compares by its position among the declared values', () =>
    expect(textOf(valueTypeOf(segment).comparable(ident('x'), segment))).toBe(
      `array_position(ARRAY['Retail', 'Wholesale', 'Key''Account', 'Old']::text[], "x")`,
    ));
});

// Requirement: R19
describe('JSON Schema', () => {
  it.each(
    byType<[Field, Record<string, unknown>]>([
      [sampleField('Int', { min: '1', max: '9' }), { type: 'integer', format: 'int64', minimum: 1, maximum: 9 }],
      [sampleField('Decimal', { min: '0.5' }), { type: 'number', minimum: 0.5 }],
      [sampleField('Bool'), { type: 'boolean' }],
      [sampleField('Date'), { type: 'string', format: 'date' }],
      [sampleField('DateTime'), { type: 'string', format: 'date-time' }],
      [sampleField('Uuid'), { type: 'string', format: 'uuid' }],
      [
        sampleField('Lookup', { target: 'Customer' }),
        { type: 'string', format: 'uuid', description: 'Id of a record of Customer.' },
      ],
      [sampleField('Json'), {}],
      [segment, { type: 'string', enum: ['Retail', 'Wholesale', "Key'Account", 'Old'] }],
      [sampleField('AutoNumber'), { type: 'string', readOnly: true }],
    ]),
  )('%s', (_, field, schema) => expect(valueTypeOf(field).schema(field)).toEqual(schema));
});
