import { storedFields } from '../../../../src/core/catalogue/entity.js';
import { Args } from '../../../../src/core/sql/args.js';
import { raw } from '../../../../src/core/sql/sql.js';
import { historyEntity, historyRowsSql } from '../../../../src/core/inserts/first-status.sql.js';
import { bound, entityOf, writer } from '../writes/write-fixture.js';

const ctx = writer();
const started = ['Order', 'Line'].map((name, i) => ({ entity: entityOf(name), rows: raw(`x${i}`) }));
const { text } = bound(historyRowsSql(ctx, raw('x2'), started), new Args(ctx));

// Requirement: R167, R178
it('inserts a history row with the owner of the started record', () => {
  const [first, second] = text.split(' UNION ALL ');
  expect(first).toBe(
    'x2 AS MATERIALIZED (SELECT x."RecordInformationId" AS "RecordId", \'Order\'::text AS "EntityName", NULL::uuid AS "FromStatusId", x."StatusId" AS "ToStatusId", ' +
      'NULL::uuid AS "TransitionId", NULLIF($1::uuid, \'00000000-0000-0000-0000-000000000000\'::uuid) AS "UserId", $2::timestamptz AS "ChangedOn", $3::uuid AS "CorrelationId", NULL::text AS "Comment", NULL::bigint AS "SecondsInStatus", ' +
      'gen_random_uuid() AS "Id", gen_random_uuid() AS "RecordInformationId", NULL::uuid AS "StatusId", x."OwnerId" AS "OwnerId", x."OwnerTeamId" AS "OwnerTeamId", ' +
      '$1::uuid AS "CreatedBy", $2::timestamptz AS "CreatedOn", $1::uuid AS "UpdatedBy", $2::timestamptz AS "UpdatedOn", 1::bigint AS "RowVersion", false AS "IsDeleted" ' +
      'FROM x0 x WHERE x."StatusId" IS NOT NULL',
  );
  expect(second).toContain(`'Line'::text AS "EntityName"`);
  expect(second).toMatch(/FROM x1 x WHERE x\."StatusId" IS NOT NULL\)$/);
});

it('writes every stored column of the history', () => {
  for (const { name } of storedFields(historyEntity(ctx))) expect(text).toContain(` AS "${name}"`);
});
