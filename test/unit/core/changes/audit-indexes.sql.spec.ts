import { AUDIT_INDEXES } from '#core/changes/audit-indexes.sql.js';
import { auditLogSql } from '#core/relations/audit-log.js';
import { raw, render } from '#core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const USER = `NULLIF(user_id, '00000000-0000-0000-0000-000000000000'::uuid)`;

it('ends each index with the time, in which pages are ordered', () => {
  expect(AUDIT_INDEXES).toEqual({
    time: '(uuid_hash(environment_id)), occurred_at',
    entity: '(uuid_hash(environment_id)), entity, occurred_at',
    user: `(${USER}), occurred_at`,
  });
});

it('has the expressions that the audit log reads', () => {
  const { text } = render(auditLogSql(fixtureContext(), { keys: raw('keys'), mappings: raw('mappings') }));
  expect(text).toContain(`${USER.replace('user_id', 'c.user_id')} AS "UserId"`);
  expect(text).toContain('uuid_hash(c.environment_id) = uuid_hash(');
});
