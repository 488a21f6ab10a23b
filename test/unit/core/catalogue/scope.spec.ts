import { FULL_ACCESS, merge, NO_ACCESS, OPERATIONS, SCOPES, type EntityAccess } from '#core/catalogue/scope.js';

// Requirement: R79
it('gives the widest scope of each operation for several roles', () => {
  const a: EntityAccess = { create: 'None', read: 'All', update: 'Own', delete: 'Team' };
  const b: EntityAccess = { create: 'Own', read: 'Team', update: 'Team', delete: 'None' };
  expect(merge(a, b)).toEqual({ create: 'Own', read: 'All', update: 'Team', delete: 'Team' });
  expect(merge(a, b)).toEqual(merge(b, a));
});

it.each(SCOPES.flatMap((a, i) => SCOPES.map((b, j) => [a, b, SCOPES[Math.max(i, j)]] as const)))(
  'combines %s and %s to %s',
  (a, b, expected) => {
    const all = (scope: typeof a) =>
      Object.fromEntries(OPERATIONS.map((each) => [each, scope])) as unknown as EntityAccess;
    expect(merge(all(a), all(b))).toEqual(all(expected));
  },
);

it('treats None and All as the bounds', () => {
  expect([merge(NO_ACCESS, NO_ACCESS), merge(NO_ACCESS, FULL_ACCESS)]).toEqual([NO_ACCESS, FULL_ACCESS]);
});

// See docs/interface/access.md#writable-fields
describe('writable fields', () => {
  const role = (update: 'None' | 'Own', ...fields: string[]): EntityAccess => ({
    ...NO_ACCESS,
    update,
    ...(fields.length > 0 && { writable: new Set(fields) }),
  });

  it.each<[string, EntityAccess, EntityAccess, string[] | undefined]>([
    ['both name some: all of them', role('Own', 'A'), role('Own', 'B'), ['A', 'B']],
    ['one names none, which is every field', role('Own', 'A'), role('Own'), undefined],
    ['a role that may not update adds none', role('Own', 'A'), role('None'), ['A']],
    ['a role that may not update takes none away', role('None', 'A'), role('Own'), undefined],
  ])('combine: %s', (_, a, b, fields) => {
    for (const { writable } of [merge(a, b), merge(b, a)]) {
      expect(writable && [...writable].toSorted()).toEqual(fields);
    }
  });
});
