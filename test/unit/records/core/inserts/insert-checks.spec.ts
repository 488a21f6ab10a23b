import type { Scope } from '#core/catalogue/scope.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { draftOf, givenId, writer } from './write-fixture.js';

const kinds = (entity: string, fields: object, mode: 'store' | 'explain' = 'store', create: Scope = 'Own') => {
  const ctx = writer(Object.fromEntries(['Customer', 'Order', 'Line', 'Region'].map((name) => [name, { create }])));
  return planInsert(ctx, draftOf(entity, fields, ctx), { mode }).checks.map(
    ({ group, test }) => `${group} ${test.kind}`,
  );
};

it.each<[string, string, object, string[]]>([
  ['rules and hooks always', 'Customer', { Name: 'x' }, ['0 rule', '0 hook']],
  ['a lookup that is used', 'Customer', { Name: 'x', RegionId: givenId(1) }, ['0 lookup', '0 rule', '0 hook']],
  [
    'an owner who is named',
    'Customer',
    { Name: 'x', OwnerId: givenId(1) },
    ['0 ownerUnknown', '0 ownerOutOfScope', '0 rule', '0 hook'],
  ],
  ['an owner who comes from a target', 'Order', { CustomerId: givenId(1) }, ['0 lookup', '0 ownerOutOfScope']],
  ['every group of records', 'Order', { CustomerId: { Name: 'x' }, Lines: [{}] }, ['1 rule', '1 hook']],
])('checks %s', (_, entity, fields, expected) => {
  expect(kinds(entity, fields)).toEqual(expected);
});

// Requirement: R94
it('checks no owner where the create scope is All', () => {
  expect(kinds('Customer', { Name: 'x', OwnerId: givenId(1) }, 'store', 'All')).toEqual([
    '0 ownerUnknown',
    '0 rule',
    '0 hook',
  ]);
});

// Requirement: R99
it('with explain reports all clashes, except for numbers made by the service', () => {
  const ctx = writer();
  const { checks } = planInsert(ctx, draftOf('Order', { CustomerId: givenId(1) }), { mode: 'explain' });
  expect(checks.slice(-2)).toMatchObject([
    { code: 'Conflict', message: 'Another record already has this value of Id.', fieldName: 'Id', reads: ['Id'] },
    { message: 'Another record already has this value of CustomerId + Title.', reads: ['CustomerId', 'Title'] },
  ]);
});

it('applies rules but no hooks to definition files', () => {
  const { checks } = planInsert(writer(), draftOf('Customer', { Name: 'x' }), {
    mode: 'store',
    skipHooks: true,
  });
  expect(checks.map(({ test }) => test.kind)).toEqual(['rule']);
});
