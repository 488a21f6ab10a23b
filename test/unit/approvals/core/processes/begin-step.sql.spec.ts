import { planBegin } from '#approvals/core/processes/begin-step.sql.js';
import { above, approving } from './process-fixture.js';

const { ctx, order } = approving({
  Steps: [
    { Sequence: 1, Name: 'One', Approvers: { Users: ['ann'] }, Rule: 'Any' },
    { Sequence: 2, Name: 'Two', Criteria: above('Total', '5'), Approvers: { Users: ['bob'] }, Rule: 'Any' },
  ],
});
const [process] = order.approvalProcesses;

// Requirement: R183
it('goes on with the steps behind the one that ended', () => {
  const [first, next] = [null, 1].map((after) => planBegin(ctx, order, { process, after }, []));
  expect(first.planned.steps).toHaveLength(2);
  expect(next.planned.steps).toHaveLength(1);
  expect(first.key).not.toBe(next.key);
});
