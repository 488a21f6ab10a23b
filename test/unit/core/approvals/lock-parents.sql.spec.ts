import { compileLockApprovalParents, compileLockedRecords } from '../../../../src/core/approvals/lock-parents.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import { approvalContext } from './parts-fixture.js';

const ctx = approvalContext(['Offer'], { Offer: 'Own' });
const { catalogue } = ctx;
const relation = (parent: string, name: string) => catalogue.entity(parent).children.get(name.toLowerCase())!;
const slot = () => new Args(ctx).add([], 'uuid[]');
const live = (name: string): string => `(SELECT * FROM "env_test"."${name}" r WHERE NOT r."IsDeleted")`;

// Requirement: T33, T64
it('locks the parents of changed records, before and after, in the order of Ids', () => {
  const { text } = render(compileLockApprovalParents(ctx, [{ relation: relation('Offer', 'OfferItems') }]));
  expect(text).toMatch(/^SELECT p\."Id" AS id, p\."ApprovalRequestId" IS NOT NULL AS "isLocked" FROM /);
  expect(text).toMatch(/ ORDER BY p\."Id" FOR NO KEY UPDATE OF p$/);
  for (const ids of [`(k.old ->> 'OfferId')::uuid`, 'k.parent::uuid', 'c."OfferId"'])
    expect(text).toContain(`SELECT ${ids} FROM `);
});

it('leaves out what the service itself changed, purges, and owners that follow', () => {
  const item = render(compileLockApprovalParents(ctx, [{ relation: relation('Offer', 'OfferItems') }])).text;
  const sources = `COALESCE(k.source, '') NOT IN ('Rollup', 'Approval', 'Purge')`;
  expect(item).toContain(sources);
  expect(item).toContain(`n.name NOT IN ('OwnerId', 'OwnerTeamId')`);
  const remark = render(compileLockApprovalParents(ctx, [{ relation: relation('Item', 'ItemRemarks') }])).text;
  expect(remark).toContain(sources);
  expect(remark).not.toContain('json_object_keys');
});

it('goes on from parents by their Ids; only lockable ones can be locked', () => {
  const above = [{ relation: relation('Offer', 'OfferItems'), childIds: slot() }];
  expect(render(compileLockApprovalParents(ctx, above)).text).toContain(
    `IN (SELECT c."OfferId" FROM ${live('Item')} c WHERE c."Id" = ANY($1::uuid[]))`,
  );
  const between = render(compileLockApprovalParents(ctx, [{ relation: relation('Item', 'ItemRemarks') }])).text;
  expect(between).toMatch(/^SELECT p\."Id" AS id, false AS "isLocked" FROM /);
});

it('answers the Ids of locked records, null for those that the caller may not read', () => {
  const { text } = render(compileLockedRecords(ctx, catalogue.entity('Offer'), slot()));
  expect(text).toMatch(
    /^SELECT CASE WHEN EXISTS \(SELECT 1 FROM \(SELECT \* FROM "env_test"\."Offer" r WHERE .*r\."OwnerId" = /,
  );
  expect(text).toContain('WHERE l."Id" = ANY($2::uuid[]) AND l."ApprovalRequestId" IS NOT NULL ORDER BY id LIMIT 1000');
});
