import { compileOverdue, planOverdue } from '#approvals/core/requests/overdue-tasks.sql.js';
import { approving, textOf } from '../processes/process-fixture.js';

const { ctx, order } = approving({
  Steps: [
    { Sequence: 1, Name: 'Sales', Approvers: { Users: ['ann'] }, Rule: 'Any', DueHours: 1 },
    { Sequence: 2, Name: 'Boss', Approvers: { Users: ['bob'] }, Rule: 'Any', EscalateTo: { Users: ['cleo'] } },
  ],
});
const [process] = order.approvalProcesses;
const [plain, escalating] = process.steps;

// Requirement: R181
it('reminds assignees without new tasks where the step is escalated to nobody', () => {
  const plan = planOverdue(ctx, order, { process, step: plain }, ['r']);
  const text = textOf(compileOverdue(ctx, plan));
  expect(text).toContain('": your decision is overdue ('.replace('"', "'"));
  expect(text).not.toContain('INSERT INTO "env"."ApprovalTask"');
  expect(text).not.toContain('needed from you');
  expect(plan.args.values.at(-1)).toEqual(['r']);
});

// Requirement: R181
it('escalates a step once, to the people of EscalateTo', () => {
  const plan = planOverdue(ctx, order, { process, step: escalating }, ['r']);
  const text = textOf(compileOverdue(ctx, plan));
  expect(text).toContain('k."Step" = r."CurrentStep" AND k."EscalatedOn" IS NOT NULL');
  expect(text).toContain('the decision is overdue and needed from you');
  expect(plan.args.values).toContainEqual(['cleo']);
  expect(plan.key).not.toBe(planOverdue(ctx, order, { process, step: plain }, ['r']).key);
});
