import { LargeValues, sumWithin, totalWithin } from '#core/sql/answer-limits.sql.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import type { Field } from '#core/catalogue/field.js';
import { raw, render } from '#core/sql/sql.js';
import { measured } from '../../queries/core/select/query.js';

const field = (type: Field['type'], maxLength?: number): Field => ({
  ...PLAIN_FIELD,
  id: 'x',
  entityName: 'X',
  name: 'x',
  type,
  ...(maxLength !== undefined && { maxLength }),
});

const bounded = (...fields: readonly Field[]): string => {
  const large = new LargeValues();
  for (const [i, each] of fields.entries()) large.add(each, raw(`t.c${i}`), raw(`j${i}`));
  return render(large.bounded(8, raw('row'))).text;
};

it('sums the sizes of rows with the aggregate of the limit', () => {
  expect(render(totalWithin(16, raw('q.json'))).text).toBe('platform.within_16_mb(octet_length(q.json))');
});

it('sums the sizes of one row from below the largest int4, offset by the limit', () => {
  expect(render(sumWithin(2, [raw('a'), raw('b')])).text).toBe(
    `${2 ** 31 - 1 - 2 * 2 ** 20} + COALESCE(octet_length(a), 0) + COALESCE(octet_length(b), 0)`,
  );
});

describe('the values of a row', () => {
  it.each<[string, Field[]]>([
    ['of types that are small', [field('Int'), field('Enum'), field('Uuid')]],
    ['of 16 KB together', [field('Text', 2_000), field('Text', 700)]],
  ])('are not measured: %s', (_, fields) => {
    expect(bounded(...fields)).toBe('row');
  });

  it.each<[string, Field[], string]>([
    ['a text without MaxLength', [field('Text')], measured('octet_length(t.c0)', 'j0', 'row')],
    ['a document', [field('Json')], measured('pg_column_size(t.c0)', 'j0', 'row')],
    [
      'what goes beyond 16 KB',
      [field('Text', 2_000), field('Text', 2_000)],
      measured('octet_length(t.c1)', 'j1', 'row'),
    ],
  ])('are measured before the row is built if large: %s', (_, fields, text) => {
    expect(bounded(...fields)).toBe(text);
  });
});
