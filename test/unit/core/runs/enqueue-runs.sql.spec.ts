import { compileEnqueue, planEnqueue } from '../../../../src/core/runs/enqueue-runs.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const ID = '00000000-0000-4000-8000-000000000001';
const plan = planEnqueue(ctx, [
  { id: ID, workflowId: ID, input: { Tokens: { A: 'b' } }, runAs: 'Caller', userId: ID, chain: [], orderKey: 'k' },
]);
const text = textOf(compileEnqueue(ctx, plan));

it('passes the runs as one parameter', () => {
  expect(plan.args.values.at(-1)).toContain('"order_key":"k"');
});

// Requirement: P7
it('lets a run wait for the one before it, which it locks', () => {
  expect(text).toContain(`CASE WHEN n.place > 1 OR last.id IS NOT NULL THEN 'infinity' ELSE clock_timestamp() END`);
  expect(text).toContain('ORDER BY q.position DESC LIMIT 1 FOR KEY SHARE) last ON true');
});

it('executes no stopped run', () => {
  expect(text).toContain('WHERE r.ended IS NULL');
});
