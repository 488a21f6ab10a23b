import type { LoggedChange } from '../../../../src/core/changes/change.js';
import { groupsOf } from '../../../../src/modules/hub/audience.rules.js';
import { Bundles } from '../../../../src/modules/hub/bundles.js';
import { CALLER, fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const { principal } = fixtureContext();
const groups = new Set(groupsOf('env', fixtureEntity('Customer'), 'Own', principal));

const change = (xid: bigint, operation: 'Create' | 'Update', before: string, after: string): LoggedChange => ({
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
  position: 1n,
});

it('§14.10 counts by what the changes are to their reader, until the last of the transaction has come', () => {
  const me = CALLER.userId;
  const changes = [
    change(7n, 'Create', '', me),
    change(7n, 'Create', '', 'other'),
    change(7n, 'Update', me, me),
    change(7n, 'Update', me, 'other'),
    change(7n, 'Create', '', me),
  ];
  const bundles = new Bundles();
  expect(bundles.unknown([...changes, change(8n, 'Create', '', me)])).toEqual([7n, 8n]);
  bundles.open([7n, 8n], [{ xid: 7n, entityName: 'Customer', changes: changes.length }]);
  const bundle = bundles.find(changes[0])!;
  expect(changes.map((each) => bundle.add(each))).toEqual([false, false, false, false, true]);
  expect([...bundle.countsFor(groups)]).toEqual([
    ['Create', 2],
    ['Update', 1],
    ['Removed', 1],
  ]);
  expect([...bundle.countsFor(new Set())]).toEqual([]);
});

it('asks once for each transaction, and only those that are large have a bundle', () => {
  const [large, small] = [change(7n, 'Create', '', 'x'), change(8n, 'Create', '', 'x')];
  const bundles = new Bundles();
  bundles.open([7n, 8n], [{ xid: 7n, entityName: 'Customer', changes: 2_000 }]);
  expect(bundles.unknown([large, small])).toEqual([]);
  expect(bundles.find(large)).toBeDefined();
  expect(bundles.find(small)).toBeUndefined();
  expect(bundles.find({ ...large, entityName: 'Order' })).toBeUndefined();
  bundles.forget();
  expect(bundles.find(large)).toBeUndefined();
  expect(bundles.unknown([large])).toEqual([7n]);
});
