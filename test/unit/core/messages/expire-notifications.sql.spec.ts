import {
  compileRemoveNotifications,
  compileSurplusNotifications,
  planRemoveNotifications,
  planSurplusNotifications,
} from '../../../../src/core/messages/expire-notifications.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();

it('finds a bounded number of notifications beyond the limit of each user, in parts', () => {
  const plan = planSurplusNotifications(ctx, 10_000, { limit: 50_000, part: 1_000 });
  expect(plan.args.values.slice(-3)).toEqual([10_000, 50_000, 1_000]);
  const text = textOf(compileSurplusNotifications(ctx, plan));
  expect(text).toMatch(/p\.place > \$\d+::int LIMIT \$\d+::int/);
  expect(text).toMatch(/GROUP BY \(s\.n - 1\) \/ \$\d+::int$/);
});

it('removes notifications by their ids', () => {
  const plan = planRemoveNotifications(ctx, ['a']);
  expect(textOf(compileRemoveNotifications(ctx, plan))).toMatch(
    /DELETE FROM .* WHERE n\."Id" = ANY\(\$\d+::uuid\[\]\)/,
  );
});
