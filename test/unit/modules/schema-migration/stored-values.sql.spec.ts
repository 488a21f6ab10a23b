import type { Field } from '../../../../src/core/catalogue/field.js';
import { PLAIN_FIELD } from '../../../../src/core/catalogue/system-fields.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import {
  compileBroken,
  compileDuplicates,
  compileTexts,
  valueTests,
} from '../../../../src/modules/schema-migration/stored-values.sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

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

it('counts all rows, deleted ones too, and duplicates among live ones', () => {
  const order = fixtureEntity('Order');
  expect(render(compileBroken(ctx, order, [raw('a'), raw('b')])).text).toBe(
    'SELECT count(*) FILTER (WHERE a)::int AS "n0", count(*) FILTER (WHERE b)::int AS "n1" FROM (SELECT * FROM "env_test"."Order" r WHERE true) t',
  );
  const taxId = fixtureEntity('Customer').fields.get('taxid')!;
  const { text } = render(compileDuplicates(ctx, fixtureEntity('Customer'), [taxId]));
  expect(text).toContain('WHERE NOT r."IsDeleted") t WHERE t."TaxId" IS NOT NULL GROUP BY lower(t."TaxId"');
});

it('checks each distinct text once, with the number of its rows', () => {
  const customer = fixtureEntity('Customer');
  expect(render(compileTexts(ctx, customer, customer.fields.get('taxid')!)).text).toBe(
    'SELECT t."TaxId" AS value, count(*)::int AS n FROM (SELECT * FROM "env_test"."Customer" r WHERE true) t WHERE t."TaxId" IS NOT NULL GROUP BY t."TaxId"',
  );
});
