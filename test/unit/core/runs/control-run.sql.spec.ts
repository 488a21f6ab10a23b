import * as control from '../../../../src/core/runs/control-run.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const RUN = '00000000-0000-4000-8000-000000000001';

it('restarts only a run in the given state, behind others of its key', () => {
  const plan = control.planRestart(ctx, { runId: RUN, from: 'Failed' });
  expect(plan.args.values.slice(-3)).toEqual([RUN, 'Failed', null]);
  const text = textOf(control.compileRestart(ctx, plan));
  expect(text).toMatch(/WHERE r\."Id" = \$\d+::uuid AND r\."State" = \$\d+::text/);
  expect(text).toContain('LIMIT 1 FOR KEY SHARE) last ON true');
  expect(text).toContain('COALESCE(run.attempts, 0)::int, (run.progress');
});

it('cancels a run of the environment', () => {
  const text = textOf(control.compileCancel(ctx, control.planCancel(ctx, RUN)));
  expect(text).toMatch(/SET is_cancelled = true WHERE q\.id = \$1::uuid AND q\.environment_id = '/);
});

it('repeats failed steps with effects outside alone', () => {
  const text = textOf(control.compileFailedStep(ctx, control.planFailedStep(ctx, RUN, 'Call')));
  expect(text).toContain(`s."State" = 'Failed' AND s."Type" IN ('HttpCall', 'SendEmail')`);
});
