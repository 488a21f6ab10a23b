import { isShareable, planSharedInsert } from '../../../../src/core/inserts/plan-shared-insert.js';
import { draftOf, givenId, writer } from '../writes/write-fixture.js';

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
  const insert = (Label: string) => ({ correlationId: givenId(1), draft: draftOf('Tag', { Label }, ctx) });
  const [two, three] = [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ].map((labels) => planSharedInsert(ctx, labels.map(insert)));
  expect(two.key).toMatch(/^shared /);
  expect(three.key).toBe(two.key);
});
