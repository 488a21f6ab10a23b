import * as cancel from '../../../../src/core/workflows/cancel-runs.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext({ WorkflowRun: 'All' });

it('counts the queue up to a limit', () => {
  const plan = cancel.planQueued(ctx, 7);
  expect(plan.args.values.at(-1)).toBe(7);
  expect(textOf(cancel.compileQueued(ctx, plan))).toMatch(
    /FROM platform\.run q WHERE q\.environment_id = '.*LIMIT \$1::int/,
  );
});

it('marks only runs of the environment that have not ended', () => {
  const text = textOf(cancel.compileMark(ctx, { kind: 'constant', value: true }));
  expect(text).toMatch(
    /WHERE q\.environment_id = '.*AND NOT q\.is_cancelled AND q\.id IN \(.*WHERE t\."State" = 'Running' AND true/,
  );
});

it('leaves runs to their processes and requests', () => {
  const text = textOf(cancel.compileEndMarked(ctx));
  expect(text).toContain('AND (q.node IS NULL OR q.due_at <= now())');
  expect(text).toContain('AND NOT EXISTS (SELECT FROM platform.command c WHERE c.id = q.id)');
});

it('wakes the first run of each order key', () => {
  const plan = cancel.planWakeAll(ctx, ['a']);
  expect(textOf(cancel.compileWakeAll(ctx, plan))).toContain('o.order_key = q.order_key AND o.position < q.position');
});
