import { planSteps } from '../../../../src/core/approvals/plan-steps.js';
import { firstStepSql, stepsCte, taskCtes } from '../../../../src/core/approvals/step-tasks.sql.js';
import { FromClause } from '../../../../src/core/criteria/from-clause.js';
import { Args } from '../../../../src/core/sql/args.js';
import { list } from '../../../../src/core/sql/sql.js';
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

// Requirement: R183
it('skips steps whose criteria the record does not meet', () => {
  const frame = new FromClause({ ctx, rights: 'system' }, order, 'm');
  expect(textOf(firstStepSql(frame, planned.steps))).toMatch(
    /^CASE WHEN \(m\."Total" > .*\) IS TRUE THEN 0 WHEN true THEN 1 END$/,
  );
  expect(textOf(firstStepSql(frame, []))).toBe('NULL::int');
});

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

// Requirement: R187
it('gives each assignee a task and a notification', () => {
  const text = textOf(list(taskCtes(ctx, planned)));
  expect(text).toContain(`+ a.due_hours * interval '1 hour'`);
  expect(text).toContain(`': your decision is needed (' || a.name || ').'`);
  expect(text).toContain('a.user_id IS NOT NULL');
});
