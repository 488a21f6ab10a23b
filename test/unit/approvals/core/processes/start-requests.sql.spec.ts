import { automaticProcesses, compileStart, planStart } from '#approvals/core/processes/start-requests.sql.js';
import { above, approving, textOf } from './process-fixture.js';

const step = { Sequence: 1, Name: 'Sales', Approvers: { Role: 'Manager' }, Rule: 'Any' };

it('compiles equal text for equal plans, so that a prepared statement fits every call', () => {
  const { ctx, order } = approving({ StartCriteria: above('Total', '10'), Steps: [step] });
  const [first, second] = [planStart(ctx, order, []), planStart(ctx, order, [['a', 0]])];
  expect(textOf(compileStart(ctx, first))).toBe(textOf(compileStart(ctx, second)));
  expect(second.args.values).toHaveLength(first.args.values.length);
});

it('leaves inactive and manual processes to callers', () => {
  expect(automaticProcesses(approving({ Steps: [step] }).order)).toHaveLength(1);
  expect(automaticProcesses(approving({ Steps: [step], IsActive: false }).order)).toEqual([]);
  expect(automaticProcesses(approving({ Steps: [step], StartMode: 'Manual' }).order)).toEqual([]);
});
