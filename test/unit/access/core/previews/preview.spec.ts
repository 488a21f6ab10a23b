import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';
import type { ChangedAccess } from '#access/core/previews/compare-access.js';
import {
  byOperation,
  DistinctRecords,
  entityChange,
  isChange,
  MAX_ELEMENTS,
  MAX_USERS,
  ofFirstUsers,
} from '#access/core/previews/preview.js';

const customer = fixtureCatalogue.entity('Customer');
const order = fixtureCatalogue.entity('Order');
const user = (id: string): ChangedAccess['user'] => ({
  id,
  name: id,
  isActive: true,
  isAdministrator: false,
  primaryTeamId: null,
  roleIds: [],
  teamIds: [],
});
const access = (id: string, more: Partial<ChangedAccess> = {}): ChangedAccess => ({
  user: user(id),
  entity: customer,
  operation: 'read',
  from: 'None',
  to: 'All',
  rows: { before: { open: 'None', grants: [] }, after: { open: 'All', grants: [] } },
  holder: { before: undefined, after: undefined },
  reach: { before: [], after: [] },
  ...more,
});
const ids = (prefix: string, count: number): readonly string[] => Array.from({ length: count }, (_, i) => prefix + i);

it('tells of the first 1,000 users', () => {
  const changed = ids('u', MAX_USERS + 1).flatMap((id) => [access(id), access(id, { operation: 'update' })]);
  const first = ofFirstUsers(changed);
  expect(first).toHaveLength(2 * MAX_USERS);
  expect(ofFirstUsers(first)).toBe(first);
});

it('tells all of a user or nothing, within 10,000 elements', () => {
  const changed = ids('u', 4).flatMap((id) => Array.from({ length: 3_000 }, () => access(id)));
  expect(ofFirstUsers(changed)).toHaveLength(9_000);
  expect(ofFirstUsers(changed.slice(0, MAX_ELEMENTS))).toHaveLength(MAX_ELEMENTS);
});

it('groups by entity and operation, in the order of both', () => {
  const changed = [
    access('a', { entity: order }),
    access('a', { operation: 'delete' }),
    access('b'),
    access('b', { entity: order }),
  ];
  const groups = byOperation(changed).map((group) => group.map((each) => `${each.user.id} ${each.entity.name}`));
  expect(groups).toEqual([['b Customer'], ['a Customer'], ['a Order', 'b Order']]);
});

it('counts distinct records up to 1,001, and samples gained ones first', () => {
  const records = new DistinctRecords();
  records.add({ gained: ids('g', 3), lost: ids('l', 900) });
  records.add({ gained: ids('g', 4), lost: ids('m', 900) });
  const change = entityChange(access('a'), 2, records, []);
  expect(change).toMatchObject({ EntityName: 'Customer', Operation: 'Read', Users: 2, Gained: 4, Lost: 1_001 });
  expect(records.sample).toEqual(['g0', 'g1', 'g2', 'g3', 'l0']);
});

it('gives no number where the records of a user are not counted', () => {
  const records = new DistinctRecords();
  records.add({ gained: ['g'], lost: [] });
  records.add(undefined);
  expect(records.numbers).toEqual({ Gained: null, Lost: null });
});

it('takes the same scope with other records for a change, but not the same records', () => {
  const same = { from: 'Team', to: 'Team' } as const;
  expect(isChange(access('a', same), { gained: [], lost: [] })).toBe(false);
  expect(isChange(access('a', same), undefined)).toBe(false);
  expect(isChange(access('a', same), { gained: [], lost: ['l'] })).toBe(true);
  expect(isChange(access('a'), { gained: [], lost: [] })).toBe(true);
});
