import { list, raw, sql } from '../../../../src/core/sql/sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import type { RequestContext } from '../../../../src/core/context.js';
import { checkSelects, type CheckSources } from '../../../../src/core/checks/check.sql.js';
import type { Check, CheckTest } from '../../../../src/core/checks/check.js';
import { columnsOf, rows } from '../writes/expected-sql.js';
import { bound, entityOf, matching, writer } from '../writes/write-fixture.js';

const customer = entityOf('Customer');
const regionId = customer.fields.get('regionid')!;
const regionName = entityOf('Region').fields.get('name')!;

/** The text of a guard on customers of the CTE `x0` whose lookups are locked in `l0`; regions of the CTE `x1` are new. */
function compiled(test: CheckTest, { ctx = writer(), mayBeDrafted = false, args = new Args(writer()) } = {}): string {
  const guard: Check = { group: 0, test, code: 'Validation', message: '', reads: [] };
  const used = { field: regionId, target: entityOf('Region'), ids: args.add([], 'uuid[]'), matchedBy: [regionName] };
  const sources: CheckSources = {
    drafted: new Map([['Region', raw('x1')]]),
    key: raw('x."n"'),
    entityOf: () => customer,
    lookupOf: () => ({ ...used, mayBeDrafted }),
    rowsOf: () => raw('x0'),
    lockOf: () => raw('l0'),
  };
  return bound(sql`${list(checkSelects(ctx, [guard], sources, 3))}`, args).text;
}

const refused = (when: string, joins = ''): string => `SELECT 3 AS guard, x."n" AS n FROM x0 x${joins} WHERE ${when}`;
const criterion = (name: string, value: unknown) => matching(writer(), 'Customer', name, 3, value);
const regions = `(SELECT ${columnsOf('Region')} FROM "env_test"."Region" r WHERE NOT r."IsDeleted" UNION ALL SELECT ${columnsOf('Region')} FROM x1)`;

// Requirement: T23
it('reports a lookup whose target is not locked as missing', () => {
  const given = '(x."RegionId" IS NOT NULL OR x."RegionId~Name" IS NOT NULL)';
  const locked = 'NOT EXISTS (SELECT 1 FROM l0 t WHERE t."Id" = x."RegionId")';
  const test = { kind: 'lookup', lookup: 0 } as const;
  expect(compiled(test)).toBe(refused(`(${given} AND ${locked})`));
  expect(compiled(test, { mayBeDrafted: true })).toBe(
    refused(`(${given} AND ${locked} AND NOT EXISTS (SELECT 1 FROM x1 d WHERE d."Id" = x."RegionId"))`),
  );
});

it('requires an owner who is an active user or the caller', () => {
  expect(compiled({ kind: 'ownerUnknown' })).toBe(
    refused(
      `NOT EXISTS (SELECT 1 FROM ${rows('User')} u WHERE u."Id" = x."OwnerId" AND (u."IsActive" OR u."Id" = $1::uuid))`,
    ),
  );
});

const scoped = (scope: 'None' | 'Own' | 'Team'): RequestContext =>
  writer({ Customer: { create: scope, update: scope === 'Own' ? 'None' : 'Own' } });

// Requirement: R94, T26
it.each<['None' | 'Own' | 'Team', string]>([
  ['None', 'NOT (false)'],
  ['Own', 'NOT (x."OwnerId" = $1::uuid)'],
  [
    'Team',
    `((x."OwnerId" = $1::uuid OR x."OwnerTeamId" = ANY($2::uuid[])) OR EXISTS (SELECT 1 FROM ${rows('TeamMember')} m WHERE m."UserId" = x."OwnerId" AND m."TeamId" = ANY($2::uuid[]))) IS NOT TRUE`,
  ],
])('finds an owner out of create scope %s', (scope, when) => {
  expect(compiled({ kind: 'ownerOutOfScope', operation: 'create' }, { ctx: scoped(scope) })).toBe(refused(when));
});

it('checks the owner of an update by the update scope', () => {
  expect(compiled({ kind: 'ownerOutOfScope', operation: 'update' }, { ctx: scoped('Own') })).toBe(
    refused('NOT (false)'),
  );
});

it('a rule refuses unless true and a hook when true; both see rows written by the statement', () => {
  const name = criterion('Name', 'x');
  expect(compiled({ kind: 'rule', criterion: name.criterion }, name)).toBe(
    refused('(x."Name" = $1::text) IS NOT TRUE'),
  );
  const region = criterion('RegionId.Name', 'x');
  expect(compiled({ kind: 'hook', criterion: region.criterion }, region)).toBe(
    refused(
      '(lower(xj1."Name" COLLATE "und-x-icu") = lower($1::text COLLATE "und-x-icu")) IS TRUE',
      ` LEFT JOIN ${regions} xj1 ON xj1."Id" = x."RegionId"`,
    ),
  );
});

// Requirement: T28
it('finds clashes with live records of any scope', () => {
  const key = ['name', 'code'].map((name) => customer.fields.get(name)!);
  expect(compiled({ kind: 'unique', key })).toBe(
    refused(`EXISTS (SELECT 1 FROM ${rows('Customer')} t WHERE (t."Name" = x."Name" AND t."Code" = x."Code"))`),
  );
});

it('compares an immutable field with the stored row', () => {
  expect(compiled({ kind: 'immutable', field: customer.fields.get('code')! })).toBe(
    refused('m."Code" IS DISTINCT FROM x."Code"', ' JOIN m ON m."Id" = x."Id"'),
  );
});
