import { Args } from '../../../../src/core/sql/args.js';
import {
  compileFollowOwner,
  compileMovedUsers,
  OF_RECORD,
  OF_USER,
} from '../../../../src/core/updates/follow-owner.sql.js';
import { CALLER, fixtureContext } from '../../../support/fixture-catalogue.js';
import { change, changed, columnsOf, rows } from '../writes/expected-sql.js';
import { bound, entityOf, givenId, writer } from '../writes/write-fixture.js';

// See docs/interface.md#owners-and-teams
it('sets owner and team of the target on at most 10,000 records that differ', () => {
  const ctx = writer({ Order: { update: 'Own' } });
  const args = new Args(ctx);
  const [entity, target] = [entityOf('Order'), entityOf('Customer')];
  const source = entity.ownerFrom!;
  const followers = { entity, target, source, stamps: OF_RECORD, by: source, ids: args.add([givenId(1)], 'uuid[]') };
  const names = ['OwnerId', 'OwnerTeamId'];
  expect(bound(compileFollowOwner(ctx, followers), args)).toEqual({
    text:
      `WITH m AS MATERIALIZED (SELECT ${columnsOf('Order', 't')}, s."OwnerId" AS new_owner, s."OwnerTeamId" AS new_team FROM ${rows('Order')} t JOIN ${rows('Customer')} s ON s."Id" = t."CustomerId" WHERE t."CustomerId" = ANY($1::uuid[]) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."OwnerId", s."OwnerTeamId") ORDER BY t."Id" LIMIT 10001 FOR UPDATE OF t), ` +
      `u AS (UPDATE "env_test"."Order" t SET "OwnerId" = m.new_owner, "OwnerTeamId" = m.new_team, "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $2::uuid, "UpdatedOn" = $3::timestamptz FROM m WHERE t."Id" = m."Id" RETURNING ${columnsOf('Order', 't')}), ` +
      `d AS (SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before, m."OwnerTeamId" AS team_before, ${changed(names, 'm', 'u')} AS old_values, ${changed(names, 'u', 'm')} AS new_values FROM u JOIN m ON m."Id" = u."Id" ORDER BY u."Id"), ` +
      `${change({ user: '$2', at: '$3', correlation: '$4', source: '$5' }, 'Update', { Order: 'd' })} ` +
      `SELECT json_agg(m."Id")::text AS ids FROM m`,
    values: [[givenId(1)], CALLER.userId, '2026-03-15T22:30:00.000Z', fixtureContext().correlationId, null],
  });
});

it('sets the new team of an owner on their records', () => {
  const ctx = writer({});
  const args = new Args(ctx);
  const [entity, target] = [entityOf('Customer'), ctx.catalogue.entity('User')];
  const source = entity.fields.get('ownerid')!;
  const followers = { entity, target, source, stamps: OF_USER, by: source, ids: args.add([givenId(1)], 'uuid[]') };
  expect(bound(compileFollowOwner(ctx, followers), args).text).toContain(
    `s."Id" AS new_owner, s."PrimaryTeamId" AS new_team FROM ${rows('Customer')} t JOIN ${rows('User')} s ON s."Id" = t."OwnerId" WHERE t."OwnerId" = ANY($1::uuid[]) AND (t."OwnerId", t."OwnerTeamId") IS DISTINCT FROM (s."Id", s."PrimaryTeamId")`,
  );
});

it('finds moved owners in the log of the transaction', () => {
  const ctx = writer({});
  const { text } = bound(compileMovedUsers(ctx), new Args(ctx));
  expect(text).toContain(`k.entity = 'User'`);
  expect(text).toContain(`k.operation = 'Update' AND (k.old -> 'PrimaryTeamId') IS NOT NULL`);
});
