import { serviceRowsSql } from '../../../../src/core/inserts/service-rows.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { raw } from '../../../../src/core/sql/sql.js';
import { bound, writer } from '../writes/write-fixture.js';

it('inserts a record for each row, with nulls in the fields that are not given', () => {
  const ctx = writer();
  const values = { OwnerId: raw('v.owner'), OwnerTeamId: raw('v.team'), Message: raw('v.message') };
  const from = raw('v');
  const { text } = bound(
    serviceRowsSql(ctx, raw('note'), ctx.catalogue.entity('Notification'), { values, from }),
    new Args(ctx),
  );
  expect(text).toContain('note AS (INSERT INTO "env_test"."Notification" AS s ("Message"');
  expect(text).toContain('SELECT v.message, NULL::text, NULL::uuid, NULL::text, NULL::timestamptz, gen_random_uuid()');
  expect(text).toContain('RETURNING s."Id", s."RecordInformationId", s."OwnerId"');
});
