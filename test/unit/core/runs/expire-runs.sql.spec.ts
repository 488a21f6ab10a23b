import { compileExpire, planExpire } from '../../../../src/core/runs/expire-runs.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();

it('removes a bounded number of steps, then runs without steps', () => {
  const plan = planExpire(ctx, 30, 1_000);
  expect(plan.args.values.slice(-2)).toEqual([30, 1_000]);
  const text = textOf(compileExpire(ctx, plan));
  expect(text).toMatch(/ORDER BY r\."EndedOn" LIMIT \$\d+::int/);
  expect(text).toMatch(/AND NOT EXISTS \(SELECT FROM .*"WorkflowStep" s WHERE s\."RunId" = old\.id\)/);
});
