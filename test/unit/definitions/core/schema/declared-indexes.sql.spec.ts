import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { ident, render } from '#core/sql/sql.js';
import { wantedDeclaredIndexes } from '#definitions/core/schema/declared-indexes.sql.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';

const FIELDS = [
  { FieldName: 'Title', FieldType: 'Text', Indexed: true },
  { FieldName: 'Code', FieldType: 'Text', CaseInsensitive: true, MaxLength: 20 },
  { FieldName: 'State', FieldType: 'Enum', Values: ['Open', 'Shut'] },
  { FieldName: 'Weight', FieldType: 'Decimal' },
];

/** Definitions of the indexes, without what all have. */
function indexesOf(Indexes: readonly object[], read?: string) {
  const read1 = (value: unknown): JsonObject => readJson(JSON.stringify(value)) as JsonObject;
  const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', {
    ...NO_DEFINITIONS,
    entities: [read1({ EntityName: 'Parcel', Fields: FIELDS, Indexes })],
    roles: [read1({ Id: 'r1', Name: 'Clerk' })],
    roleAccess: read === undefined ? [] : [read1({ Role: 'Clerk', EntityName: 'Parcel', Read: read })],
  });
  return wantedDeclaredIndexes(catalogue, catalogue.entity('Parcel'), ident('env_test', 'Parcel'));
}
const texts = (...given: Parameters<typeof indexesOf>): readonly string[] =>
  indexesOf(...given).map(({ ddl }) => render(ddl).text.replace(/^CREATE INDEX "[^"]*" ON "env_test"."Parcel" /, ''));

const TITLE = '("Title", "Id") WHERE NOT "IsDeleted"';

it.each([
  [undefined, [TITLE]],
  ['All', [TITLE]],
  ['Own', [TITLE, `("OwnerId", ${TITLE.slice(1)}`]],
  ['Team', [TITLE, `("OwnerId", ${TITLE.slice(1)}`, `("OwnerTeamId", ${TITLE.slice(1)}`]],
])('makes an index within owners and teams where a role reads in scope %s', (scope, expected) => {
  expect(texts([], scope)).toEqual(expected);
});

it('compares as queries do, and ends in the direction of its last field', () => {
  const Fields = [{ FieldName: 'code' }, { FieldName: 'State', Direction: 'desc' }];
  const rank = `array_position(ARRAY['Open', 'Shut']::text[], "State")`;
  expect(texts([{ Name: 'A', Fields }])).toEqual([
    TITLE,
    `((lower("Code" COLLATE "und-x-icu")), (${rank}) DESC, "Id" DESC)`,
  ]);
  expect(texts([{ Name: 'A', Fields: [{ FieldName: 'Id' }, { FieldName: 'Weight' }] }])[1]).toContain(
    '("Id", "Weight")',
  );
});

it('writes the values of its condition as constants', () => {
  const Filters = [
    { FieldName: 'Weight', Operator: 'GreaterThan', Value: 1.5 },
    { FieldName: 'Title', Operator: 'IN', Value: ["o'clock", 'b\\'] },
  ];
  expect(texts([{ Name: 'A', Fields: [{ FieldName: 'Weight' }], WhereClause: { Filters } }])[1]).toBe(
    `("Weight", "Id") WHERE (NOT "IsDeleted" AND ("Parcel"."Weight" > '1.50'::numeric AND ` +
      `"Parcel"."Title" = ANY(ARRAY['o''clock', E'b\\\\']::text[])))`,
  );
});

it('looks for values that do not fit, and tells who asks for it', () => {
  const [title] = indexesOf([]);
  expect(render(title.tooLong!).text).toContain('octet_length(r."Title") > 2000 LIMIT 1');
  expect([title.declared, title.hasExpression]).toEqual([[{ kind: 'Field', id: 'Parcel.Title' }], false]);
  const [, weight] = indexesOf([{ Name: 'A', Fields: [{ FieldName: 'Weight' }] }]);
  expect([weight.tooLong, weight.declared]).toEqual([undefined, [{ kind: 'Index', id: 'Parcel.A' }]]);
});
