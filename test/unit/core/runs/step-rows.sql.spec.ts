import { compileStep, planStep } from '../../../../src/core/runs/step-rows.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const ID = '00000000-0000-4000-8000-000000000001';
const plan = planStep(
  ctx,
  { runId: ID, attempt: 3 },
  {
    id: ID,
    ownerId: ID,
    name: 'Tell',
    type: 'SendNotification',
    path: 'Actions[0]#',
    state: 'Completed',
    elapsedMs: 12,
    output: '{"Notified":1}',
    tries: 2,
    progress: 'Actions[0]#',
    version: ID,
  },
);
const text = textOf(compileStep(ctx, plan));

// Requirement: F9, P7
it('stores nothing for a process that has lost the run', () => {
  expect(text).toMatch(/WITH fence AS \(UPDATE platform\.run SET .* WHERE id = \$\d+::uuid AND attempt = \$\d+::int/);
  expect(text).toMatch(/FROM fence ON CONFLICT \("Id"\) DO UPDATE/);
});

it('keeps a completed step, unless an inner one has failed', () => {
  expect(text).toContain(`WHERE s."State" <> 'Completed' OR excluded."State" = 'Failed'`);
});

it('answers the versions that the next step must know', () => {
  expect(text).toMatch(/e\.principals_version AS principals FROM fence, step, platform\.environment e WHERE e\.id = '/);
});

it('binds every value', () => {
  expect(plan.args.values).toEqual(expect.arrayContaining([ID, 3, 'Tell', 'Actions[0]#', '{"Notified":1}', 2]));
  expect(text).not.toContain('Tell');
});
