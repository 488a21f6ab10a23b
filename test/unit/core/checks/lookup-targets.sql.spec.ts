import { Args } from '../../../../src/core/sql/args.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { isMatch, lockTargets, targetsOf } from '../../../../src/core/checks/lookup-targets.sql.js';
import { rows } from '../writes/expected-sql.js';
import { bound, entityOf, givenId, writer } from '../writes/write-fixture.js';

const ctx = writer({ Region: { read: 'Own' } });
const own = 'r."OwnerId" = $1::uuid';

it.each([
  ['records of a business entity within the read scope', 'Region', rows('Region', own)],
  ['no records of an unreadable entity', 'Customer', rows('Customer', 'false')],
  // Requirement: T84
  ['users in any scope', 'User', rows('User')],
  ['statuses in any scope', 'Status', rows('Status')],
])('lets a caller refer to %s', (_, name, expected) => {
  expect(render(targetsOf(ctx, entityOf(name))).text).toBe(expected);
});

it('matches a unique field as its type compares', () => {
  const name = entityOf('Region').fields.get('name')!;
  expect(render(isMatch(raw('t'), name, raw('x.v'))).text).toBe(
    'lower(t."Name" COLLATE "und-x-icu") = lower(x.v COLLATE "und-x-icu")',
  );
  expect(render(isMatch(raw('t'), entityOf('Region').fields.get('id')!, raw('x.v'))).text).toBe('t."Id" = x.v');
});

// Requirement: T23
it('locks given or matched targets in the order of their Ids', () => {
  const field = entityOf('Tag').fields.get('regionid')!;
  const target = entityOf('Region');
  const args = new Args(ctx);
  const used = { field, target, ids: args.add([givenId(1)], 'uuid[]'), mayBeDrafted: false };
  const lock = (condition: string): string =>
    `l7 AS MATERIALIZED (SELECT t."Id" FROM ${rows('Region', own)} t WHERE t."Id" ${condition} ORDER BY t."Id" FOR KEY SHARE OF t)`;
  expect(bound(lockTargets(ctx, { ...used, matchedBy: [] }, raw('l7'), raw('x3')), args).text).toBe(
    lock('= ANY($2::uuid[])'),
  );
  const matchedBy = [target.fields.get('name')!];
  expect(bound(lockTargets(ctx, { ...used, matchedBy }, raw('l7'), raw('x3')), args).text).toBe(
    lock('IN (SELECT x."RegionId" FROM x3 x WHERE x."RegionId" IS NOT NULL)'),
  );
});
