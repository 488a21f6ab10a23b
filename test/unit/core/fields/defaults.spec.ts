import type { Field } from '#core/catalogue/field.js';
import { defaultValue } from '#core/fields/defaults.js';
import type { Value } from '#core/fields/value-type.js';
import { byType, declared, number, sampleField } from '../values/sample-field.js';

const USER = '6a48b1de-0000-4000-8000-000000000001';
const CONTEXT = { at: new Date('2026-01-31T22:30:00Z'), timeZone: 'Europe/Moscow', userId: USER };

// Requirement: R97, T86
it.each(
  byType<[Field, Value]>([
    [sampleField('Text'), null],
    [sampleField('Text', { default: null }), null],
    [sampleField('Text', { default: 'Today' }), 'Today'],
    [sampleField('Decimal', { default: '5000' }), '5000.00'],
    [sampleField('Int', { default: number('0') }), '0'],
    [sampleField('Bool', { default: false }), false],
    [sampleField('Enum', { default: 'B', values: declared('A', 'B') }), 'B'],
    [sampleField('MultiEnum', { default: ['B', 'A'], values: declared('A', 'B') }), ['A', 'B']],
    [sampleField('Json', { default: { a: number('1.0') } }), '{"a":1.0}'],
    [sampleField('Date', { default: 'Today' }), '2026-02-01'],
    [sampleField('Date', { default: 'Today+30d' }), '2026-03-03'],
    [sampleField('Date', { default: '2020-02-29' }), '2020-02-29'],
    [sampleField('DateTime', { default: 'Now' }), '2026-01-31T22:30:00Z'],
    [sampleField('DateTime', { default: 'Today' }), '2026-01-31T21:00:00Z'],
    [sampleField('Lookup', { default: 'Me', target: 'User' }), USER],
    [sampleField('Lookup', { default: USER.toUpperCase(), target: 'Team' }), USER],
  ]),
)('parses the default of %s (case %#)', (_, field, value) => expect(defaultValue(field, CONTEXT)).toEqual(value));

it.each([
  sampleField('Int', { default: 'ten' }),
  sampleField('Date', { default: 'Tomorrow' }),
  sampleField('Lookup', { default: 'Me', target: 'Team' }),
])('throws for a default that does not parse (case %#)', (field) =>
  expect(() => defaultValue(field, CONTEXT)).toThrow(`The default of Sample.${field.type} must be a`),
);
