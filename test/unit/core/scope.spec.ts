import { FULL_ACCESS, merge, NO_ACCESS, OPERATIONS, SCOPES, type EntityAccess } from '../../../src/core/scope.js';

it('several roles give the widest scope of each operation (R79)', () => {
  const a: EntityAccess = { create: 'None', read: 'All', update: 'Own', delete: 'Team' };
  const b: EntityAccess = { create: 'Own', read: 'Team', update: 'Team', delete: 'None' };
  expect(merge(a, b)).toEqual({ create: 'Own', read: 'All', update: 'Team', delete: 'Team' });
  expect(merge(a, b)).toEqual(merge(b, a));
});

it.each(SCOPES.flatMap((a, i) => SCOPES.map((b, j) => [a, b, SCOPES[Math.max(i, j)]] as const)))(
  '%s and %s is %s',
  (a, b, expected) => {
    const all = (scope: typeof a) =>
      Object.fromEntries(OPERATIONS.map((each) => [each, scope])) as unknown as EntityAccess;
    expect(merge(all(a), all(b))).toEqual(all(expected));
  },
);

it('nothing and everything are the ends', () => {
  expect([merge(NO_ACCESS, NO_ACCESS), merge(NO_ACCESS, FULL_ACCESS)]).toEqual([NO_ACCESS, FULL_ACCESS]);
});

describe('writable fields (contract §14.6)', () => {
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
  ])('%s', (_, a, b, fields) => {
    for (const { writable } of [merge(a, b), merge(b, a)]) {
      expect(writable && [...writable].toSorted()).toEqual(fields);
    }
  });
});
