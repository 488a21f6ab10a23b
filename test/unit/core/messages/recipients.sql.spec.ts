import { compileRecipients, planRecipients } from '../../../../src/core/messages/recipients.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const plan = planRecipients(ctx, { users: ['ann'], roleIds: ['r1'], teamIds: [] });
const text = textOf(compileRecipients(ctx, plan));

it('reads active users with an address, once each, by values only', () => {
  expect(plan.args.values.slice(-3)).toEqual([['ann'], ['r1'], []]);
  expect(text).toContain('FROM (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") u');
  expect(text).toMatch(/WHERE u\."IsActive" AND \([^]*\) AND u\."Email" <> ''/);
  expect(text).not.toMatch(/JOIN|ann/);
});
