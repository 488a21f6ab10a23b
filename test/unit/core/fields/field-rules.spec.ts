import type { Field } from '#core/catalogue/field.js';
import type { JsonValue } from '#core/json/json.js';
import { checkValue } from '#core/fields/field-rules.js';
import type { Value } from '#core/fields/value-type.js';
import { byType, declared, number, sampleField } from '../values/sample-field.js';

const creditLimit = sampleField('Decimal', { name: 'CreditLimit', precision: 14, min: '0', max: '1000000' });
const required = (type: Field['type'], members: Partial<Field> = {}) =>
  sampleField(type, { required: true, ...members });
const PATH = 'Fields[3].Value';

// Requirement: R33, R34
it.each(
  byType<[Field, JsonValue, Value]>([
    [creditLimit, '12.5', '12.50'],
    [creditLimit, null, null],
    [sampleField('Text'), '', ''],
    [required('Text'), ' ', ' '],
    [required('Bool'), false, false],
    [required('Int'), number('0'), '0'],
    [required('Json'), [], '[]'],
    [sampleField('MultiEnum'), [], []],
    [sampleField('Bool'), number('1'), true],
    [sampleField('Bool'), '0', false],
  ]),
)('accepts the value of %s (case %#)', (_, field, raw, value) =>
  expect(checkValue(field, raw, PATH)).toEqual({ value, faults: [] }),
);

// Requirement: R33, R95
it.each(
  byType<[Field, JsonValue]>([
    [required('Text'), null],
    [required('Text'), ''],
    [required('Int'), ''],
    [required('Json'), null],
    [required('MultiEnum'), []],
    [required('MultiEnum'), ' '],
  ]),
)('a required %s refuses no other value (case %#)', (_, field, raw) =>
  expect(checkValue(field, raw, PATH)).toEqual({
    value: null,
    faults: [
      {
        code: 'FieldRule',
        message: `${field.type} is required.`,
        fieldName: field.type,
        path: PATH,
        params: { Rule: 'Required' },
      },
    ],
  }),
);

it.each(['Int', 'Decimal', 'Bool', 'Date', 'DateTime', 'Uuid', 'Enum', 'MultiEnum', 'Lookup'] as const)(
  'refuses empty text for %s',
  (type) => {
    const [{ message }] = checkValue(sampleField(type, { values: declared('A') }), '', PATH).faults;
    expect(message).toMatch(new RegExp(`^${type} must be .*, not empty text; send null for no value\\.$`));
  },
);

// Requirement: R33, R96
it.each<[JsonValue, string]>([
  ['ten', "text 'ten'"],
  ['', 'empty text; send null for no value'],
  [number('1e400'), '1e400'],
  [true, 'a boolean'],
  [['1'], 'an array'],
  [{}, 'an object'],
  ['x'.repeat(60), `text '${'x'.repeat(40)}…'`],
  [`${'x'.repeat(39)}😀`, `text '${'x'.repeat(39)}\ufffd…'`],
  ['\ud800', "text '\ufffd'"],
])('shows the refused value: %j', (raw, shown) =>
  expect(checkValue(creditLimit, raw, PATH)).toEqual({
    value: null,
    faults: [
      {
        code: 'Validation',
        message: `CreditLimit must be a decimal number with at most 2 fraction digits, not ${shown}.`,
        fieldName: 'CreditLimit',
        path: PATH,
      },
    ],
  }),
);

// Requirement: R96, R97
it.each(
  byType<[Field, JsonValue, rules: string[], message: string]>([
    [creditLimit, '-1', ['Min'], 'CreditLimit must be at least 0.'],
    [creditLimit, '1000000.01', ['Max'], 'CreditLimit must be at most 1000000.'],
    [
      creditLimit,
      '0.005',
      ['Scale'],
      "CreditLimit must be a decimal number with at most 2 fraction digits, not text '0.005'.",
    ],
    [
      sampleField('Text', { minLength: 3, regex: '^[A-Z]+$' }),
      'a',
      ['MinLength', 'Regex'],
      'Text must have at least 3 characters.',
    ],
    [
      sampleField('Enum', { values: declared('Low', 'High') }),
      'low',
      ['Values'],
      "Enum must be one of Low, High (did you mean 'Low'?), not text 'low'.",
    ],
    [
      sampleField('Enum', { values: declared('Low', 'High!') }),
      'High',
      ['Values'],
      "Enum must not be 'High': the value is inactive.",
    ],
  ]),
)('reports every broken rule of %s (case %#)', (_, field, raw, rules, message) => {
  const { value, faults } = checkValue(field, raw, PATH);
  expect(value).toBeNull();
  expect(faults.map(({ code, fieldName, path, params }) => [code, fieldName, path, params?.Rule])).toEqual(
    rules.map((rule) => ['FieldRule', field.name, PATH, rule]),
  );
  expect(faults[0].message).toBe(message);
});
