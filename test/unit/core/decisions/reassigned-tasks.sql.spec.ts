import { compileReassign, compileReassigned } from '../../../../src/core/decisions/reassigned-tasks.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { approving, textOf } from '../approvals/process-fixture.js';

const { ctx, order } = approving({ Steps: [] });

it('tells which fields the caller changed, and whether the assignee may take the task', () => {
  const text = textOf(compileReassigned(ctx));
  expect(text).toContain(`FROM json_object_keys(k.old) n WHERE n <> 'AssigneeId'`);
  expect(text).toContain('u."IsActive"');
  expect(text).toContain(`o."State" = 'Open' AND o."Id" <> t."Id"`);
});

it('gives the task to the assignee, keeps the former one and notifies the new one', () => {
  const args = new Args(ctx);
  const [ids, former] = ['uuid[]', 'text[]'].map((type) => args.add([], type));
  const text = textOf(compileReassign(ctx, { entity: order, ids, former }));
  expect(text).toContain('SET "OwnerId" = w."Id", "OwnerTeamId" = w."PrimaryTeamId", "FormerAssignees" = COALESCE(');
  expect(text).toContain('JOIN (SELECT * FROM');
  expect(text).toContain(`x.title || ': your decision is needed ('`);
});
