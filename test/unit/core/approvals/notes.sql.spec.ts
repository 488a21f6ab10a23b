import { assignedMessage, noteCte, noteRows, recordTitle } from '../../../../src/core/approvals/notes.sql.js';
import { raw } from '../../../../src/core/sql/sql.js';
import { approving, textOf } from './process-fixture.js';

const { ctx, order } = approving({ Steps: [] });

it('names a record by its display field, and by its entity where that is empty', () => {
  expect(textOf(recordTitle(order, raw('m')))).toBe(`'Order' || COALESCE(' ' || m."Number"::text, '')`);
});

it('words the message to an assignee', () => {
  expect(textOf(assignedMessage(raw('t'), raw('s')))).toBe(`t || ': your decision is needed (' || s || ').'`);
});

it('creates notifications of records of an entity, with approvals as their source', () => {
  const [OwnerId, OwnerTeamId, Message, RecordId] = ['x.user_id', 'x.team_id', 'x.message', 'x.record'].map(raw);
  const values = { OwnerId, OwnerTeamId, Message, RecordId };
  const text = textOf(noteCte(ctx, order, { values, from: raw('x') }));
  expect(text).toMatch(/^note AS \(INSERT INTO "env_test"\."Notification" AS s \(/);
  expect(text).toContain('x.message');
  expect(text).toContain(`'Order'::text, x.record`);
  expect(text).toContain(`'Approval'::text`);
  expect(textOf(noteRows(ctx).rows)).toBe('note');
});
