import type { Scope } from '#core/catalogue/scope.js';
import { isShareable, isShareableAmongCallers, planSharedInsert } from '#records/core/inserts/plan-shared-insert.js';
import { draftOf, givenId, writer } from './write-fixture.js';

const ctx = writer();

it.each([
  ['a record by itself', 'Tag', { Label: 'x' }, true],
  ['a record whose first status has a history', 'Order', { CustomerId: givenId(1) }, true],
  ['a record with children', 'Customer', { Name: 'x', RegionId: givenId(1), Orders: [{ Title: 'a' }] }, false],
  ['an access record', 'Role', { Name: 'x' }, false],
])('decides on sharing: %s', (_, entity, fields, shareable) => {
  expect(isShareable(draftOf(entity, fields, ctx))).toBe(shareable);
});

it('has a key of its own for any number of calls', () => {
  const insert = (Label: string) => ({
    correlationId: givenId(1),
    principal: ctx.principal,
    draft: draftOf('Tag', { Label }, ctx),
  });
  const [two, three] = [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ].map((labels) => planSharedInsert(ctx, labels.map(insert), false));
  expect(two.key).toMatch(/^shared /);
  expect(three.key).toBe(two.key);
});

describe('a statement of several callers', () => {
  const among = (fields: object, as = ctx) => isShareableAmongCallers(as, draftOf('Tag', fields, as));
  const withRead = (region: Scope, tag: Scope) => {
    const access = new Map(ctx.principal.access);
    access.set('Region', { ...access.get('Region')!, read: region }).set('Tag', { ...access.get('Tag')!, read: tag });
    return { ...ctx, principal: { ...ctx.principal, isAdministrator: false, access } };
  };

  it.each<[string, boolean, boolean]>([
    ['the caller owns the record', true, among({ Label: 'x' })],
    ['all targets are readable', true, among({ Label: 'x', RegionId: givenId(1) }, withRead('All', 'Own'))],
    ['some targets may be out of scope', false, among({ Label: 'x', RegionId: givenId(1) }, withRead('Own', 'All'))],
    ['the caller may not read the record', false, among({ Label: 'x' }, withRead('All', 'None'))],
  ])('is decided on: %s', (_, expected, shareable) => expect(shareable).toBe(expected));

  it('is not shared by records of others, jobs, and entities whose rules judge the caller', () => {
    const draft = draftOf('Tag', { Label: 'x' }, ctx);
    const [{ entity, rows }] = draft.groups;
    const others = { ...draft, groups: [{ entity, rows: [{ ...rows[0], ownerId: givenId(9) }] }] };
    const where = { Filters: [{ FieldName: 'OwnerId', Operator: 3, Value: 'Me' }] };
    const judging = { ...entity, rules: [{ name: 'Own', where, message: '' }] } as unknown as typeof entity;
    const judged = { ...draft, groups: [{ entity: judging, rows }] };
    const job = { source: 'Workflow', chain: [] } as const;
    expect(isShareableAmongCallers(ctx, others)).toBe(false);
    expect(isShareableAmongCallers(ctx, judged)).toBe(false);
    expect(isShareableAmongCallers({ ...ctx, job }, draft)).toBe(false);
  });

  it('has the users of all calls, and rows with the teams of their owners', () => {
    const principals = [1, 2].map((n) => ({ ...ctx.principal, userId: givenId(n), primaryTeamId: givenId(n + 5) }));
    const inserts = principals.map((principal) => {
      const caller = { ...ctx, principal };
      return { correlationId: givenId(1), principal, draft: draftOf('Tag', { Label: 'x' }, caller) };
    });
    const { shared, args, groups } = planSharedInsert(ctx, inserts, true);
    expect(args.values[shared!.userIds!.index]).toEqual([givenId(1), givenId(2)]);
    const rows = JSON.parse(args.values[groups[0].rows.index] as string) as Record<string, unknown>[];
    expect(rows.map(({ OwnerId, OwnerTeamId }) => [OwnerId, OwnerTeamId])).toEqual([
      [givenId(1), givenId(6)],
      [givenId(2), givenId(7)],
    ]);
  });
});
