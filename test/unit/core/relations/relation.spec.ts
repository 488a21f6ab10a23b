import type { Scope } from '#core/catalogue/scope.js';
import { accessKey, relationSql, type RowFilter } from '#core/relations/relation.js';
import { raw, render } from '#core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const region = fixtureEntity('Region');
const live = 'NOT r."IsDeleted"';
const own = 'r."OwnerId" = $1::uuid';

// Requirement: R79, R121, T13
it.each<[scope: Scope, rows: RowFilter, where: string]>([
  ['All', 'readable', live],
  ['Own', 'readable', `(${live} AND ${own})`],
  ['Team', 'readable', `(${live} AND (${own} OR r."OwnerTeamId" = ANY($2::uuid[])))`],
  ['None', 'readable', `(${live} AND false)`],
  ['None', 'live', live],
  ['All', 'stored', 'true'],
  ['Own', 'stored', own],
])('renders scope %s: %s rows are those WHERE %s', (scope, rows, where) => {
  const reader = { ctx: fixtureContext({ Region: scope }), rights: 'caller' } as const;
  expect(render(relationSql(reader, region, rows)).text).toBe(`(SELECT * FROM "env_test"."Region" r WHERE ${where})`);
});

// Requirement: R79
it('gives scope None to an entity without a row in the access table', () => {
  const reader = { ctx: fixtureContext({}), rights: 'caller' } as const;
  expect(render(relationSql(reader, region)).text).toContain('AND false');
});

it('reads with system rights without scope, but no deleted rows', () => {
  const reader = { ctx: fixtureContext({}), rights: 'system' } as const;
  expect(render(relationSql(reader, region)).text).toBe(`(SELECT * FROM "env_test"."Region" r WHERE ${live})`);
});

it('adds the rows of the same statement, column by column', () => {
  const reader = { ctx: fixtureContext(), rights: 'system', added: new Map([['Region', raw('drafts')]]) } as const;
  const columns =
    '"Name", "ParentId", "Id", "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn", ' +
    '"UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"';
  expect(render(relationSql(reader, region)).text).toBe(
    `(SELECT ${columns} FROM "env_test"."Region" r WHERE ${live} UNION ALL SELECT ${columns} FROM drafts)`,
  );
});

it('has an access key that differs when the SQL differs', () => {
  const keys = [undefined, { Region: 'Own' }, { Region: 'Team' }, { Region: 'Own', Order: 'All' }, {}].map((scopes) =>
    accessKey({ ctx: fixtureContext(scopes as Record<string, Scope>), rights: 'caller' }),
  );
  expect(new Set([...keys, accessKey({ ctx: fixtureContext({}), rights: 'system' })]).size).toBe(6);
  const again = accessKey({ ctx: fixtureContext({ Order: 'All', Region: 'Own' }), rights: 'caller' });
  expect(again).toBe(keys[3]);
});
