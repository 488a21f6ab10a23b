import { formatPageCursor } from '../../../../src/core/queries/page-cursor.js';
import { compileEstimate, compileSelect } from '../../../../src/core/queries/select-records.sql.js';
import { CALLER, fixtureContext } from '../../../support/fixture-catalogue.js';
import { bound, planOf, where } from './query.js';

const ID = '0b1059ed-5b70-4550-80ae-7c8a6ffb76ff';
const select = (body: object, ctx = fixtureContext()) => {
  const plan = planOf(body, ctx);
  const { text, values } = bound(compileSelect(plan), plan);
  return { text, values };
};

const customers = '(SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted")';
const own = '(SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid))';
const regions = '(SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted")';
const id = (alias: string) => `('{"Id":' || ('"' || ${alias}."Id"::text || '"') || '}')`;
/** Answer of the database: the rows of a page with their count and cursor. */
const answer = (size: number, total: string, rows: string) =>
  `SELECT string_agg(q.json, ',') AS rows, count(*) > ${size} AS more, string_agg(q.keys, '') AS keys, ` +
  `${total} AS total, platform.within_16_mb(octet_length(q.json)) AS room FROM (${rows} LIMIT ${size + 1}) q`;
const key = (name: string) => `COALESCE(('"' || p."${name}"::text || '"'), 'null')`;

it('counts, numbers and sorts nothing for a query by Id', () => {
  const body = { EntityName: 'Customer', SelectedFields: ['Id'], WhereClause: where('Id', 'EqualTo', ID) };
  expect(select({ ...body, Sort: [{ FieldName: 'Name' }] }, fixtureContext({ Customer: 'Own' }))).toEqual({
    text: `SELECT ${id('t')} AS row FROM ${own} t WHERE t."Id" = $2::uuid`,
    values: [CALLER.userId, ID],
  });
});

// Requirement: R138
it('answers at most 10,000 rows without a pager', () => {
  expect(select({ EntityName: 'Customer', SelectedFields: ['Id'] })).toEqual({
    text: answer(
      10_000,
      'LEAST(count(*), 10000)',
      `SELECT CASE WHEN p.n <= 10000 THEN ${id('p')} END AS json, NULL::text AS keys ` +
        `FROM (SELECT s.*, row_number() OVER () AS n FROM (SELECT t.* FROM ${customers} t WHERE true ORDER BY t."CreatedOn", t."Id" LIMIT 10001) s) p`,
    ),
    values: [],
  });
});

// Requirement: R131, R132, T20
it('cuts a page before it joins lookups, and counts the rows in scope', () => {
  const body = {
    EntityName: 'Customer',
    SelectedFields: ['RegionId.Name'],
    WhereClause: where('Name', 'EqualTo', 'Bolt'),
    Sort: [{ FieldName: 'Since', Direction: 2 }],
    Pager: { PageNumber: 3, PageSize: 20 },
  };
  expect(select(body, fixtureContext({ Customer: 'Own', Region: 'All' }))).toEqual({
    text: answer(
      20,
      `(SELECT count(*) FROM ${own} c WHERE c."Name" = $2::text)`,
      `SELECT CASE WHEN p.n <= 20 THEN ('{"RegionId.Name":' || COALESCE(to_json(pj1."Name")::text, 'null') || '}') END AS json, ` +
        `CASE WHEN p.n = 20 THEN '[' || ${key('k0')} || ',' || ${key('k1')} || ']' END AS keys ` +
        `FROM (SELECT s.*, row_number() OVER () AS n FROM (SELECT t.*, t."Since" AS "k0", t."Id" AS "k1" FROM ${own} t ` +
        `WHERE t."Name" = $2::text ORDER BY t."Since" DESC, t."Id" DESC LIMIT 21 OFFSET $3::bigint) s) p ` +
        `LEFT JOIN ${regions} pj1 ON pj1."Id" = p."RegionId" ORDER BY p.n`,
    ),
    values: [CALLER.userId, 'Bolt', '40'],
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

it('applies an indexed search before the order, and one below three letters without the index', () => {
  const body = { EntityName: 'Region', Sort: [{ FieldName: 'Name', Direction: 2 }] };
  const contains = `lower((COALESCE(t."Name", '')) COLLATE "und-x-icu") LIKE lower($1::text COLLATE "und-x-icu")`;
  expect(select({ ...body, GlobalSearch: 'nor-thern' }).text).toContain(
    `FROM (SELECT * FROM (SELECT t.*, t."Name" AS "k0", t."Id" AS "k1" FROM ${regions} t WHERE (true AND ${contains}) OFFSET 0) f ` +
      `ORDER BY f."k0" DESC, f."k1" DESC LIMIT 10001) s`,
  );
  const second = `(${contains.replace('$1', '$2')}) IS TRUE`;
  expect(select({ ...body, GlobalSearch: 'north no north' }).text).toContain(
    `WHERE (true AND ${contains} AND ${second}) OFFSET 0) f`,
  );
  expect(select({ ...body, GlobalSearch: 'no-rt' }).text).toContain(
    `FROM (SELECT t.* FROM ${regions} t WHERE (true AND (${contains}) IS TRUE) ORDER BY t."Name" DESC, t."Id" DESC LIMIT 10001) s`,
  );
});

it('places joins of the filter and of the order where they are needed', () => {
  const { text } = select({
    EntityName: 'Customer',
    SelectedFields: ['Id'],
    WhereClause: where('RegionId.Name', 'EqualTo', 'North'),
    Sort: [{ FieldName: 'OwnerId.DisplayName' }],
    Pager: {},
  });
  const region = (alias: string) => `LEFT JOIN ${regions} ${alias}j`;
  expect(text).toMatch(new RegExp(`c LEFT JOIN [^)]*Region[^)]*\\) cj1 ON cj1."Id" = c."RegionId" WHERE cj1`));
  expect(text).toContain(
    `${region('t')}2 ON tj2."Id" = t."RegionId" WHERE tj2."Name" = $1::text ORDER BY tj1."DisplayName"`,
  );
  expect(text).not.toContain('ORDER BY p.n');
});

// See docs/interface.md#counts
it.each([
  ['Exact', `(SELECT count(*) FROM ${customers} c WHERE true) AS total`],
  ['Estimated', `(SELECT count(*) FROM (SELECT 1 FROM ${customers} c WHERE true LIMIT 1002) m) AS total`],
  ['None', 'NULL::bigint AS total'],
])('compiles Count %s', (Count, total) => {
  expect(select({ EntityName: 'Customer', Pager: { Count } }).text).toContain(total);
});

it('estimates the matching rows in scope', () => {
  const body = { EntityName: 'Customer', WhereClause: where('Name', 'EqualTo', 'Bolt'), Pager: { Count: 'Estimated' } };
  const plan = planOf(body, fixtureContext({ Customer: 'Own' }));
  expect(bound(compileEstimate(plan), plan)).toEqual({
    text: `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${own} c WHERE c."Name" = $2::text`,
    values: [CALLER.userId, 'Bolt'],
  });
});

// Requirement: T32
it('reads deleted rows only of the queried entity with IncludeDeleted', () => {
  const { text } = select({ EntityName: 'Customer', SelectedFields: ['RegionId.Name'], IncludeDeleted: true });
  expect(text).toContain('FROM (SELECT * FROM "env_test"."Customer" r WHERE true) t');
  expect(text).toContain(`LEFT JOIN ${regions} pj1`);
});

it.each([{}, { Pager: { PageSize: 20 } }])('joins what the order looks up, with %j', (more) => {
  const { text } = select({
    EntityName: 'Customer',
    SelectedFields: ['Id'],
    Sort: [{ FieldName: 'RegionId.Name' }],
    ...more,
  });
  expect(text).toContain('tj1 ON tj1."Id" = t."RegionId" WHERE true ORDER BY tj1."Name", t."Id" LIMIT');
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
