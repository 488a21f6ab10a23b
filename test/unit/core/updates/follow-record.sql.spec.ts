import { Args } from '../../../../src/core/sql/args.js';
import { compileFollowRecord, compileGivenRecords } from '../../../../src/core/updates/follow-record.sql.js';
import { rows } from '../writes/expected-sql.js';
import { bound, entityOf, givenId, writer } from '../writes/write-fixture.js';

// See docs/interface.md#owners-and-teams
it('gives the owner and team of records to all records about them that differ', () => {
  const ctx = writer({ Order: { update: 'Own' } });
  const args = new Args(ctx);
  const about = ctx.catalogue.entity('StatusHistory');
  const ids = args.add([givenId(1)], 'uuid[]');
  const { text } = bound(compileFollowRecord(ctx, { entity: entityOf('Order'), about, ids }), args);
  expect(text).toContain(
    `s."OwnerId" AS new_owner, s."OwnerTeamId" AS new_team FROM ${rows('Order')} s JOIN ${rows('StatusHistory')} t ON t."RecordId" = s."RecordInformationId" WHERE s."Id" = ANY($1::uuid[]) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."OwnerId", s."OwnerTeamId") ORDER BY t."Id" FOR NO KEY UPDATE OF t), ` +
      `u AS (UPDATE "env_test"."StatusHistory" t SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, "RowVersion" = m."RowVersion" + 1,`,
  );
  expect(text).toMatch(
    /INSERT INTO platform\.change .* SELECT NULL::text AS faults, count\(\*\)::int AS refreshed FROM m$/,
  );
});

it('finds records with another owner or team in the log of the transaction', () => {
  const ctx = writer({});
  const { text } = bound(compileGivenRecords(ctx, entityOf('Order')), new Args(ctx));
  expect(text).toContain(`WHERE k.xid = pg_current_xact_id()`);
  expect(text).toContain(`k.entity = 'Order' AND k.operation = 'Update'`);
  expect(text).toContain(`(k.owner_before, k.team_before) IS DISTINCT FROM (k.owner_after, k.team_after)`);
});
