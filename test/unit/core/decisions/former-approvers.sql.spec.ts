import { compileAffected } from '../../../../src/core/decisions/former-approvers.sql.js';
import { approving, textOf } from '../approvals/process-fixture.js';

it('finds the users whose roles, teams or reports have changed', () => {
  const { ctx } = approving({ Steps: [] });
  for (const name of ['UserId', 'ManagerId']) expect(textOf(compileAffected(ctx))).toContain(name);
});
