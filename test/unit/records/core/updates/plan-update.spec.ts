import fc from 'fast-check';
import { SCOPES } from '#core/catalogue/scope.js';
import { render } from '#core/sql/sql.js';
import { planUpdate } from '#records/core/updates/plan-update.js';
import { matchKey, planMatch } from '#records/core/matching/plan-match.js';
import { compileUpdate } from '#records/core/updates/update-records.sql.js';
import { entityOf, givenId, matching, updateOf, writer } from '../inserts/write-fixture.js';
import { cases, SEED } from '../../../../support/seed.js';

const ID = givenId(5);
const planned = (entity: string, fields: object, ctx = writer()) =>
  planUpdate(ctx, updateOf(entity, fields, ctx), matching(ctx, entity, 'Id', 3, ID), 'store');

it('binds each value once, as the type it is compared as', () => {
  const { sets, args } = planned('Order', { Title: 'x', BillToId: { Match: { FieldName: 'Name', Value: 'y' } } });
  expect(sets).toHaveLength(1);
  const matched = planned('Tag', { Label: 'x', RegionId: { Match: { FieldName: 'Name', Value: 'y' } } });
  expect(
    matched.sets.map(({ value, matchedBy }) => [matched.args.values[value.index], value.type, matchedBy?.name]),
  ).toEqual([
    ['x', 'text', undefined],
    ['y', 'text', 'Name'],
  ]);
  expect(args.values).not.toContain('y');
});

it('locks new targets of lookups, and none for a cleared lookup', () => {
  const targets = (RegionId: unknown) => planned('Tag', { RegionId }).lookups.map(({ target }) => target.name);
  expect([targets(ID), targets(null)]).toEqual([['Region'], []]);
});

it.each<[string, string, object, boolean, string[]]>([
  ['a plain field', 'Tag', { Label: 'x' }, false, []],
  ['the owner', 'Tag', { OwnerId: ID }, true, ['ownerUnknown', 'ownerOutOfScope']],
  ['the source of the owner', 'Order', { CustomerId: ID }, true, ['lookup', 'ownerOutOfScope']],
  ['an immutable field', 'Customer', { Code: 'x' }, false, ['immutable', 'rule']],
])('locks and checks rows as needed: %s', (_, entity, fields, exclusive, kinds) => {
  const ctx = writer({ [entity]: { read: 'All', update: 'Own' } });
  const { match, checks } = planned(entity, fields, ctx);
  expect([match.exclusive, checks.map(({ test }) => test.kind)]).toEqual([exclusive, kinds]);
});

// Requirement: T29, R112
it('adds identity conjuncts and the version to the match', () => {
  const ctx = writer();
  const match = matching(ctx, 'Region', 'Name', 3, 'x');
  const plan = planMatch(ctx, entityOf('Region'), 'delete', { ...match, expectedVersion: '3' }, true);
  expect(plan).toMatchObject({ operation: 'delete', unlimited: true, exclusive: true, identity: [match.criterion] });
  expect([plan.version?.type, match.args.values[plan.version!.index]]).toEqual(['bigint', '3']);
  expect(
    planMatch(ctx, entityOf('Region'), 'delete', matching(ctx, 'Region', 'IsDeleted', 3, false), true).identity,
  ).toEqual([]);
});

it('has different keys for the lock of a delete and of an update', () => {
  const ctx = writer({ Tag: { read: 'All', update: 'All', delete: 'Own' } });
  const key = (operation: 'update' | 'delete') =>
    matchKey(ctx, planMatch(ctx, entityOf('Tag'), operation, matching(ctx, 'Tag', 'Id', 3, ID), true));
  expect(key('update')).not.toBe(key('delete'));
});

const target = (n: number) =>
  fc.constantFrom<unknown>(undefined, null, givenId(n), { Match: { FieldName: 'Id', Value: givenId(n) } });
const fields = fc.record({
  CustomerId: fc.constantFrom<unknown>(undefined, givenId(1), { Match: { FieldName: 'Id', Value: givenId(2) } }),
  BillToId: target(3),
  Title: fc.constantFrom<unknown>(undefined, null, 'a', 'b'),
  OwnerId: fc.constantFrom<unknown>(undefined, givenId(8), givenId(9)),
});
const scope = fc.constantFrom(...SCOPES);
const access = fc.record({ read: scope, update: scope });
const caller = fc.option(fc.record({ Order: access, Customer: access }), { nil: undefined });
const filter = fc.constantFrom<[string, number, unknown]>(
  ['Id', 3, ID],
  ['Id', 3, givenId(6)],
  ['Title', 3, 'a'],
  ['CustomerId.Name', 11, 'b'],
  ['RowVersion', 1, 3],
);

it('equal keys imply equal texts with the same bindings', () => {
  const texts = new Map<string, string>();
  fc.assert(
    fc.property(
      fields,
      caller,
      filter,
      fc.constantFrom(undefined, '3', '4'),
      (given, scopes, match, expectedVersion) => {
        const ctx = writer(scopes);
        const how = { ...matching(ctx, 'Order', ...match), ...(expectedVersion && { expectedVersion }) };
        const plan = planUpdate(ctx, updateOf('Order', given, ctx), how, 'store');
        const text = JSON.stringify(render(compileUpdate(ctx, plan)));
        expect(texts.get(plan.key) ?? text).toBe(text);
        texts.set(plan.key, text);
      },
    ),
    { seed: SEED, numRuns: cases(500) },
  );
  expect(texts.size).toBeGreaterThan(100);
});
