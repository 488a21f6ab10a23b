import { compileExecution, planExecution } from '../../../../src/core/runs/record-execution.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const plan = planExecution(ctx, { runId: 'r', route: 'workflow-execute', retentionHours: 24 });
const text = textOf(compileExecution(ctx, plan));

it('records a request that no node takes over', () => {
  expect(plan.args.values.slice(-5)).toEqual(['r', 'workflow-execute', null, null, 24]);
  expect(text).toContain(`'infinity', false) ON CONFLICT (id) DO UPDATE`);
});

it('stores a key only where there is one', () => {
  expect(text).toMatch(/WHERE \$\d+::text IS NOT NULL\)/);
});

it('leaves the outcome to who executed the run', () => {
  expect(text).toContain('RETURNING user_id');
  expect(text).toContain('COALESCE((SELECT e.user_id FROM earlier e), ');
});
