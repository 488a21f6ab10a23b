import type { Field } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { render } from '#core/sql/sql.js';
import { valueTests } from '#definitions/core/migration/stored-values.sql.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const field = (more: Partial<Field>): Field => ({
  ...PLAIN_FIELD,
  id: '1',
  entityName: 'A',
  name: 'B',
  type: 'Text',
  ...more,
});
const values = [{ value: "o'k", text: 'x', isActive: true }];

it.each<[Partial<Field>, readonly string[]]>([
  [{}, []],
  [{ required: true }, [`Required: (t."B" IS NULL OR t."B" = '')`]],
  [{ type: 'Int', required: true }, ['Required: t."B" IS NULL']],
  [{ minLength: 1, maxLength: 3 }, ['MinLength: char_length(t."B") < 1', 'MaxLength: char_length(t."B") > 3']],
  [{ type: 'Int', min: '1', max: '2' }, [`Min: t."B" < '1'::bigint`, `Max: t."B" > '2'::bigint`]],
  [{ type: 'Enum', values }, [`Values: t."B" <> ALL(ARRAY['o''k']::text[])`]],
  [{ type: 'MultiEnum', values }, [`Values: NOT (t."B" <@ ARRAY['o''k']::text[])`]],
])('tests stored values by the definition: %j', (more, expected) => {
  expect(valueTests(ctx, field(more)).map(({ member, broken }) => `${member}: ${render(broken).text}`)).toEqual(
    expected,
  );
});

it('requires a lookup to refer to a stored record', () => {
  const [test] = valueTests(ctx, field({ type: 'Lookup', target: 'Region' }));
  expect(render(test.broken).text).toContain(
    'NOT EXISTS (SELECT 1 FROM (SELECT * FROM "env_test"."Region" r WHERE true) x',
  );
});
