import { compileNotify, planNotify } from '../../../../src/core/messages/notify.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();
const plan = planNotify(ctx, { message: 'Hello', receivers: { users: ['ann'], roleIds: [], teamIds: [] } });
const text = textOf(compileNotify(ctx, plan));

it('notifies active users, each once', () => {
  expect(plan.args.values.slice(-6)).toEqual(['Hello', ['ann'], [], [], null, null]);
  expect(text).toMatch(/FROM .*"User".* u\s+WHERE u\."IsActive" AND \(/);
});

it('logs the notifications with the source of the call', () => {
  expect(text).toContain('INSERT INTO platform.change');
  expect(text).toContain('SELECT count(*)::int AS notified FROM note');
});
