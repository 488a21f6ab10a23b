import { compileClose } from '../../../../src/core/decisions/close-requests.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { approving, textOf } from '../approvals/process-fixture.js';

const { ctx, order } = approving({ Steps: [] });
const args = new Args(ctx);
const [ids, states, comments, blocks] = ['uuid[]', 'text[]', 'text[]', 'boolean[]'].map((type) => args.add([], type));
const text = textOf(
  compileClose(ctx, { entity: order, ids, states, comments, blocks, decider: args.add('Ann', 'text') }),
);

it('unlocks the records without a new version or change row', () => {
  expect(text).toContain(
    'SET "ApprovalRequestId" = NULL FROM m WHERE t."Id" = m."Id" AND t."ApprovalRequestId" = m.request',
  );
  expect(text).not.toContain(`'Order', 'Update'`);
});

it('locks the records in the order of their Ids, as all writers do', () => {
  expect(text).toContain('ORDER BY m."Id" FOR NO KEY UPDATE OF m');
});

it('notifies the requester, of a recall only where another user recalled', () => {
  expect(text).toMatch(/WHERE v\.state <> 'Recalled' OR q\."RequestedBy" <> \$\d+::uuid/);
  expect(text).toContain(`m.title || ': ' || lower(v.state) || ' by ' ||`);
});
