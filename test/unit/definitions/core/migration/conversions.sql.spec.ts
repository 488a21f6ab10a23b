import { FIELD_TYPES, VALUE_TYPES, type Field, type FieldType } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { render } from '#core/sql/sql.js';
import { conversionOf } from '#definitions/core/migration/conversions.sql.js';

const to = (type: FieldType): Field => ({ ...PLAIN_FIELD, id: '1', entityName: 'A', name: 'B', type });

it('knows which types stored values can be converted to', () => {
  const pairs = FIELD_TYPES.flatMap((from) => {
    const known = VALUE_TYPES.filter((type) => conversionOf(from, to(type)));
    return known.length === 0 ? [] : [`${from}: ${known.join(', ')}`];
  });
  expect(pairs).toEqual([
    'Text: Text, LongText, Int, Decimal, Bool, Date, Uuid, Enum',
    'LongText: Text, LongText, Int, Decimal, Bool, Date, Uuid, Enum',
    'Int: Text, LongText, Decimal',
    'Decimal: Text, LongText, Int, Decimal',
    'Bool: Text, LongText',
    'Date: Text, LongText, DateTime',
    'DateTime: Date',
    'Uuid: Text, LongText, Lookup',
    'Enum: Text, LongText, MultiEnum',
    'MultiEnum: Enum',
    'Lookup: Uuid, Lookup',
    'AutoNumber: Text, LongText',
  ]);
});

it.each<[FieldType, FieldType, string, string]>([
  ['Int', 'Text', 'true', '"B"::text'],
  ['Text', 'Bool', `lower("B") IN ('true', 'false', '1', '0')`, '"B"::boolean'],
  ['MultiEnum', 'Enum', 'cardinality("B") <= 1', '"B"[1]'],
  [
    'Int',
    'Decimal',
    '(abs(trunc("B"::numeric)) < 1e16::numeric AND "B"::numeric = round("B"::numeric, 2))',
    '"B"::numeric',
  ],
])('%s to %s loses nothing', (from, type, fits, using) => {
  const found = conversionOf(from, to(type))!;
  expect([render(found.fits).text, render(found.using).text]).toEqual([fits, using]);
});
