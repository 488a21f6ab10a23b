import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { FromClause } from '#core/criteria/from-clause.js';
import type { ReadRights } from '#core/relations/relation.js';
import type { RequestContext } from '#core/context/context.js';
import { render, sql } from '#core/sql/sql.js';
import { fixtureCatalogue, fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const order = fixtureEntity('Order');

function write(names: readonly string[], ctx: RequestContext = fixtureContext(), rights: ReadRights = 'caller') {
  const frame = new FromClause({ ctx, rights }, order, 't');
  const columns = names.map(
    (name) => render(frame.column(resolveField(fixtureCatalogue, order, name) as FieldPath)).text,
  );
  return { columns, joins: render(sql`FROM x t${frame.joins()}`).text };
}

const customers = '(SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted")';
const regions = '(SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted")';

// Requirement: R71
it('needs no join for own fields and projects constants', () => {
  expect(write(['Total', 'TenantId'])).toEqual({
    columns: ['t."Total"', `'d0000000-0000-4000-8000-000000000001'::uuid`],
    joins: 'FROM x t',
  });
});

// Requirement: R135
it('joins each lookup once, before its use', () => {
  expect(write(['CustomerId.Name', 'CustomerId.RegionId.Name', 'CustomerId.TaxId', 'CustomerId.TenantId'])).toEqual({
    columns: [
      'tj1."Name"',
      'tj2."Name"',
      'tj1."TaxId"',
      `CASE WHEN tj1."Id" IS NOT NULL THEN 'd0000000-0000-4000-8000-000000000001'::uuid END`,
    ],
    joins:
      `FROM x t LEFT JOIN ${customers} tj1 ON tj1."Id" = t."CustomerId"` +
      ` LEFT JOIN ${regions} tj2 ON tj2."Id" = tj1."RegionId" AND tj1."Id" IS NOT NULL`,
  });
});

// Requirement: T13
it('reads a target outside the read scope as null, scope None included', () => {
  const { joins } = write(['CustomerId.RegionId.Name'], fixtureContext({ Customer: 'Own' }));
  expect(joins).toContain(`"Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) tj1`);
  expect(joins).toContain(`"Region" r WHERE (NOT r."IsDeleted" AND false)) tj2`);
});

// See docs/interface/records.md#fields-that-every-member-may-read
it('reads public fields in any scope, but no other fields of the record', () => {
  const { columns, joins } = write(['OwnerId.DisplayName', 'OwnerId.Email'], fixtureContext({}));
  expect(columns).toEqual(['tj1."DisplayName"', 'tj2."Email"']);
  expect(joins).toBe(
    'FROM x t LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."OwnerId"' +
      ' LEFT JOIN (SELECT * FROM "env_test"."User" r WHERE (NOT r."IsDeleted" AND false)) tj2 ON tj2."Id" = t."OwnerId"',
  );
});

// See docs/interface/records.md#fields-that-every-member-may-read
it('needs the scope of each record on the way to a public field', () => {
  const { joins } = write(['OwnerId.ManagerId.DisplayName'], fixtureContext({}));
  expect(joins).toMatch(/AND false\)\) tj1 ON tj1\."Id" = t\."OwnerId".*NOT r\."IsDeleted"\) tj2 ON tj2\."Id" = tj1\./);
});

it('reads every live row with system rights', () => {
  expect(write(['CustomerId.Name'], fixtureContext({}), 'system').joins).toContain(`LEFT JOIN ${customers} tj1`);
});
