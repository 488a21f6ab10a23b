import {
  compileExpireNotifications,
  planExpireNotifications,
} from '../../../../src/core/messages/expire-notifications.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();

it('removes a bounded number of notifications beyond the limit of each user', () => {
  const plan = planExpireNotifications(ctx, 10_000, 1_000);
  expect(plan.args.values.slice(-2)).toEqual([10_000, 1_000]);
  expect(textOf(compileExpireNotifications(ctx, plan))).toMatch(/p\.place > \$\d+::int LIMIT \$\d+::int/);
});
