import { compileFirstRows, compileOutputs, compileRuns, planIds } from '../../../../src/core/runs/read-run.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const plan = planIds(ctx, ['a', 'b']);

it('reads runs by their ids', () => {
  expect(plan.args.values.at(-1)).toEqual(['a', 'b']);
  expect(textOf(compileRuns(ctx, plan))).toMatch(/"WorkflowRun" r .* WHERE r\."Id" = ANY\(\$1::uuid\[\]\)$/);
});

it('reads outputs of steps that gave any', () => {
  expect(textOf(compileOutputs(ctx, plan))).toContain(`s."State" IN ('Completed', 'Running')`);
});

it('reads of lists their first rows', () => {
  expect(textOf(compileFirstRows(ctx, plan))).toContain(
    `CASE WHEN jsonb_typeof(s."Output") = 'array' THEN s."Output" -> 0 ELSE s."Output" END::text AS output`,
  );
});
