import { compileDelegations, compileTaskStates } from '../../../../src/core/decisions/task-changes.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { approving, textOf } from '../approvals/process-fixture.js';

const { ctx, order } = approving({ Steps: [] });
const args = new Args(ctx);
const [ids, states, users] = ['uuid[]', 'text[]', 'uuid[]'].map((type) => args.add([], type));

it('changes the states of tasks with a new version and a change row of approvals', () => {
  const text = textOf(compileTaskStates(ctx, { ids, states }));
  expect(text).toContain('SET "State" = v.state, "RowVersion" = m."RowVersion" + 1');
  expect(text).toMatch(/change AS \(INSERT INTO platform\.change .*, source\).*'Approval' FROM d c\)/);
});

it('creates the task of the delegate with one hop more, and a notification', () => {
  const text = textOf(compileDelegations(ctx, { entity: order, taskIds: ids, userIds: users }));
  expect(text).toContain('COALESCE(x."Hops", 0) + 1');
  expect(text).toContain('task AS (INSERT INTO');
  expect(text).toContain(`x.title || ': your decision is needed ('`);
});
