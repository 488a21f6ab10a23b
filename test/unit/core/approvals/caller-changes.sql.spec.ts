import { callerChanges } from '../../../../src/core/approvals/caller-changes.sql.js';
import { approving, textOf } from './process-fixture.js';

const { ctx } = approving({ Steps: [] });

it('finds what the caller wrote in this transaction, without what approvals have caused', () => {
  const text = textOf(callerChanges(ctx, 'ApprovalDecision', 'Create', 'Update'));
  expect(text).toContain('k.xid = pg_current_xact_id()');
  expect(text).toContain(`k.entity = 'ApprovalDecision'`);
  expect(text).toMatch(
    / k WHERE k\.operation IN \('Create', 'Update'\) AND k\.source IS DISTINCT FROM 'Approval'\) k$/,
  );
});
