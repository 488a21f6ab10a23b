import { keptSteps, requestCte } from '#approvals/core/processes/begun-requests.sql.js';
import { Args } from '#core/statements/args.js';
import { approving, textOf } from './process-fixture.js';

const step = { Sequence: 1, Name: 'Sales', Approvers: { Role: 'Manager' }, Rule: 'Any', DueHours: 1.5 };

it('keeps the steps that the request is planned with, not those of the stored process', () => {
  const { ctx, order } = approving({ Steps: [step] });
  const args = new Args(ctx);
  const kept = keptSteps(order.approvalProcesses, args);
  const [{ id }] = order.approvalProcesses;
  expect(args.values).toEqual(expect.arrayContaining([[id], [JSON.stringify([step])]]));
  const text = textOf(requestCte(ctx, order, kept));
  expect(text).toContain('w.steps::jsonb');
  expect(text).toContain('ON p."Id" = x.process');
});
