import { planSteps } from '#approvals/core/processes/plan-steps.js';
import { stepsCte } from '#approvals/core/processes/step-tasks.sql.js';
import { Args } from '#core/statements/args.js';
import { above, approving, textOf } from './process-fixture.js';

const { ctx, order } = approving({
  Steps: [
    { Sequence: 1, Name: 'Big', Criteria: above('Total', '5'), Approvers: { Users: ['ann'] }, Rule: 'Any' },
    { Sequence: 2, Name: 'All', Approvers: { Users: ['bob'] }, Rule: 'Any', DueHours: 48 },
  ],
});
const [process] = order.approvalProcesses;
const args = new Args(ctx);
const planned = planSteps(
  ctx,
  order,
  process.steps.map((step, tag) => ({ tag, process, step })),
  args,
);

it('hands the steps over as arrays', () => {
  expect(textOf(stepsCte(planned))).toContain('AS s(tag, process, allows_self, sequence, name, due_hours)');
  expect(args.values).toEqual(
    expect.arrayContaining([
      [1, 2],
      ['Big', 'All'],
      [null, 48],
    ]),
  );
});
