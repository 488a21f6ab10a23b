import { compileEstimate, compileSelect } from '#queries/core/select/select-records.sql.js';
import { CALLER, fixtureContext } from '../../../../support/fixture-catalogue.js';
import { bound, planOf, where } from './query.js';

/** The groups of a query of customers, before the page. */
function groups(body: object, ctx = fixtureContext({ Customer: 'Own', Region: 'All' })) {
  const plan = planOf({ EntityName: 'Customer', ...body }, ctx);
  const { text, values } = bound(compileSelect(plan), plan);
  const [, selected, by] =
    /^WITH groups AS \(SELECT (.*?) FROM .*?(?: GROUP BY (.*?))?\) SELECT string_agg/.exec(text) ?? [];
  return { text, values, selected, by };
}

// Requirement: R132
it('computes groups once, from the rows in scope, for page and total', () => {
  const { text, values } = groups({ GroupBy: ['IsActive'], Having: where('IsActive', 'EqualTo', true), Pager: {} });
  const own = '(SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid))';
  const active = '"c1" = $2::boolean';
  expect(text).toContain(
    `WITH groups AS (SELECT g."IsActive" AS "c1" FROM ${own} g WHERE true GROUP BY g."IsActive") `,
  );
  expect(text).toContain(`(SELECT count(*) FROM groups c WHERE c.${active}) AS total`);
  expect(text).toContain(`SELECT t.*, t."c1" AS "k0" FROM groups t WHERE t.${active} ORDER BY t."c1" LIMIT 51`);
  expect(values).toEqual([CALLER.userId, true]);
});

it.each<[string, string, string]>([
  ['Name', 'g."Name"', 'g."Name"'],
  ['TaxId', 'min(g."TaxId")', 'lower(g."TaxId" COLLATE "und-x-icu")'],
  ['Segment', 'g."Segment"', 'g."Segment"'],
  ['RegionId.Name', 'gj1."Name"', 'gj1."Name"'],
])('groups by %s with the equality of a filter', (name, shown, key) => {
  expect(groups({ GroupBy: [name] })).toMatchObject({ selected: `${shown} AS "c1"`, by: key });
});

it.each<[object, string, unknown[]]>([
  [{ FieldName: 'Since', Bucket: 'Week' }, `date_trunc('week', g."Since"::timestamp)::date`, []],
  [
    { FieldName: 'LastSeen', Bucket: 'Month' },
    `date_trunc('month', g."LastSeen" AT TIME ZONE $1::text)::date`,
    ['Europe/Berlin'],
  ],
  [
    { FieldName: 'LastSeen', Bucket: 'Day', TimeZone: 'Asia/Tokyo' },
    `date_trunc('day', g."LastSeen" AT TIME ZONE $1::text)::date`,
    ['Asia/Tokyo'],
  ],
])('buckets %j by the day in the zone, by default that of the environment', (item, day, values) => {
  const made = groups({ GroupBy: [item] }, fixtureContext());
  expect([made.selected, made.by, made.values]).toEqual([`${day} AS "c1"`, day, values]);
});

it.each<[string, string | undefined, string]>([
  ['Count', undefined, 'count(*)'],
  ['Count', 'Name', 'count(g."Name")'],
  ['CountDistinct', 'TaxId', 'count(DISTINCT lower(g."TaxId" COLLATE "und-x-icu"))'],
  ['Sum', 'CreditLimit', 'sum(g."CreditLimit")'],
  ['Avg', 'CreditLimit', 'round(sum(g."CreditLimit") * 1.000000 / count(g."CreditLimit"), 6)'],
  ['Min', 'Name', 'min(g."Name")'],
  ['Max', 'Since', 'max(g."Since")'],
  [
    'Max',
    'TaxId',
    'platform.first_text(g."TaxId" ORDER BY lower(g."TaxId" COLLATE "und-x-icu") DESC, g."TaxId") FILTER (WHERE g."TaxId" IS NOT NULL)',
  ],
])('compiles %s of %s', (Function, FieldName, expected) => {
  const { selected, by } = groups({ Aggregates: [{ Function, FieldName }] });
  expect([selected, by]).toEqual([`${expected} AS "c1"`, undefined]);
});

// Requirement: R135
it('shows columns and aggregates under their names', () => {
  const body = {
    GroupBy: ['RegionId.Name'],
    Aggregates: [{ Function: 'Count' }],
    SelectedFields: ['count', 'regionid.name'],
  };
  expect(groups(body).text).toContain(
    `(('{"Count":' || p."c2"::text || ',"RegionId.Name":') || (COALESCE(to_json(p."c1")::text, 'null') || '}'))`,
  );
});

it('estimates the number of groups, not of rows', () => {
  const plan = planOf({ EntityName: 'Customer', GroupBy: ['Name'], Pager: { Count: 'Estimated' } });
  expect(bound(compileEstimate(plan), plan).text).toMatch(
    /^EXPLAIN \(FORMAT JSON\) WITH groups AS \(.* GROUP BY g."Name"\) SELECT 1 FROM groups c WHERE true$/,
  );
});

it('applies GlobalSearch as one expression over the text fields of the entity', () => {
  const { text, values } = groups({ Aggregates: [{ Function: 'Count' }], GlobalSearch: '5%' }, fixtureContext());
  expect(text).toContain(
    `lower((COALESCE(g."Name", '') || E'\\x1f' || substr(COALESCE(g."TaxId", ''), 1, 50000) || E'\\x1f' || substr(COALESCE(g."Notes", ''), 1, 50000) || E'\\x1f' || COALESCE(g."Code", '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")`,
  );
  expect(values).toEqual([String.raw`%5\%%`]);
});
