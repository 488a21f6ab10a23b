import { compileDecided, compileLockDecided } from '../../../../src/core/decisions/decided-requests.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { approving, textOf } from '../approvals/process-fixture.js';

const { ctx } = approving({ Steps: [] });

// Requirement: T47
it('locks the requests before they are read, in the order of Ids', () => {
  expect(textOf(compileLockDecided(ctx))).toMatch(/"ApprovalRequest".* ORDER BY m\."Id" FOR NO KEY UPDATE OF m/);
});

it('answers the decisions in their order, also on requests that do not exist', () => {
  const text = textOf(compileDecided(ctx, new Args(ctx).add([], 'uuid[]')));
  expect(text).toMatch(/LEFT JOIN \(SELECT \* FROM "[^"]+"\."ApprovalRequest"/);
  expect(text).toMatch(/ORDER BY d\.position$/);
});

it('locks the tasks, which a reassignment may be changing', () => {
  const text = textOf(compileDecided(ctx, new Args(ctx).add([], 'uuid[]')));
  expect(text).toContain('ORDER BY t."Id" FOR NO KEY UPDATE OF t');
});
