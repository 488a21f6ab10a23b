import {
  automaticProcesses,
  compileFindStarting,
  compileStart,
  compileStartable,
  planStart,
  planStartAfterRoutine,
} from '../../../../src/core/approvals/start-requests.sql.js';
import { above, approving, textOf } from './process-fixture.js';

const step = { Sequence: 1, Name: 'Sales', Approvers: { Role: 'Manager' }, Rule: 'Any' };

// Requirement: R179, T48
it('judges each written record once, by the criteria and its last request', () => {
  const { ctx, order } = approving({ StartOn: ['Update'], StartCriteria: above('Total', '10'), Steps: [step] });
  const text = textOf(compileFindStarting(ctx, planStart(ctx, order)));
  expect(text).toContain(`bool_or((k.operation = 'Create' OR (k.old -> 'Total') IS NOT NULL)) AS touched0`);
  expect(text).toContain(`CASE WHEN (k.updated AND (m."Total" > `);
  expect(text).toContain(`(k.touched0 OR NOT COALESCE((SELECT r."State"`);
  expect(text).toContain(`k.source IS DISTINCT FROM 'Approval'`);
});

it('starts for every write where there are no criteria', () => {
  const { ctx, order } = approving({ Steps: [step] });
  const text = textOf(compileFindStarting(ctx, planStart(ctx, order)));
  expect(text).toContain('CASE WHEN (k.inserted OR k.updated) THEN CASE WHEN true THEN 0 END END AS tag');
  expect(text).not.toContain('r."State"');
});

it('stores request, tasks, notifications and lock in one statement', () => {
  const { ctx, order } = approving({ Steps: [step] });
  const text = textOf(compileStart(ctx, planStart(ctx, order, [])));
  for (const name of ['ApprovalRequest', 'ApprovalTask', 'Notification'])
    expect(text).toContain(`INSERT INTO "${ctx.catalogue.environment.schema}"."${name}" AS s`);
  expect(text).toContain('SET "ApprovalRequestId" = x.request');
  expect(text).not.toContain('"RowVersion" + 1');
});

it('compiles equal text for equal plans, so that a prepared statement fits every call', () => {
  const { ctx, order } = approving({ StartCriteria: above('Total', '10'), Steps: [step] });
  const [first, second] = [planStart(ctx, order, []), planStart(ctx, order, [['a', 0]])];
  expect(textOf(compileStart(ctx, first))).toBe(textOf(compileStart(ctx, second)));
  expect(second.args.values).toHaveLength(first.args.values.length);
});

it('finds the records that routines wrote', () => {
  const { ctx, order } = approving({ Steps: [step] });
  expect(textOf(compileStartable(ctx, order))).toContain('m."ApprovalRequestId" IS NULL');
  expect(textOf(compileStart(ctx, planStartAfterRoutine(ctx, order)))).toContain('AND m."Id" = ANY(');
});

it('leaves inactive and manual processes to callers', () => {
  expect(automaticProcesses(approving({ Steps: [step] }).order)).toHaveLength(1);
  expect(automaticProcesses(approving({ Steps: [step], IsActive: false }).order)).toEqual([]);
  expect(automaticProcesses(approving({ Steps: [step], StartMode: 'Manual' }).order)).toEqual([]);
});
