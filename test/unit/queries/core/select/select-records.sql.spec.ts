import { formatPageCursor } from '#queries/core/select/page-cursor.js';
import { compileSelect } from '#queries/core/select/select-records.sql.js';
import { CALLER, fixtureContext } from '../../../../support/fixture-catalogue.js';
import { bound, planOf, where } from './query.js';

const ID = '0b1059ed-5b70-4550-80ae-7c8a6ffb76ff';
const select = (body: object, ctx = fixtureContext()) => {
  const plan = planOf(body, ctx);
  const { text, values } = bound(compileSelect(plan), plan);
  return { text, values };
};

const customers = '(SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted")';
const own = '(SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid))';
const id = (alias: string) => `('{"Id":' || ('"' || ${alias}."Id"::text || '"') || '}')`;

it('counts, numbers and sorts nothing for a query by Id', () => {
  const body = { EntityName: 'Customer', SelectedFields: ['Id'], WhereClause: where('Id', 'EqualTo', ID) };
  expect(select({ ...body, Sort: [{ FieldName: 'Name' }] }, fixtureContext({ Customer: 'Own' }))).toEqual({
    text: `SELECT ${id('t')} AS row FROM ${own} t WHERE t."Id" = $2::uuid`,
    values: [CALLER.userId, ID],
  });
});

// Requirement: T20
it('applies a cursor to the page but not to the total', () => {
  const body = { EntityName: 'Customer', SelectedFields: ['Id'] };
  const { entity, sort } = planOf(body);
  const keys = `["2026-01-01T00:00:00Z","${ID}"]`;
  const { text, values } = select({ ...body, Pager: { Cursor: formatPageCursor(entity, sort, keys) } });
  expect(text).toContain(`(SELECT count(*) FROM ${customers} c WHERE true) AS total`);
  const after = '(t."CreatedOn", t."Id") > ($1::timestamptz, $2::uuid)';
  expect(text).toContain(`FROM ${customers} t WHERE (true AND ${after}) ORDER BY t."CreatedOn", t."Id" LIMIT 51)`);
  expect(values).toEqual(['2026-01-01T00:00:00Z', ID]);
});

// See docs/interface/queries.md#counts
it.each([
  ['Exact', `(SELECT count(*) FROM ${customers} c WHERE true) AS total`],
  ['Estimated', `(SELECT count(*) FROM (SELECT 1 FROM ${customers} c WHERE true LIMIT 1002) m) AS total`],
  ['None', 'NULL::bigint AS total'],
])('compiles Count %s', (Count, total) => {
  expect(select({ EntityName: 'Customer', Pager: { Count } }).text).toContain(total);
});

it.each([
  [1, 'ORDER BY t."OwnerId", t."CreatedOn", t."Id" LIMIT 21'],
  [2, 'ORDER BY t."OwnerId" DESC, t."CreatedOn" DESC, t."Id" DESC LIMIT 21'],
])('orders a page of scope Own as the index of owners, in direction %j', (Direction, order) => {
  const Sort = [{ FieldName: 'CreatedOn', Direction }];
  const body = { EntityName: 'Customer', SelectedFields: ['Id'], Sort, Pager: { PageSize: 20, Count: 'None' } };
  expect(select(body, fixtureContext({ Customer: 'Own' })).text).toContain(order);
});

it('cuts a page of scope Team from the rows of the caller and of each team, where an index has them in order', () => {
  const body = { EntityName: 'Customer', SelectedFields: ['Id'], Pager: { PageSize: 20, Count: 'None' } };
  const team = fixtureContext({ Customer: 'Team' });
  const { text } = select(body, team);
  expect(text).toContain(
    'r."OwnerId" = ANY(ARRAY[$1::uuid]))) t WHERE true ORDER BY t."OwnerId", t."CreatedOn", t."Id" LIMIT 21) UNION ALL',
  );
  expect(text).toContain('(SELECT DISTINCT unnest($2::uuid[])) team(id) CROSS JOIN LATERAL (SELECT t.*');
  expect(text).toContain('r."OwnerTeamId" = ANY(ARRAY[team.id]) AND NOT (r."OwnerId" = $1::uuid)');
  expect(text).toContain('ORDER BY t."OwnerTeamId", t."CreatedOn", t."Id" LIMIT 21) t)) f ORDER BY f."k0"');
  expect(select({ ...body, Sort: [{ FieldName: 'Name' }] }, team).text).not.toContain('LATERAL');
});
