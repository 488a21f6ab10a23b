import { compileInbox, planInbox, type InboxQuery } from '#approvals/core/requests/inbox.sql.js';
import { approving, textOf } from '../processes/process-fixture.js';

const { ctx, order } = approving({ Steps: [] });

const inbox = (more: Partial<InboxQuery> = {}) => {
  const plan = planInbox(ctx, { unassigned: false, pageNumber: 3, pageSize: 20, ...more });
  return { plan, text: textOf(compileInbox(ctx, plan)) };
};

it('reads the open tasks of the caller, earliest due first', () => {
  const { plan, text } = inbox();
  expect(text).toMatch(/t\."State" = 'Open' AND t\."AssigneeId" = \$\d+::uuid/);
  expect(text).toMatch(/ORDER BY p\."DueOn" ASC NULLS LAST, p\."RequestedOn", p\."Id" LIMIT \$\d+::bigint OFFSET/);
  expect([plan.args.values[plan.limit.index], plan.args.values[plan.offset.index]]).toEqual([20, 40]);
});

it('looks up the records of the asked entity alone', () => {
  const { plan, text } = inbox({ entity: order });
  expect(text).toContain(`t."EntityName" = 'Order'`);
  expect(text).toContain('left(m."Number"::text, 1000)');
  expect(plan.key).not.toBe(inbox().plan.key);
});
