import { callerChanges, compileLockRows } from '../../../../src/core/decisions/caller-writes.sql.js';
import { raw } from '../../../../src/core/sql/sql.js';
import { approving, textOf } from '../approvals/process-fixture.js';

const { ctx, order } = approving({ Steps: [] });

it('finds what the caller wrote in this transaction, without what approvals have caused', () => {
  const text = textOf(callerChanges(ctx, 'ApprovalDecision', 'Create'));
  expect(text).toContain('c.xid = pg_current_xact_id()');
  expect(text).toContain(`c.entity = 'ApprovalDecision' AND c.operation = 'Create'`);
  expect(text).toContain(`c.source IS DISTINCT FROM 'Approval'`);
});

it('locks rows in the order of their Ids', () => {
  expect(textOf(compileLockRows(ctx, order, raw('m."Id" = $x')))).toMatch(
    /WHERE m\."Id" = \$x ORDER BY m\."Id" FOR NO KEY UPDATE OF m\) SELECT count/,
  );
});
