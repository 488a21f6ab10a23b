import { auditLogSql } from '#core/relations/audit-log.js';
import { relationSql } from '#core/relations/relation.js';
import { raw, render } from '#core/sql/sql.js';
import type { Scope } from '#core/catalogue/scope.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ID = `'e0000000-0000-4000-8000-000000000003'::uuid`;
const ENVIRONMENT = `uuid_hash(c.environment_id) = uuid_hash(${ID}) AND c.environment_id = ${ID}`;
const OWNER_AFTER = 'COALESCE(c.owner_after, CASE WHEN c.shape IS NOT NULL THEN c.user_id END)';
const whereOf = (text: string): string => text.slice(text.lastIndexOf(' FROM platform.change c WHERE ') + 30);

it('reads the log of one environment for every caller', () => {
  const { text, slots } = render(auditLogSql(fixtureContext(), { keys: raw('keys'), mappings: raw('mappings') }));
  expect([whereOf(text), slots]).toEqual([`${ENVIRONMENT})`, []]);
});

// Requirement: R72
it.each<[Readonly<Record<string, Scope>>, string]>([
  [{ Region: 'All', Order: 'All' }, `c.entity IN ('Region', 'Order')`],
  [
    { Order: 'Own' },
    `(c.entity IN ('Order') AND (c.operation = 'Create' OR c.owner_before = $1::uuid) AND (c.operation = 'Delete' OR ${OWNER_AFTER} = $1::uuid))`,
  ],
  [
    { Order: 'Team' },
    `(c.entity IN ('Order') AND (c.operation = 'Create' OR (c.owner_before = $1::uuid OR c.team_before = ANY($2::uuid[]))) ` +
      `AND (c.operation = 'Delete' OR (${OWNER_AFTER} = $1::uuid OR c.team_after = ANY($2::uuid[]))))`,
  ],
  [{}, 'false'],
])('shows a reader of %j every image in scope', (scopes, condition) => {
  const { text } = render(
    auditLogSql(fixtureContext(), { keys: raw('keys'), mappings: raw('mappings') }, fixtureContext(scopes)),
  );
  expect(whereOf(text)).toBe(`${ENVIRONMENT} AND ${condition})`);
});

it('replaces the table, with the scope on AuditEntry itself applied', () => {
  const ctx = fixtureContext({ AuditEntry: 'Own', Region: 'All' });
  const { text } = render(relationSql({ ctx, rights: 'caller' }, ctx.catalogue.entity('AuditEntry')));
  expect(text).toMatch(/^\(SELECT \* FROM \(SELECT lpad\(to_hex\(c\.position\), 32, '0'\)::uuid AS "Id", /);
  expect(text).toMatch(/\) r WHERE \(NOT r\."IsDeleted" AND r\."OwnerId" = \$1::uuid\)\)$/);
});
