import { computedProblem, isTooLarge } from '#core/expressions/computed-field.js';
import { computed, row } from './derived-row.js';

it.each([
  ['Int +', 'Int', 'Expression, character 6: '],
  ['Quantity', 'Int', "Expression, character 1: there is no field 'Quantity'."],
  ['Intt', 'Int', "Expression, character 1: there is no field 'Intt'. Did you mean 'Int'"],
  ['Int + Text', 'Decimal', 'Expression, character 7: + takes numbers, and this is Text.'],
  ["- 'x'", 'Decimal', 'Expression, character 3: - takes numbers, and this is Text.'],
  ['Round(Text, 1)', 'Decimal', 'Expression, character 7: Round takes numbers'],
  ['Date || Text', 'Text', 'Expression, character 1: || takes text and numbers, and this is Date.'],
  ['Coalesce(Int, Text)', 'Int', 'Expression, character 15: Coalesce takes values of one type, not Int and Text.'],
  ['Uuid', 'Text', 'Expression, character 1: Uuid is Uuid, which an expression cannot use.'],
  ['Json', 'Text', 'Expression, character 1: Json is Json,'],
  ['Lookup', 'Text', 'Expression, character 1: Lookup is Lookup,'],
  ['CreatedOn', 'DateTime', 'Expression, character 1: CreatedOn is a system field,'],
  ['Int / 2', 'Int', 'The expression gives Decimal, not Int. Round(…, 0) makes it a whole number.'],
  ['Text', 'Decimal', 'The expression gives Text, not Decimal.'],
  ['Date', 'DateTime', 'The expression gives Date, not DateTime.'],
  ['1', 'Nonsense', 'ResultType must be one of Decimal, Int, Text, Date, DateTime, Bool.'],
])('infers for %s the type %s', (expression, resultType, message) => {
  const field = computed('X', expression, resultType);
  expect(computedProblem(field, row(field))).toContain(message);
});

it('refuses an expression that doubles with each field it uses', () => {
  const fields = Array.from({ length: 12 }, (_, i) =>
    computed(`F${i}`, i === 0 ? 'Int' : `F${i - 1} + F${i - 1}`, 'Int'),
  );
  expect(fields.map((field) => isTooLarge(field, row(...fields)))).toEqual(fields.map((_, i) => i > 7));
});
