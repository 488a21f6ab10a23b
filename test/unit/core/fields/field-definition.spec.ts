import type { Field } from '#core/catalogue/field.js';
import { fieldDefinitionProblems } from '#core/fields/field-definition.js';
import { byType, declared, number, sampleField } from '../values/sample-field.js';

// Requirement: R97
it.each(
  byType<[Field]>([
    [sampleField('Text', { minLength: 0, maxLength: 1, regex: '^[A-Z]$', default: 'X' })],
    [sampleField('Decimal', { precision: 1000, scale: 1000 })],
    [sampleField('Decimal', { min: '0.01', max: '0.01', default: '0.01' })],
    [sampleField('Int', { min: '1', default: number('1') })],
    [sampleField('Date', { min: '2020-01-01', max: '2030-12-31', default: 'Today' })],
    [sampleField('DateTime', { default: 'Now-2h' })],
    [sampleField('Enum', { values: declared('A', 'B,C'), default: 'A' })],
    [sampleField('MultiEnum', { values: declared('A', 'B'), default: 'A,B' })],
    [sampleField('Lookup', { target: 'User', default: 'Me' })],
    [sampleField('AutoNumber', { pattern: 'SO-{yyyy}-{000000}' })],
    [sampleField('Int', { rollup: { relation: 'Orders', function: 'Count' } })],
    [sampleField('Decimal', { computed: { expression: '1 / 3', resultType: 'Decimal' }, scale: 18 })],
  ]),
)('accepts %s (case %#)', (_, field) => expect(fieldDefinitionProblems(field)).toEqual([]));

// Requirement: R97
it.each(
  byType<[Field, string]>([
    [sampleField('Text', { regex: '(' }), 'Regex is not a valid pattern'],
    [sampleField('Text', { regex: '(a)\\1' }), 'Regex is not a valid pattern'],
    [sampleField('Text', { minLength: 5, maxLength: 4 }), 'MinLength must not'],
    [sampleField('Text', { maxLength: 3, default: 'long' }), 'Default breaks a rule: Text must have at most 3'],
    [sampleField('Text', { min: '1' }), 'Min is not allowed for a field of type Text.'],
    [sampleField('Int', { maxLength: 3 }), 'MaxLength is not allowed for a field of type Int.'],
    [sampleField('Int', { min: 'ten' }), 'Min must be a whole number.'],
    [sampleField('Int', { min: '10', max: '9' }), 'Min must not exceed Max.'],
    [sampleField('Decimal', { max: '0.001' }), 'Max must be a decimal number'],
    [sampleField('Decimal', { precision: 0 }), 'Precision must be'],
    [sampleField('Decimal', { precision: 1001 }), 'Precision must be'],
    [sampleField('Decimal', { precision: Number.NaN }), 'Precision must be'],
    [sampleField('Decimal', { precision: 3, scale: 4 }), 'Scale must be'],
    [sampleField('Decimal', { scale: -1 }), 'Scale must be'],
    [sampleField('Date', { min: '2026-02-30' }), 'Min must be a date'],
    [sampleField('DateTime', { min: '2026-01-02', max: '2026-01-01T10:00:00+02:00' }), 'Min must not exceed Max.'],
    [sampleField('Date', { default: 'Today+1h' }), 'Default must be a date'],
    [
      sampleField('Date', { default: 'Tomorrow' }),
      'Default must be a date as yyyy-MM-dd, or Today with an optional offset such as Today+30d.',
    ],
    [
      sampleField('DateTime', { default: 'Tomorrow' }),
      ', or Now or Today with an optional offset such as Now+8h or Today+30d.',
    ],
    [sampleField('Lookup', { target: 'User', default: 'You' }), 'Default must be a UUID, or Me.'],
    [
      sampleField('Int', { rollup: { relation: 'Orders', function: 'Count' }, unique: true }),
      'Unique is not allowed for a Rollup',
    ],
    [sampleField('Decimal', { computed: { expression: '1', resultType: 'Decimal' }, scale: 19 }), 'Scale must be'],
    [sampleField('Enum'), 'Values must name at least one'],
    [sampleField('Enum', { values: declared('A', 'A') }), 'Values must not name a value twice.'],
    [sampleField('Enum', { values: declared(' A') }), 'Values must be text'],
    [sampleField('Enum', { values: declared('A', 'B!'), default: 'B' }), 'Default breaks a rule'],
    [sampleField('Enum', { values: declared('Low'), default: 'High' }), 'Default must be one of Low.'],
    [sampleField('MultiEnum', { values: declared('A,B') }), 'Values of a MultiEnum must have no comma.'],
    [sampleField('Lookup'), 'Target must name an entity.'],
    [sampleField('Lookup', { target: 'Team', default: 'Me' }), 'Default must be a UUID.'],
    [sampleField('AutoNumber'), 'Pattern is required.'],
    [sampleField('AutoNumber', { pattern: 'X' }), 'Pattern must have one counter'],
  ]),
)('refuses %s (case %#)', (_, field, problem) =>
  expect(fieldDefinitionProblems(field)).toEqual([expect.stringContaining(problem)]),
);
