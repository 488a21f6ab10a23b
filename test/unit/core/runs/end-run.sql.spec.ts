import { compileEnd, compileResult, compileWake, planEnd, planWake } from '../../../../src/core/runs/end-run.sql.js';
import { Slot } from '../../../../src/core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const RUN = '00000000-0000-4000-8000-000000000001';

describe('the end of a run', () => {
  const plan = planEnd(
    ctx,
    { runId: RUN, attempt: 2 },
    { state: 'Failed', error: '{}', refusal: { status: 400, faults: '[]' } },
  );
  const text = textOf(compileEnd(ctx, plan));

  // Requirement: F9
  it('is that of the process that has the run', () => {
    expect(text).toMatch(
      /DELETE FROM platform\.run WHERE id = \$\d+::uuid AND \(attempt = \$\d+::int OR \$\d+::int < 0\)/,
    );
    expect(plan.args.values).toEqual(expect.arrayContaining([RUN, 2, 'Failed', 400]));
  });

  it('cancels the step that waits for its next try, but keeps what a retry goes on inside', () => {
    expect(text).toMatch(/SET "State" = 'Cancelled', .* s\."State" = 'Running' AND \$\d+::text = 'Cancelled'/);
  });

  it('stores the outcome of the request that waits for it, and looks at the request as it is by then', () => {
    expect(text).toMatch(/FOR UPDATE OF c\), operation AS \(INSERT INTO platform\.operation/);
    expect(text).toContain('AND NOT k.is_accepted');
  });
});

it('makes the next run of the key due', () => {
  const text = textOf(compileWake(ctx, planWake(ctx, 'key')));
  expect(text).toMatch(/ORDER BY f\.position LIMIT 1\) next WHERE q\.id = next\.id AND q\.due_at = 'infinity'/);
});

it('answers the steps in their order', () => {
  expect(textOf(compileResult(ctx, new Slot(0, 'uuid')))).toContain('ORDER BY s."StartedOn", s."EndedOn" LIMIT 1000');
});
