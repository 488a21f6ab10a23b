import type { LoggedChange } from '#core/changes/change.js';
import { groupsOf } from '#hub/core/audience.js';
import { TransactionSummaries } from '#hub/feeds/transaction-summaries.js';
import { CALLER, fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const { principal } = fixtureContext();
const groups = new Set(groupsOf('env', fixtureEntity('Customer'), 'Own', principal));

const change = (
  xid: bigint,
  operation: 'Create' | 'Update',
  before: string,
  after: string,
  position = 1n,
): LoggedChange => ({
  environmentId: 'env',
  entityName: 'Customer',
  operation,
  recordId: 'record',
  recordInformationId: 'information',
  rowVersion: '1',
  changedFields: [],
  ...(operation === 'Update' && { before: { ownerId: before, teamId: null } }),
  after: { ownerId: after, teamId: null },
  userId: 'writer',
  correlationId: 'call',
  source: null,
  occurredAt: '2026-01-01T00:00:00Z',
  xid,
  position,
});

// See docs/interface/hub.md#large-transactions
it('counts changes by the operation their reader sees', () => {
  const me = CALLER.userId;
  const [bundle] = new TransactionSummaries().open(
    [7n],
    [
      { last: change(7n, 'Create', '', me, 5n), count: 2_000 },
      { last: change(7n, 'Create', '', 'other', 4n), count: 300 },
      { last: change(7n, 'Update', me, me, 9n), count: 20 },
      { last: change(7n, 'Update', me, 'other', 6n), count: 1 },
      { last: change(7n, 'Create', '', me, 3n), count: 4 },
    ],
  );
  expect([...bundle.countsFor(groups, [])]).toEqual([
    ['Create', 2_004],
    ['Update', 20],
    ['Removed', 1],
  ]);
  expect([...bundle.countsFor(new Set(), [])]).toEqual([]);
  expect(bundle.last.position).toBe(9n);
});

it('looks up each transaction once, and holds only large ones until the range has ended', () => {
  const [large, small] = [change(7n, 'Create', '', 'x'), change(8n, 'Create', '', 'x')];
  const bundles = new TransactionSummaries();
  expect(bundles.unchecked([large, small, large])).toEqual([7n, 8n]);
  bundles.open([7n, 8n], [{ last: large, count: 2_000 }]);
  expect(bundles.unchecked([large, small])).toEqual([]);
  expect([large, small, { ...large, entityName: 'Order' }].map((each) => bundles.covers(each))).toEqual([
    true,
    false,
    false,
  ]);
  bundles.clear();
  expect(bundles.covers(large)).toBe(false);
  expect(bundles.unchecked([large])).toEqual([7n]);
});

it('emits each summary once, in the order in which they end', () => {
  const at = (xid: bigint, position: bigint) => ({ last: change(xid, 'Create', '', 'x', position), count: 2_000 });
  const bundles = new TransactionSummaries();
  bundles.open([7n, 8n, 9n], [at(9n, 40n), at(7n, 30n), at(8n, 20n)]);
  const xids = (before?: bigint): readonly bigint[] => [...bundles.due(before)].map(({ last }) => last.xid);
  expect([xids(20n), xids(31n), xids(31n), xids(), xids()]).toEqual([[], [8n, 7n], [], [9n], []]);
  expect(bundles.covers(at(7n, 1n).last)).toBe(true);
});
