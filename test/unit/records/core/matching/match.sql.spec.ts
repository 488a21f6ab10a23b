import { list, sql } from '#core/sql/sql.js';
import type { RequestContext } from '#core/context/context.js';
import { FAULTS_COLUMN, matchedCte, matchFaultSelects } from '#records/core/matching/match.sql.js';
import { MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import { planMatch } from '#records/core/matching/plan-match.js';
import { columnsOf, rows } from '../inserts/expected-sql.js';
import { bound, entityOf, givenId, matching, writer } from '../inserts/write-fixture.js';

type Filter = [name: string, operator: number, value: unknown];
const BY_ID: Filter = ['Id', 3, givenId(5)];
const BY_NAME: Filter = ['Name', 3, 'North'];
const BY_OWNER: Filter = ['OwnerId.DisplayName', 3, 'Ann'];

const planOf = (ctx: RequestContext, filter: Filter, expectedVersion?: string) => {
  const match = matching(ctx, 'Region', ...filter);
  const plan = planMatch(
    ctx,
    entityOf('Region'),
    'update',
    { ...match, ...(expectedVersion && { expectedVersion }) },
    false,
  );
  return { plan, args: match.args };
};

const faultsOf = (ctx: RequestContext, filter: Filter, version?: string): readonly string[] => {
  const { plan, args } = planOf(ctx, filter, version);
  return bound(sql`${list(matchFaultSelects(ctx, plan), ' | ')}`, args).text.split(' | ');
};

// Requirement: R111, T67
it('locks matches in the order of Ids, one row more than allowed', () => {
  const ctx = writer({ Region: { read: 'Own', update: 'Own' } });
  const { plan, args } = planOf(ctx, BY_OWNER);
  const users = rows('User');
  expect(bound(matchedCte(ctx, plan), args).text).toBe(
    `m AS MATERIALIZED (SELECT ${columnsOf('Region', 't')} FROM ${rows('Region', 'r."OwnerId" = $1::uuid')} t LEFT JOIN ${users} tj1 ON tj1."Id" = t."OwnerId" ` +
      'WHERE tj1."DisplayName" = $2::text ORDER BY t."Id" LIMIT 10001 FOR NO KEY UPDATE OF t)',
  );
  const admin = planOf(writer(), BY_ID);
  expect(bound(matchedCte(writer(), { ...admin.plan, exclusive: true }), admin.args).text).toMatch(
    / ORDER BY t\."Id" FOR UPDATE OF t\)$/,
  );
});

describe('faults', () => {
  const ctx = writer({ Region: { read: 'Own', update: 'None' } });
  const hidden = (condition: string): string =>
    `EXISTS (SELECT 1 FROM ${rows('Region')} t WHERE ${condition} AND (t."OwnerId" = $2::uuid) IS NOT TRUE)`;

  it('have one query per kind, in the order of precedence', () => {
    const numbers = faultsOf(ctx, BY_ID).map((text) => Number(/^SELECT (\d)/.exec(text)?.[1]));
    expect(numbers).toEqual(MATCH_FAULTS.map((_, i) => i));
  });

  // Requirement: T29
  it.each<[string, Filter, string]>([
    ['the Id', BY_ID, hidden('t."Id" = $1::uuid')],
    ['a unique field', BY_NAME, hidden('lower(t."Name" COLLATE "und-x-icu") = lower($1::text COLLATE "und-x-icu")')],
    ['nothing that identifies', BY_OWNER, 'false'],
  ])('report a hidden row addressed by %s', (_, filter, condition) => {
    expect(faultsOf(ctx, filter)[0]).toBe(`SELECT 0 AS failed, NULL::uuid AS n WHERE ${condition}`);
  });

  // Requirement: R107
  it.each([
    ['None', 'false'],
    ['Own', 'm."OwnerId" = $1::uuid'],
    ['Team', '(m."OwnerId" = $1::uuid OR m."OwnerTeamId" = ANY($2::uuid[]))'],
    ['All', 'true'],
  ] as const)('report a readable row outside of update scope %s', (update, condition) => {
    const reader = writer({ Region: { read: 'All', update } });
    expect(faultsOf(reader, BY_NAME)[1]).toBe(`SELECT 1, m."Id" FROM m WHERE (${condition}) IS NOT TRUE`);
  });

  // Requirement: R111
  it('report too many rows, except to Administrators', () => {
    expect(faultsOf(ctx, BY_ID)[2]).toBe('SELECT 2, NULL::uuid WHERE (SELECT count(*) FROM m) > 10000');
    expect(faultsOf(writer(), BY_ID)[2]).toBe('SELECT 2, NULL::uuid WHERE false');
  });

  // Requirement: R112
  it('report a version stale for more than rollups, and a deleted record', () => {
    expect(faultsOf(writer(), BY_ID)).toHaveLength(4);
    expect(faultsOf(writer(), BY_ID)[3]).toBe('SELECT 3, m."Id" FROM m WHERE false');
    const [stale, gone] = faultsOf(writer(), BY_ID, '7').slice(3);
    const versions = 'm."RollupVersions"';
    const isFresh = `m."RowVersion" = $1::bigint OR (upper(${versions}) = m."RowVersion" AND $1::bigint <@ ${versions})`;
    expect(stale).toBe(`SELECT 3, m."Id" FROM m WHERE (${isFresh}) IS NOT TRUE`);
    expect(gone).toBe('SELECT 3, NULL::uuid WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT false');
  });
});

it('limits the number of answered faults', () => {
  const { args } = matching(writer(), 'Region', ...BY_ID);
  expect(bound(FAULTS_COLUMN, args).text).toBe(
    '(SELECT json_agg(json_build_array(f.failed, f.n))::text FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f) AS faults',
  );
});
